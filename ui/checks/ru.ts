import type { GoLiveRouteProblem } from '../../domain/operators/go-live/go-live-fact';
import type {
  accountFailures as EnglishFailures,
  goLiveChecks as EnglishChecks,
  goLiveStates as EnglishStates,
} from './en';
import type { GoLiveWords } from '../../domain/operators/go-live/go-live-fact';

/** Ответ эквайера на проверочный запрос. */
export const accountAnswers = (milliseconds: number): string => `отвечает за ${milliseconds} мс`;
export const accountFailures: typeof EnglishFailures = {
  credentialsRefused: 'не принимает реквизиты',
  noAnswer: 'не отвечает',
  unexpectedAnswer: 'отвечает не так, как описано',
};

export const goLiveStates: typeof EnglishStates = { done: 'готово', toDo: 'нужно сделать', notKnown: 'неизвестно' };

export const goLiveChecks: typeof EnglishChecks = {
  routes: 'Маршруты',
  account: 'Учётная запись',
  receipt: 'Чеки',
  threeDSecure: '3-D Secure',
  webhook: 'Вебхуки',
  secondPerson: 'Второй человек',
  keys: 'Ключи шифрования',
  backup: 'Резервная копия',
  alerts: 'Оповещения',
};

const ROUTE_PROBLEMS: Record<GoLiveRouteProblem, string> = {
  testConnector: 'тестовая',
  liveAccount: 'боевая, а магазин тестовый',
  notConfigured: 'не существует',
  disabled: 'выключена',
};

const ACCOUNT_REMEDIES: typeof EnglishFailures = {
  credentialsRefused: 'Замените реквизиты учётной записи.',
  noAnswer: 'Проверьте адрес учётной записи и сеть, затем спросите эквайера.',
  unexpectedAnswer: 'Проверьте настройки учётной записи, затем спросите эквайера.',
};

const ALERT =
  'Отправьте пробное: `amtool alert add HoldfastTest severity=critical`. Дождитесь его там, где вас вызывают, и отметьте: `alert-received …`.';
const RESTORE = 'Восстановите последнюю копию в другую базу и отметьте это: `restored --elsewhere …` (docs/backup.md).';

const list = (names: readonly string[]): string => names.join(', ');

/** Что известно о каждой строке списка перед запуском и что сделать. */
export const goLiveWords: GoLiveWords = {
  noLiveAccount: () => [
    'Ни один маршрут не ведёт к боевой учётной записи',
    'Добавьте боевую учётную запись и маршрут к ней.',
  ],
  accountAnswers: ({ account, milliseconds }) => [`${account}: ${accountAnswers(milliseconds)}`],
  accountFails: ({ account, outcome }) => [`${account}: ${accountFailures[outcome]}`, ACCOUNT_REMEDIES[outcome]],
  receiptNotRefused: ({ paymentID }) => [`Платёж ${paymentID} с корзиной есть в списке эквайера, отказа в чеке нет`],
  receiptRefused: ({ paymentID }) => [
    `Касса не зарегистрировала чек платежа ${paymentID}`,
    'Исправьте чек у эквайера, закройте расхождение и проведите ещё один платёж с корзиной.',
  ],
  receiptNotCompared: ({ paymentID }) => [
    `Платёж ${paymentID} с корзиной ещё не сверен с эквайером`,
    'Посмотрите снова после сверки: не позже чем через два часа.',
  ],
  receiptNotTried: ({ names }) => [
    `Через ${list(names)} не было подтверждённых платежей с корзиной`,
    'Оплатите инвойс с корзиной и верните деньги.',
  ],
  receiptsNotSent: ({ names }) => [`${list(names)}: платформа не отправляет чеки`],
  browserComplete: ({ paymentID }) => [`В платеже ${paymentID} есть все данные браузера плательщика`],
  browserIncomplete: ({ paymentID, names }) => [
    `В платеже ${paymentID} не хватает данных браузера плательщика: ${list(names)}`,
    'Принимайте карты на платёжной странице или передавайте clientInfo.browser вместе с картой (руководство «3-D Secure»).',
  ],
  browserNotSeen: ({ names }) => [
    `Через ${list(names)} не было платежей новой картой`,
    'Оплатите инвойс картой и верните деньги.',
  ],
  browserNotNeeded: ({ names }) => [`${list(names)}: эквайер спрашивает плательщика на своей странице`],
  webhookAccepted: ({ webhookID, at }) => [
    `${webhookID} принял сообщение ${at}; проверяет ли он подпись, знает только магазин`,
  ],
  webhookMissing: () => ['У магазина нет вебхука', 'Создайте вебхук с темой InvoicesTopic.'],
  webhookNotTried: ({ webhookID }) => [
    `На ${webhookID} ещё не отправлялись сообщения с текущим ключом`,
    'Создайте инвойс или отправьте сообщение повторно.',
  ],
  webhookFails: ({ webhookID, at }) => [
    `${webhookID} не принял сообщение ${at}`,
    'Посмотрите его ответы: он должен проверить подпись и ответить 2xx за 10 секунд.',
  ],
  webhookPaused: ({ webhookID }) => [`${webhookID} приостановлен`, 'Возобновите его.'],
  routesLive: ({ names }) => [`Платежи идут через ${list(names)}`],
  routesMissing: () => ['У магазина нет маршрутов', 'Добавьте маршруты магазину или платёжной организации.'],
  routeWrong: ({ account, problem }) => [
    `Учётная запись маршрута ${account}: ${ROUTE_PROBLEMS[problem]}`,
    'Ведите маршрут к боевой и включённой учётной записи.',
  ],
  shopIsTest: () => [
    'Магазин тестовый: так задано в его платёжной организации',
    'Создайте магазин с договором боевой платёжной организации.',
  ],
  administrators: ({ count }) => [
    `Администраторов, которые могут войти: ${count}. Один одобряет то, что запросил другой`,
  ],
  administratorMissing: ({ count }) => [
    `Администраторов, которые могут войти: ${count}`,
    'Пригласите ещё одного администратора: без второго человека ничего не одобрить.',
  ],
  keysStrong: () => ['API работает с боевыми настройками и случайными ключами'],
  keysWeak: ({ names }) => [
    `Не случайные: ${list(names)}`,
    'Создайте ключи командой `openssl rand -base64 32` и замените их (docs/runbooks/encryption-keys.md).',
  ],
  notProduction: () => ['API работает без NODE_ENV=production', 'Задайте её всем процессам (docs/deploying.md).'],
  backupRestored: ({ at, by }) => [`Копию восстанавливали ${at}, отметил ${by}`],
  backupRestoredLongAgo: ({ at }) => [`Копию восстанавливали больше 30 дней назад, ${at}`, RESTORE],
  backupNotRestored: () => ['Восстановление из копии не отмечено', RESTORE],
  alertReceived: ({ at, by }) => [`Пробное оповещение дошло ${at}, отметил ${by}`],
  alertReceivedLongAgo: ({ at }) => [`Последнее пробное оповещение было больше 30 дней назад, ${at}`, ALERT],
  alertNotReceived: () => ['Пробное оповещение не отмечено', ALERT],
};

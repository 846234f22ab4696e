// The operators API, /operators/v1.
import type { Document } from '../document';
import { listParameters, type PlacedOperation } from '../openapi';
import {
  answersWith,
  readAccess,
  looksUp,
  platformFailures,
  requestParameters,
  buildTags,
  unauthorized,
} from './both-apis';

/** Changes of a version that the editor has read. */
const namesVersion = ({ operation }: Pick<PlacedOperation, 'operation'>): boolean =>
  listParameters(operation).some(({ in: place, name }) => place === 'header' && name === 'If-Match');

/** Creations of configured entities. */
const CONFIGURED = /^\/(configuration\/[^/]+|connector-accounts)$/;
const COMMAND_CONFLICT = 'Команда уже решена, или ключ идемпотентности занят другой командой.';
/** A command may be decided already, or need another person. */
const changesCommand = ({ path, method }: PlacedOperation): boolean =>
  method === 'post' && path.startsWith('/commands');

const isLookedUp = (place: PlacedOperation): boolean =>
  looksUp(place) || ['/commands', '/sign-in'].includes(place.path);
const dependsOnVersion = (place: PlacedOperation): boolean =>
  namesVersion(place) || (place.method === 'post' && CONFIGURED.test(place.path));
const takesStatement = ({ path, method }: PlacedOperation): boolean => method === 'post' && path === '/bank-statements';

const answer = answersWith('OperatorError');

/** `specs/operators.json` and the routes of `api/operators-v1`. */
export const operators: Document = {
  name: 'operators',
  controllers: 'api/operators-v1/**/*.controller.ts',
  declaration: 'scripts/specs/declarations/operators.declaration.ts',
  routesFile: 'api/operators-v1/routes.generated.ts',
  parameters: requestParameters,
  parameterTexts: {
    id: 'Идентификатор.',
    partyID: 'Идентификатор участника.',
    invoiceID: 'Идентификатор инвойса.',
    paymentID: 'Идентификатор платежа в инвойсе.',
    refundID: 'Идентификатор возврата в платеже.',
    chargebackID: 'Идентификатор чарджбэка в платеже.',
    evidenceID: 'Идентификатор документа по чарджбэку.',
    withdrawalID: 'Идентификатор вывода.',
    webhookID: 'Идентификатор вебхука.',
    replayID: 'Идентификатор повторной отправки.',
    connector: 'Имя коннектора.',
    findingID: 'Идентификатор расхождения.',
    kind: 'Вид дел.',
    list: 'Список настроенных объектов.',
    commandID: 'Идентификатор команды.',
    role: 'Роль.',
    currency: 'Валюта (ISO 4217).',
    customerID: 'Идентификатор покупателя.',
    operatorID: 'Идентификатор оператора.',
    keyID: 'Идентификатор ключа.',
    shopID: 'Идентификатор магазина.',
    payoutID: 'Идентификатор выплаты.',
    fileID: 'Идентификатор файла для банка.',
    statementID: 'Идентификатор выписки.',
  },
  fileBodies: {
    receiveBankStatement: 'Файл выписки.',
    receiveSettlementReport: 'Файл отчёта эквайера.',
    addOperatedEvidence: 'Файл документа.',
  },
  access: readAccess('api/operators-v1/access.ts'),
  tags: buildTags([
    [
      'Search',
      'Поиск и обзор',
      /^\/(search|statistics|queue)/,
      'Найти объект любого участника, сравнить доли отказов с прошлой неделей и узнать, что ждёт оператора.',
    ],
    [
      'Timelines',
      'Истории',
      /timeline/,
      'Всё, что известно об объекте, в одном порядке — от запроса до последнего вебхука.',
    ],
    [
      'Webhooks',
      'Вебхуки',
      /webhooks|replays/,
      'Попытки доставки, повторная отправка, приостановка и решения о том, чего не приняли.',
    ],
    ['Erasures', 'Удаление данных', /erasures/, 'Удаление персональных данных человека.'],
    ['Commands', 'Команды', /commands|limits|approval-rules/, 'Денежные команды операторов, их одобрение и лимиты.'],
    ['Reconciliation', 'Сверка', /reconciliation/, 'Что расходится между коннекторами и записями платформы.'],
    [
      'Movements',
      'Кошельки, выводы и пополнения',
      /\/(withdrawals|deposits|wallets)(\/[^/]+)?$|^\/provider-balances$/,
      'Кошельки всех участников, выводы из них и пополнения, счета платформы.',
    ],
    [
      'Settlement',
      'Расчёты с магазинами',
      /\/(balances|balance-transactions|batches|settlement-reports|negative-balances)$|^\/(shops\/[^/]+\/)?payouts|^\/margins$|^\/bank-(files|statements)/,
      'Балансы магазинов, операции по ним, пакеты и выплаты, файлы для банков и их выписки, отчёты эквайеров и маржа.',
    ],
    ['Registries', 'Реестры', /registries/, 'Реестры за период: файлы CSV и XLSX, которые строятся в фоне.'],
    ['Destinations', 'Получатели средств', /destinations/, 'Получатели, о которых решает оператор.'],
    [
      'Payments',
      'Платежи',
      /^\/payments\/[^/]+\/[^/]+$|\/(payments|refunds|chargebacks)$|\/payments\/.*(attempts|notes)$|payment-link|sources|evidence|^\/(invoices|customers)\/[^/]+$/,
      'Платежи магазина, инвойсы и покупатели, возвраты и чарджбэки, попытки авторизации и заметки, ссылки на оплату, источники пополнений.',
    ],
    [
      'Configuration',
      'Настройки',
      /^\/(configuration|reference)/,
      'Участники, договоры, магазины с условиями и маршрутами, организации и провайдеры: с версиями и историей.',
    ],
    [
      'ConnectorAccounts',
      'Учётные записи коннекторов',
      /^\/connector-(accounts|kinds)/,
      'Учётные записи у эквайеров: реквизиты доступа, настройки, включены ли.',
    ],
    [
      'Operators',
      'Операторы',
      /operators|operator-keys|invitations|sign-in|\/me(\/|$)/,
      'Кто работает с платформой, с какими ролями и ключами.',
    ],
    ['Parties', 'Участники', /api-keys|request-limit/, 'Ключи участников и пределы их запросов.'],
    ['Diagnostics', 'Диагностика', /diagnostics|go-live/, 'Исправна ли установка и готов ли магазин к запуску.'],
    ['Audit', 'Журнал', /audit/, 'Кто из операторов что сделал.'],
  ]),
  responses: [
    answer(400, 'InvalidRequest', 'Запрос неверен.'),
    unauthorized,
    answer(403, 'Forbidden', 'У оператора нет нужной роли, или команду решает тот, кто её запросил.'),
    answer(409, 'CommandConflict', COMMAND_CONFLICT, changesCommand),
    answer(404, 'NotFound', 'Такого объекта нет.', isLookedUp),
    answer(412, 'VersionConflict', 'С прочитанной версии что-то изменилось: что, кто и когда.', dependsOnVersion),
    answer(413, 'FileTooLarge', 'Файл слишком велик.', takesStatement),
    answer(428, 'VersionRequired', 'Нет `If-Match` с прочитанной версией.', namesVersion),
    answer(429, 'TooManyRequests', 'Слишком много запросов одновременно: повторите через время из `Retry-After`.'),
    ...platformFailures('OperatorError'),
  ],
  frame: {
    info: {
      title: 'Holdfast Operators API',
      version: '0.1.0',
      description:
        'API операторов платформы: что произошло с платежом, возвратом, выводом и всем, о чём рассказывают вебхуки; доставка вебхуков; журнал действий. Ключи ' +
        'оператора создаёт только он сам: по приглашению двух администраторов или своим ключом; сотрудники входят командой `holdfast login`; ключи и токены участников здесь не действуют.',
    },
    servers: [{ url: '/operators/v1', description: 'Основной адрес API операторов.' }],
    security: [{ bearer: [] }],
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description:
          'Ключ оператора или токен доступа провайдера OpenID Connect в заголовке `Authorization: Bearer …`.',
      },
    },
  },
};

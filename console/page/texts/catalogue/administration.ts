import type { Schemas } from '../../api/client';
import { en } from '../language';

/** Words of what administrators, finance and configuration look after. */
export const administration = {
  tabs: {
    operators: en ? 'Operators' : 'Операторы',
    limits: en ? 'Limits and approvals' : 'Лимиты и одобрения',
    accounts: en ? 'Connector accounts' : 'Учётные записи эквайеров',
    reconciliation: en ? 'Reconciliation' : 'Сверка',
    erasures: en ? 'Erasures' : 'Удаление данных',
  },
  fillIn: (field: string) => (en ? `Fill in “${field}”` : `Заполните поле «${field}»`),
  optional: (field: string) => (en ? `${field} (optional)` : `${field} (необязательно)`),
  secondAdministrator: en
    ? 'Takes effect when another administrator approves it.'
    : 'Вступит в силу, когда одобрит другой администратор.',
  role: en ? 'Role' : 'Роль',
  roles: en ? 'Roles' : 'Роли',
  rolesTitle: en ? 'What each role may do' : 'Что может каждая роль',
  roleHelp: {
    viewer: en ? 'Reads all but the audit log and contacts.' : 'Читает всё, кроме журнала и контактов.',
    support: en
      ? 'Captures, cancels and refunds payments; looks after webhooks; creates payment links.'
      : 'Списывает, отменяет и возвращает платежи; ведёт вебхуки; создаёт ссылки на оплату.',
    finance: en
      ? 'Looks after deposits, chargebacks, reconciliation and payouts; refunds payments; decides on destinations; blocks wallets.'
      : 'Ведёт пополнения, чарджбэки, сверку и выплаты; возвращает платежи; решает о получателях; блокирует кошельки.',
    configuration: en
      ? 'Changes settings, connector accounts and request limits; blocks merchants and shops.'
      : 'Меняет настройки, учётные записи эквайеров и лимиты запросов; блокирует участников и магазины.',
    administrator: en
      ? 'Two together: operators, roles and limits; alone: revokes keys and ends access. Keys of merchants, erasures.'
      : 'Вдвоём — операторы, роли и лимиты; один — отзывает ключи и закрывает доступ. Ключи участников, удаление данных.',
  } satisfies Record<Schemas['OperatorRole'], string>,
  seen: en ? 'Last request' : 'Последний запрос',
  neverSeen: en ? 'has not signed in' : 'ещё не входил',
  active: en ? 'has access' : 'доступ есть',
  inactive: en ? 'access ended' : 'доступ закрыт',
  issuer: en ? 'The identity provider gives the roles' : 'Роли даёт провайдер входа',
  createOperator: en ? 'Invite an operator' : 'Пригласить оператора',
  createOperatorHelp: en
    ? 'When another administrator has approved, each of you gets a code. The person makes a key with both codes on the sign-in page.'
    : 'Когда одобрит другой администратор, каждый из вас получит свой код. Человек создаёт ключ с обоими кодами на странице входа.',
  yourself: en ? 'This is you: other administrators decide about you.' : 'Это вы: о вас решают другие администраторы.',
  invite: en ? 'Invite to make a key' : 'Пригласить создать ключ',
  inviteHelp: en
    ? 'When another administrator has approved, each of you gets a code. The previous invitation ends.'
    : 'Когда одобрит другой администратор, каждый из вас получит свой код. Прежнее приглашение перестанет действовать.',
  activate: en ? 'Restore access' : 'Вернуть доступ',
  setRoles: en ? 'Change roles' : 'Сменить роли',
  deactivate: en ? 'End access' : 'Закрыть доступ',
  deactivateHelp: en
    ? 'Keys and sign-ins stop working at once. Two administrators can restore the access.'
    : 'Ключи и вход перестают действовать сразу. Вернуть доступ можно вдвоём.',
  keys: en ? 'Keys' : 'Ключи',
  allRoles: en ? 'all roles of the operator' : 'все роли оператора',
  sessions: en ? 'Console sessions' : 'Сеансы в консоли',
  noSessions: en ? 'There are no open sessions.' : 'Открытых сеансов нет.',
  endSessions: en ? 'End all sessions' : 'Завершить все сеансы',
  endSessionsHelp: en
    ? 'These browsers must sign in again. Keys keep working: revoke them so that they cannot be used.'
    : 'В этих браузерах нужно войти снова. Ключи действуют: чтобы с ними не вошли, отзовите их.',
  revokeHelp: en ? 'The key stops working at once, for ever.' : 'Ключ перестанет действовать сразу, навсегда.',
  takeCode: en ? 'Take your code' : 'Получить свой код',
  codeHelp: en
    ? 'The invitation is approved and valid for three days. A key takes two codes: yours and that of the other administrator.'
    : 'Приглашение одобрено и действует три дня. Ключ создаётся с двумя кодами: вашим и другого администратора.',
  takeCodeHelp: en
    ? 'The code is shown once, and your earlier code stops working. Hand it to the person yourself.'
    : 'Код показывается один раз; прежний ваш код перестанет действовать. Передайте его человеку лично.',
  limits: en ? 'Limits of roles' : 'Лимиты ролей',
  limitsHelp: en
    ? 'Up to these amounts an operator of the role decides alone. Without a limit each command that moves money waits for a second person.'
    : 'До этих сумм оператор роли решает один. Без лимита каждая команда с деньгами ждёт второго человека.',
  commandLimit: en ? 'For one command' : 'За одну команду',
  dailyLimit: en ? 'For a day (UTC)' : 'За день (UTC)',
  replayLimits: en ? 'Replays of webhooks' : 'Повторные отправки вебхуков',
  replayLimitsHelp: en
    ? 'How many messages a day (UTC) an operator of the role may resend. Without a limit: as many as needed.'
    : 'Сколько сообщений в день (UTC) оператор роли может отправить снова. Без лимита — сколько угодно.',
  dailyMessages: en ? 'Messages a day' : 'Сообщений в день',
  rules: en ? 'Always two people' : 'Всегда вдвоём',
  rulesHelp: en
    ? 'These commands wait for a second person whatever the amount.'
    : 'Эти команды ждут второго человека при любой сумме.',
  commandType: en ? 'Command' : 'Команда',
  set: en ? 'Set' : 'Установить',
  remove: en ? 'Remove' : 'Убрать',
  createAccount: en ? 'Add an account' : 'Добавить учётную запись',
  createAccountHelp: en
    ? 'Credentials are stored encrypted and never shown. Takes effect when a second person approves it.'
    : 'Реквизиты хранятся зашифрованными и никому не показываются. Вступит в силу, когда одобрит второй человек.',
  accountID: en ? 'Id (routes name it)' : 'Идентификатор (его называют маршруты)',
  noAccounts: en ? 'There are no accounts' : 'Учётных записей нет',
  noAccountsHelp: en
    ? 'Add one: routes of payments name it by its id.'
    : 'Добавьте запись: маршруты платежей называют её по идентификатору.',
  credentialsAt: en ? 'Credentials of' : 'Реквизиты от',
  testCall: en ? 'Test call' : 'Проверить',
  testing: en ? 'The request is sent…' : 'Запрос отправлен…',
  rotate: en ? 'Replace credentials' : 'Заменить реквизиты',
  rotateHelp: en
    ? 'Type all credentials: the present ones are not shown. Takes effect when a second person approves it.'
    : 'Введите реквизиты заново: прежние не показываются. Вступит в силу, когда одобрит второй человек.',
  disable: en ? 'Disable' : 'Выключить',
  enable: en ? 'Enable' : 'Включить',
  switchHelp: {
    disable: en
      ? 'The account takes no new payments, bindings or withdrawals and finishes those it began. If a route names it, a second person must approve.'
      : 'Новых платежей, привязок и выводов запись не получает, начатые завершает. Если её называет маршрут, нужен второй человек.',
    enable: en
      ? 'The account takes new operations again. If a route names it, a second person must approve.'
      : 'Запись снова получает новые операции. Если её называет маршрут, нужен второй человек.',
  },
  noReconciliation: en ? 'There is no connector to compare with.' : 'Сверять не с кем: коннекторов нет.',
  comparedUntil: en ? 'Compared until' : 'Сверено до',
  openFindings: en ? 'To be resolved' : 'Ждут решения',
  comparing: en ? 'compared' : 'сверяется',
  reconciliationEnded: en ? 'ended' : 'прекращена',
  reconciliationProblems: {
    notConfigured: en ? 'there is no such account' : 'учётной записи нет',
    listsNothing: en ? 'lists no operations' : 'не перечисляет операции',
    repeatsPage: en ? 'repeats a page of its list' : 'повторяет страницу списка',
    unreadableRows: en ? 'its rows cannot be read' : 'строки не читаются',
    unavailable: en ? 'unavailable' : 'недоступен',
  } satisfies Record<Schemas['ReconciliationProblem']['kind'], string>,
  reconcile: {
    end: en ? 'End the reconciliation' : 'Прекратить сверку',
    resume: en ? 'Resume the reconciliation' : 'Продолжить сверку',
  },
  reconcileHelp: {
    end: en
      ? 'For a connector that is no longer configured. Findings stay.'
      : 'Для коннектора, которого больше нет в настройках. Найденные расхождения остаются.',
    resume: en
      ? 'The reconciliation continues from the time at which it ended.'
      : 'Сверка продолжится с того времени, на котором остановилась.',
  },
  findings: en ? 'Findings' : 'Расхождения',
  bothSides: en ? 'What both sides say' : 'Что говорят обе стороны',
  operation: en ? 'Operation' : 'Операция',
  operationAt: en ? 'Decided' : 'Когда операция решилась',
  foundAt: en ? 'Found' : 'Когда найдено',
  resolvedBy: en ? 'Resolved by' : 'Кто закрыл',
  answerFacts: {
    operation: en ? 'Name of the operation' : 'Имя операции',
    authorisation: en ? 'Name of the authorisation' : 'Имя авторизации',
    reference: en ? 'Id of the operation' : 'Номер операции',
    authorisationReference: en ? 'Id of the authorisation' : 'Номер авторизации',
    amount: en ? 'Amount in minor units' : 'Сумма в минорных единицах',
    currency: en ? 'Currency' : 'Валюта',
    state: en ? 'State' : 'Состояние',
    isTest: en ? 'Test mode' : 'Тестовый режим',
    account: en ? 'Account' : 'Счёт',
    fee: en ? 'Fee' : 'Комиссия',
  } satisfies Record<Schemas['AnswerFact'], string>,
  erasure: en ? 'Erasure' : 'Удаление',
  erasuresHelp: en
    ? 'The data of a person are searched first; they are erased when another administrator confirms.'
    : 'Сначала данные человека ищутся; стираются они, когда подтвердит другой администратор.',
  erase: en ? 'Find the data of a person' : 'Найти данные человека',
  eraseHelp: en
    ? 'Fill in at least one field. The reason stays for ever: write no personal data into it.'
    : 'Заполните хотя бы одно поле. Причина остаётся навсегда: не пишите в ней личных данных.',
  search: en ? 'Search' : 'Искать',
  requestedBy: en ? 'Requested by' : 'Кто запросил',
  confirmedBy: en ? 'Confirmed by' : 'Кто подтвердил',
  finished: en ? 'Finished' : 'Закончено',
  foundRows: en ? 'Rows found' : 'Найденные записи',
  erasedOf: (erased: number, count: number) =>
    en ? `${count} found, ${erased} erased` : `найдено ${count}, стёрто ${erased}`,
  isErased: en ? 'erased' : 'стёрто',
  isFound: en ? 'found' : 'найдено',
  ownErasure: en
    ? 'You requested this erasure: another administrator confirms it.'
    : 'Вы запросили это удаление: подтвердит его другой администратор.',
  erasureStates: {
    searching: en ? 'searching' : 'ищем данные',
    found: en ? 'to be confirmed' : 'ждёт подтверждения',
    confirmed: en ? 'confirmed, searching again' : 'подтверждено, ищем ещё раз',
    erasing: en ? 'erasing' : 'стираем',
    erased: en ? 'erased' : 'стёрто',
    cancelled: en ? 'cancelled' : 'отменено',
  } satisfies Record<Schemas['ErasureStateName'], string>,
  erasureActions: {
    confirm: en ? 'Erase the data' : 'Стереть данные',
    cancel: en ? 'Cancel the erasure' : 'Отменить удаление',
  },
  erasureHelp: {
    confirm: en
      ? 'This cannot be undone. Data of open payments and withdrawals are erased when these have ended; amounts and ids stay.'
      : 'Отменить это нельзя. Данные незавершённых платежей и выводов стираются после их завершения; суммы и номера остаются.',
    cancel: en
      ? 'The data stay. To erase them takes a new request.'
      : 'Данные останутся. Чтобы стереть их, нужен новый запрос.',
  },
};

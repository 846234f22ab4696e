// The Wallet API, /wallet/v0, and card tokens, /payres/v0.
import type { Document } from '../document';
import {
  answersWith,
  readAccess,
  bearer,
  COMMON_RULES,
  limitations,
  looksUp,
  platformFailures,
  requestParameters,
  buildTags,
  unauthorized,
} from './both-apis';

const tags = buildTags([
  ['Currencies', 'Валюты', /^\/currencies/, 'Справочник валют.'],
  ['Residences', 'Страны', /^\/residences/, 'Справочник стран, резидентами которых могут быть владельцы кошельков.'],
  ['Providers', 'Провайдеры', /^\/providers/, 'Провайдеры услуг, у которых открываются кошельки.'],
  ['Reports', 'Отчёты', /reports/, 'Отчёты о выводах средств владельца за период.'],
  ['Files', 'Файлы', /^\/files/, 'Временные ссылки на файлы отчётов.'],
  ['Identities', 'Владельцы', /^\/identities/, 'Владельцы кошельков и получателей средств.'],
  ['Destinations', 'Получатели средств', /destinations/, 'Куда выводятся деньги: карты, счета и кошельки получателей.'],
  [
    'WithdrawalQuotes',
    'Котировки',
    /^\/withdrawal-quotes/,
    'Зафиксированный на время курс и сумма вывода в другую валюту.',
  ],
  ['Withdrawals', 'Выводы средств', /withdrawals/, 'Вывод денег из кошелька получателю и события этого вывода.'],
  ['Wallets', 'Кошельки', /wallets/, 'Кошельки владельцев, их балансы и разрешения на их использование.'],
  ['Deposits', 'Пополнения', /^\/deposit/, 'Пополнения кошельков, их отмены и исправления.'],
  ['W2WTransfers', 'Переводы', /^\/w2w/, 'Переводы между кошельками.'],
  [
    'Webhooks',
    'Вебхуки',
    /^\/webhooks/,
    'Подписки на события: платформа отправляет подписанные сообщения на ваш сервер.',
  ],
  [
    'BankCards',
    'Банковские карты',
    /^\/bank-cards/,
    'Токены банковских карт получателей: заменяют номер карты при создании получателя средств.',
  ],
]);

const parameterTexts = {
  providerID: 'Идентификатор провайдера.',
  identityID: 'Идентификатор владельца.',
  walletID: 'Идентификатор кошелька.',
  destinationID: 'Идентификатор получателя средств.',
  withdrawalID: 'Идентификатор вывода средств.',
  w2wTransferID: 'Идентификатор перевода.',
  reportID: 'Идентификатор отчёта.',
  fileID: 'Идентификатор файла.',
  webhookID: 'Идентификатор вебхука.',
  eventID: 'Номер события.',
};

const badRequest = answersWith('BadRequest')(400, 'BadRequest', 'Запрос неверен.');

/** The contract gives these operations no 404: an unknown identity is a 400. */
const answers400ForIdentity = new Set(['createReport', 'getReports', 'getWithdrawalMethods']);

const notFound = answersWith()(
  404,
  'NotFound',
  'Объект не найден или принадлежит другому участнику.',
  (place) => looksUp(place) && !answers400ForIdentity.has(place.operation.operationId),
);

const shared = {
  parameters: requestParameters,
  parameterTexts,
  tags,
  responses: [badRequest, unauthorized, ...limitations(), notFound, ...platformFailures()],
};

/** `specs/wallets.json` and the routes of `api/wallet-v0`. */
export const wallets: Document = {
  ...shared,
  name: 'wallets',
  controllers: 'api/wallet-v0/**/*.controller.ts',
  declaration: 'scripts/specs/declarations/wallets.declaration.ts',
  routesFile: 'api/wallet-v0/routes.generated.ts',
  access: readAccess('api/wallet-v0/access.ts'),
  frame: {
    info: {
      title: 'Holdfast Wallets API',
      version: '0.1.0',
      description: [
        'API кошельков: владельцы, кошельки, пополнения, выводы средств, получатели, переводы между кошельками, отчёты и ' +
          'вебхуки.',
        ...COMMON_RULES,
      ].join('\n\n'),
    },
    servers: [{ url: '/wallet/v0', description: 'Основной адрес API кошельков.' }],
    security: [{ bearer: [] }],
    securitySchemes: bearer,
  },
};

/** `specs/payres.json` and the routes of `api/payres-v0`. */
export const payres: Document = {
  ...shared,
  name: 'payres',
  controllers: 'api/payres-v0/*.controller.ts',
  declaration: 'scripts/specs/declarations/wallets.declaration.ts',
  routesFile: 'api/payres-v0/routes.generated.ts',
  access: readAccess('api/payres-v0/access.ts'),
  frame: {
    info: {
      title: 'Holdfast Card Tokens API',
      version: '0.1.0',
      description:
        'Превращает данные банковской карты в токен, который указывают при создании получателя средств вместо номера карты.',
    },
    servers: [{ url: '/payres/v0', description: 'Основной адрес API токенов банковских карт.' }],
    security: [{ bearer: [] }],
    securitySchemes: bearer,
  },
};

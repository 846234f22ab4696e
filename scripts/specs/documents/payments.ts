// The merchant processing API, /v2.
import type { Document } from '../document';
import { errorCodes } from '../error-codes';
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
  [
    'Invoices',
    'Инвойсы',
    /invoices/,
    'Инвойс — счёт на оплату: магазин выставляет его плательщику, а платежи проводятся по нему.',
  ],
  [
    'Payments',
    'Платежи',
    /\/payments/,
    'Оплата инвойса: в один этап или с удержанием средств, которое затем подтверждают или отменяют.',
  ],
  [
    'PaymentResources',
    'Токенизация',
    /payment-resources/,
    'Замена данных карты или другого инструмента временным токеном, который безопасно передавать дальше.',
  ],
  ['Refunds', 'Возвраты', /refunds/, 'Полный или частичный возврат денег плательщику по проведённому платежу.'],
  ['Chargebacks', 'Чарджбэки', /chargebacks/, 'Отзыв денег банком плательщика: его стадии, сумма и статус.'],
  [
    'Customers',
    'Покупатели и привязки',
    /customers/,
    'Сохранённые покупатели, привязанные к ним платёжные инструменты и события привязок.',
  ],
  [
    'InvoiceTemplates',
    'Шаблоны инвойсов',
    /invoice-templates.*/,
    'Шаблон задаёт товар, цену и срок жизни инвойсов, которые по нему создаёт покупатель или ваша страница.',
  ],
  ['Webhooks', 'Вебхуки', /webhooks/, 'Подписки на события: платформа отправляет подписанные сообщения на ваш сервер.'],
  [
    'Analytics',
    'Поиск',
    /^\/analytics.*/,
    'Поиск инвойсов, платежей и возвратов магазина по любому сочетанию условий.',
  ],
  [
    'Registries',
    'Реестры',
    /registries/,
    'Реестры платежей, возвратов и выводов средств за период: файлы CSV и XLSX, которые строятся в фоне.',
  ],
  [
    'Settlement',
    'Расчёты',
    /balances|balance-transactions|batches|payouts/,
    'Балансы магазина, операции по ним, пакеты и выплаты на счёт в банке.',
  ],
  [
    'ApiKeys',
    'Ключи API',
    /api-keys/,
    'Ключи участника: список, создание, замена без перерыва и отзыв. Для изменений нужен ключ с правами `keys`.',
  ],
  ['Shops', 'Магазины', /shops/, 'Магазины участника, их приостановка и возобновление.'],
  ['Parties', 'Участники', /\/(me|parties)/, 'Участник — владелец магазинов и договоров.'],
  ['Contracts', 'Договоры', /contracts/, 'Договоры участника и поправки к ним.'],
  [
    'PaymentInstitutions',
    'Платёжные организации',
    /payment-institutions.*/,
    'Платёжные организации и условия, на которых они принимают платежи.',
  ],
  ['Categories', 'Категории', /categories/, 'Категории товаров и услуг.'],
  ['Countries', 'Страны', /countries/, 'Справочник стран.'],
  ['TradeBlocs', 'Торговые объединения', /tradeblocs/, 'Справочник торговых объединений стран.'],
  ['ServiceProviders', 'Поставщики платёжных услуг', /service-providers/, 'Справочник поставщиков платёжных услуг.'],
]);

const parameterTexts = {
  partyID: 'Идентификатор участника.',
  shopID: 'Идентификатор магазина.',
  invoiceID: 'Идентификатор инвойса.',
  paymentID: 'Идентификатор платежа в рамках инвойса.',
  refundID: 'Идентификатор возврата в рамках платежа.',
  chargebackID: 'Идентификатор чарджбэка в рамках платежа.',
  evidenceID: 'Идентификатор документа по чарджбэку.',
  customerID: 'Идентификатор покупателя.',
  customerBindingID: 'Идентификатор привязки.',
  invoiceTemplateID: 'Идентификатор шаблона инвойсов.',
  webhookID: 'Идентификатор вебхука.',
  keyID: 'Идентификатор ключа.',
  contractID: 'Идентификатор договора.',
  adjustmentID: 'Идентификатор поправки к договору.',
  month: 'Месяц по времени магазина.',
  paymentInstitutionID: 'Идентификатор платёжной организации.',
  categoryID: 'Идентификатор категории товаров и услуг.',
  countryID: 'Трёхбуквенный код страны по ISO 3166-1 alpha-3.',
  tradeBlocID: 'Идентификатор торгового объединения.',
  serviceProviderID: 'Идентификатор поставщика платёжных услуг.',
};

/** `specs/payments.json` and the routes of `api/v2`. */
export const payments: Document = {
  name: 'payments',
  controllers: 'api/v2/**/*.controller.ts',
  declaration: 'scripts/specs/declarations/payments.declaration.ts',
  routesFile: 'api/v2/routes.generated.ts',
  parameters: requestParameters,
  parameterTexts,
  errorCodes,
  fileBodies: { addChargebackEvidence: 'Файл документа.' },
  access: readAccess('api/v2/access.ts'),
  tags,
  frame: {
    info: {
      title: 'Holdfast Payments API',
      version: '2.0.0',
      description: [
        'API приёма платежей: инвойсы, платежи, возвраты, чарджбэки, покупатели, шаблоны инвойсов, вебхуки, ' +
          'справочники и поиск.',
        ...COMMON_RULES,
      ].join('\n\n'),
    },
    servers: [{ url: '/v2', description: 'Основной адрес API платежей.' }],
    security: [{ bearer: [] }],
    securitySchemes: bearer,
  },
  responses: [
    answersWith('DefaultLogicError')(400, 'BadRequest', 'Запрос неверен.'),
    unauthorized,
    ...limitations('GeneralError'),
    answersWith('GeneralError')(404, 'NotFound', 'Объект не найден или принадлежит другому участнику.', looksUp),
    ...platformFailures('GeneralError'),
  ],
};

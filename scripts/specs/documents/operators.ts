// The operators API, /operators/v1.
import type { Document } from '../document';
import {
  readAccess,
  jsonAnswer,
  looksUp,
  platformFailures,
  requestParameters,
  buildTags,
  unauthorized,
} from './both-apis';

/** `specs/operators.json` and the routes of `api/operators-v1`. */
export const operators: Document = {
  name: 'operators',
  controllers: 'api/operators-v1/**/*.controller.ts',
  declaration: 'scripts/specs/declarations/operators.declaration.ts',
  routesFile: 'api/operators-v1/routes.generated.ts',
  parameters: requestParameters,
  parameterTexts: {
    partyID: 'Идентификатор участника.',
    invoiceID: 'Идентификатор инвойса.',
    paymentID: 'Идентификатор платежа в инвойсе.',
    refundID: 'Идентификатор возврата в платеже.',
    withdrawalID: 'Идентификатор вывода.',
    webhookID: 'Идентификатор вебхука.',
    replayID: 'Идентификатор повторной отправки.',
    connector: 'Имя коннектора.',
    findingID: 'Идентификатор расхождения.',
    operatorID: 'Идентификатор оператора.',
    keyID: 'Идентификатор ключа.',
  },
  access: readAccess('api/operators-v1/access.ts'),
  tags: buildTags([
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
    ['Reconciliation', 'Сверка', /reconciliation/, 'Что расходится между коннекторами и записями платформы.'],
    [
      'Operators',
      'Операторы',
      /operators|operator-keys|sign-in|\/me$/,
      'Кто работает с платформой, с какими ролями и ключами.',
    ],
    ['Parties', 'Участники', /api-keys|request-limit/, 'Ключи участников и пределы их запросов.'],
    [
      'Payments',
      'Платежи',
      /attempts|payment-link|sources/,
      'Попытки авторизации, ссылки на оплату, источники пополнений.',
    ],
    ['Diagnostics', 'Диагностика', /diagnostics/, 'Исправна ли установка.'],
    ['Audit', 'Журнал', /audit/, 'Кто из операторов что сделал.'],
  ]),
  responses: [
    {
      status: 400,
      name: 'InvalidRequest',
      applies: () => true,
      response: jsonAnswer('Запрос неверен.', 'OperatorError'),
    },
    unauthorized,
    { status: 404, name: 'NotFound', applies: looksUp, response: jsonAnswer('Такого объекта нет.', 'OperatorError') },
    {
      status: 429,
      name: 'TooManyRequests',
      applies: () => true,
      response: jsonAnswer(
        'Слишком много запросов одновременно: повторите через время из `Retry-After`.',
        'OperatorError',
      ),
    },
    ...platformFailures('OperatorError'),
  ],
  frame: {
    info: {
      title: 'Holdfast Operators API',
      version: '0.1.0',
      description:
        'API операторов платформы: что произошло с платежом, возвратом, выводом и всем, о чём рассказывают вебхуки; доставка вебхуков; журнал действий. Ключи ' +
        'операторов создаёт команда `holdfast operator-key create`, сотрудники входят командой `holdfast login`; ключи и токены участников здесь не действуют.',
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

// What the documents of both APIs share.
import path from 'node:path';
import { root } from '../../services/platform-process';
import { evaluate } from '../evaluate';
import type { CommonAnswer, Document, Tag } from '../document';
import { listParameters, type Answer, type PlacedOperation } from '../openapi';

/** Tags written as a table: name, title, what of a path speaks for it, description. */
export function buildTags(rows: readonly (readonly [string, string, RegExp, string])[]): Tag[] {
  return rows.map(([name, title, paths, description]) => ({ name, title, paths, description }));
}

/** Who may call each operation, as the API itself checks it. */
export function readAccess(file: string): Document['access'] {
  return evaluate(path.join(root, file))['access'] as Document['access'];
}

/** `X-Request-ID` and `X-Request-Deadline`, which every operation takes. */
export const requestParameters: Document['parameters'] = {
  RequestID: {
    name: 'X-Request-ID',
    in: 'header',
    required: true,
    description:
      'Идентификатор запроса, уникальный для каждого обращения. Возвращается в ответе и помогает найти запрос при обращении ' +
      'в поддержку.',
    schema: { type: 'string', minLength: 1, maxLength: 32 },
    example: '7f3a9c52-1042',
  },
  RequestDeadline: {
    name: 'X-Request-Deadline',
    in: 'header',
    required: false,
    description:
      'Предельное время ожидания ответа: момент по RFC 3339 либо промежуток в миллисекундах, секундах или минутах ' +
      '(`1500ms`, `10s`, `0.5m`). Рекомендуем от 3 секунд до 1 минуты; дольше минуты платформа не ждёт. Если время вышло, ' +
      'ответ — 504, а результат не определён.',
    schema: { type: 'string', minLength: 1, maxLength: 40 },
    example: '30s',
  },
};

/** Bearer authorisation of both APIs. */
export const bearer = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'Ключ API или токен доступа в заголовке `Authorization: Bearer …`. Только по HTTPS.',
  },
};

const failures: readonly (readonly [status: number, name: string, description: string])[] = [
  [500, 'InternalError', 'Непредвиденная ошибка платформы. Обратитесь в поддержку и назовите идентификатор запроса.'],
  [503, 'ServiceUnavailable', 'Платформа временно недоступна. Повторите запрос позже.'],
  [
    504,
    'GatewayTimeout',
    'Время ожидания вышло, результат операции не определён. Повторите запрос с тем же `externalID` или проверьте исходный.',
  ],
];

/** Answers that say that the platform failed, with the body that the API gives them, if any. */
export const platformFailures = (schema?: string): CommonAnswer[] =>
  failures.map(([status, name, description]) => ({
    status,
    name,
    applies: () => true,
    response: schema ? jsonAnswer(description, schema) : { description },
  }));

/** 401 without a body, on each operation that asks for authorisation. */
export const unauthorized: CommonAnswer = {
  status: 401,
  name: 'Unauthorized',
  applies: ({ operation }) => operation.security === undefined,
  response: { description: 'Ключ или токен отсутствует, неверен, истёк либо не даёт права на операцию.' },
};

/** 403 for a key that is not for the operation, and 429 for who asks too much. The Wallet API gives neither a body. */
export const limitations = (schema?: string): CommonAnswer[] =>
  [
    {
      status: 403,
      name: 'InsufficientScope',
      description: 'Ключ API не предназначен для этой операции: у него нет нужной области.',
    },
    {
      status: 429,
      name: 'TooManyRequests',
      description: 'Слишком много запросов. Повторите через столько секунд, сколько указано в заголовке `Retry-After`.',
    },
  ].map(({ status, name, description }) => ({
    status,
    name,
    applies: ({ operation }) => status === 429 || operation.security === undefined,
    response: schema ? jsonAnswer(description, schema) : { description },
  }));

/** Whether an operation looks something up, so that 404 is possible. */
export const looksUp = ({ path, operation }: Omit<PlacedOperation, 'method'>): boolean =>
  path.includes('{') ||
  listParameters(operation).some(
    ({ in: place, name, required }) => place === 'query' && name === 'externalID' && required,
  );

/** A JSON answer whose body is the named schema. */
export const jsonAnswer = (description: string, schema: string): Answer => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

// Common parts of the documents.
import path from 'node:path';
import { root } from '../../services/platform-process';
import { evaluate } from '../evaluate';
import type { CommonAnswer, Document, Tag } from '../document';
import { listParameters, type ResponseObject, type PlacedOperation } from '../openapi';

/** Builds tags from rows: name, title, path pattern, description. */
export function buildTags(rows: readonly (readonly [string, string, RegExp, string])[]): Tag[] {
  return rows.map(([name, title, paths, description]) => ({ name, title, paths, description }));
}

/** Reads the access table of an API. */
export function readAccess(file: string): Document['access'] {
  return evaluate(path.join(root, file))['access'] as Document['access'];
}

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

export const bearer = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'Ключ API или токен доступа в заголовке `Authorization: Bearer …`. Только по HTTPS.',
  },
};

/** The paragraphs of descriptions that the APIs share. */
export const COMMON_RULES = [
  'Запросы и ответы — JSON в кодировке UTF-8. Время — по RFC 3339. Суммы — целые числа в минимальных единицах валюты. ' +
    'В каждом запросе есть заголовок `X-Request-ID` и ключ доступа.',
  'Создание объектов идемпотентно по `externalID`: повтор с теми же параметрами возвращает тот же объект, с другими — ' +
    'ошибку 409.',
];

const failures: readonly (readonly [status: number, name: string, description: string])[] = [
  [500, 'InternalError', 'Непредвиденная ошибка платформы. Обратитесь в поддержку и назовите идентификатор запроса.'],
  [503, 'ServiceUnavailable', 'Платформа временно недоступна. Повторите запрос позже.'],
  [
    504,
    'GatewayTimeout',
    'Время ожидания вышло, результат операции не определён. Повторите запрос с тем же `externalID` или проверьте исходный.',
  ],
];

type Applies = CommonAnswer['applies'];

/** Builds common responses with one body, or without any; they apply to all operations by default. */
export const answersWith =
  (schema?: string) =>
  (status: number, name: string, description: string, applies: Applies = () => true): CommonAnswer => ({
    status,
    name,
    applies,
    response: schema ? jsonAnswer(description, schema) : { description },
  });

/** Responses of platform failures, with their body, if any. */
export const platformFailures = (schema?: string): CommonAnswer[] =>
  failures.map((failure) => answersWith(schema)(...failure));

const needsKey: Applies = ({ operation }) => operation.security === undefined;

export const unauthorized = answersWith()(
  401,
  'Unauthorized',
  'Ключ или токен отсутствует, неверен, истёк либо не даёт права на операцию.',
  needsKey,
);

/** 403 for a key without the scope, 429 above a rate limit. */
export const limitations = (schema?: string): CommonAnswer[] => {
  const answer = answersWith(schema);
  const scope = 'Ключ API не предназначен для этой операции: у него нет нужной области.';
  const rate = 'Слишком много запросов. Повторите через столько секунд, сколько указано в заголовке `Retry-After`.';
  return [answer(403, 'InsufficientScope', scope, needsKey), answer(429, 'TooManyRequests', rate)];
};

export const looksUp = ({ path, operation }: Omit<PlacedOperation, 'method'>): boolean =>
  path.includes('{') ||
  listParameters(operation).some(
    ({ in: place, name, required }) => place === 'query' && name === 'externalID' && required,
  );

const jsonAnswer = (description: string, schema: string): ResponseObject => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

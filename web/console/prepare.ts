import { buildAddress, encodeValue, type ApiRequest } from '../app/reference/samples/api-request';
import { fillVariables, variablesIn } from '../app/reference/samples/variables';
import { holdsRealCard, REAL_CARD } from './cards';
import { getLatest, getRemembered } from './memory';
import type { ConsoleOperation, ConsoleParameter } from './operation';
import { randomHex } from './send';

export interface FormEntry {
  values: Record<string, string>;
  body: string;
}

export function firstEntry(operation: ConsoleOperation): FormEntry {
  const { api, parameters, body = '' } = operation;
  const known = getLatest(api);
  const fill = (text: string): string => fillVariables(text, known);
  const values = parameters
    .filter(({ isRequired }) => isRequired)
    .map((parameter) => [parameter.name, firstValue(operation, parameter, fill)] as const);
  return { values: Object.fromEntries(values), body: fill(withNewID(operation, body)) };
}

/** Fills empty places with values learnt since; what the reader wrote stays. */
export function completeEntry(operation: ConsoleOperation, { values, body }: FormEntry): FormEntry {
  const first = firstEntry(operation).values;
  const filled = Object.entries(values).map(([name, value]) => [name, value || (first[name] ?? '')] as const);
  return { values: Object.fromEntries(filled), body: fillVariables(body, getLatest(operation.api)) };
}

function firstValue(operation: ConsoleOperation, { name, sample }: ConsoleParameter, fill: (text: string) => string) {
  const [made] = name === 'externalID' ? getRemembered(operation.api, `external ${operation.externalID}`) : [];
  const value = made ?? fill(sample);
  return variablesIn(value).length > 0 ? '' : value;
}

/** Generates a new external id, because each attempt creates a new entity. */
function withNewID({ externalID = '' }: ConsoleOperation, body: string): string {
  const word = externalID.split('-')[0] ?? '';
  return externalID ? body.replace(`"${externalID}"`, `"${word}-${randomHex(4)}"`) : body;
}

export type Prepared =
  { request: ApiRequest; url: string; body?: string } | { problem: string; place: 'body' | 'key' | (string & {}) };

export function prepare(operation: ConsoleOperation, { values, body }: FormEntry): Prepared {
  const { parameters, cards, sources } = operation;
  for (const { name, isRequired } of parameters) {
    const value = values[name] ?? '';
    if (isRequired && value === '') return { problem: `Заполните поле ${name}.`, place: name };
    if (holdsRealCard(value, [])) return { problem: REAL_CARD, place: name };
  }
  const request = getRequest(operation, values);
  const url = operation.baseUrl + buildAddress(request);
  if (operation.body === undefined) return { request, url };
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (error) {
    return { problem: `Тело запроса – не JSON${locateFault((error as Error).message, body)}.`, place: 'body' };
  }
  const [missing] = variablesIn(parsed);
  if (missing !== undefined) {
    const source = sources[missing];
    const hint = source ? ` Оно – в ответе «${source.title}».` : '';
    return { problem: `В теле вместо $${missing} нужно значение.${hint}`, place: 'body' };
  }
  const numbers = cards.map(({ number }) => number);
  if (holdsRealCard(parsed, numbers)) return { problem: REAL_CARD, place: 'body' };
  // Sends the parsed body that was checked, because a JSON text may repeat a key.
  return { request: { ...request, body: parsed }, url, body: JSON.stringify(parsed) };
}

/** Reads the place from the browser's English message, which each browser words in its own way. */
function locateFault(message: string, text: string): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line && column) return `: ошибка в строке ${line}, столбце ${column}`;
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return `: ошибка в строке ${before.length}, столбце ${(before.at(-1)?.length ?? 0) + 1}`;
}

function getRequest(operation: ConsoleOperation, values: FormEntry['values']): ApiRequest {
  const { method, path, parameters, needsKey, hasRequestID } = operation;
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeValue(values[name] ?? '')),
    query: parameters
      .filter((one) => one.in === 'query' && (values[one.name] ?? '') !== '')
      .map(({ name }) => [name, values[name] ?? ''] as const),
    needsKey,
    hasRequestID,
  };
}

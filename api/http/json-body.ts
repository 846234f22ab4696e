import type { IncomingMessage } from 'node:http';
import express, { type Request, type RequestHandler } from 'express';
import { ValidateError } from '@tsoa/runtime';
import { Refusal } from '../../domain/platform/errors/refusal';
import { JsonProblem, readJson } from '../../runtime/json-text';
import { MAX_UNKNOWN_FIELDS } from './body-size-limits';
import { getContext } from './context';

const JSON_TYPE = 'application/json';
/** No body has as many known fields. */
const MAX_KNOWN_FIELDS = 200;

/** Refuses a body of unknown fields before it is read to the end. */
const ROOT = {
  maxNames: MAX_UNKNOWN_FIELDS + MAX_KNOWN_FIELDS,
  problem: `has more than ${MAX_UNKNOWN_FIELDS} unknown fields`,
};

const NOT_AN_OBJECT = 'is not a JSON object';

function isPlainJson(request: IncomingMessage): boolean {
  return request.headers['content-type'] === JSON_TYPE;
}

/** Refuses other media types, which would otherwise look like a body without fields. */
function assertJson(request: Request): void {
  if (isPlainJson(request)) return;
  const isEmpty = request.header('Content-Length') === '0';
  const isJson = request.is(JSON_TYPE);
  if (!isEmpty && isJson === false) throw notJson('Content-Type must be application/json');
  const charsets = (request.header('Content-Type') ?? '').matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi);
  if (isJson && [...charsets].some(([, charset = '']) => charset.toLowerCase() !== 'utf-8')) {
    throw notJson('JSON is in UTF-8: charset must be utf-8 or left out');
  }
}

/** Reads the bytes of a body of up to 1 MiB. Operations without a body ignore it, because some clients and proxies send one. */
export function bodyBytes(): RequestHandler {
  const read = express.raw({ type: () => true, limit: '1mb' });
  return (request, response, next) => {
    if (!getContext(request).operation?.takesBody) return next();
    assertJson(request);
    read(request, response, next);
  };
}

/** Parses the bytes that `bodyBytes` has read. */
export function jsonBody(): RequestHandler {
  return (request, _response, next) => {
    if (getContext(request).operation?.takesBody) request.body = parseBody(request.body);
    next();
  };
}

/** @throws ValidateError or Refusal limitExceeded with the place */
function parseBody(body: unknown): object {
  if (!Buffer.isBuffer(body) || body.length === 0) return {};
  const value = withApiErrors(() => readJson(body, ROOT));
  if (typeof value === 'object' && value !== null) return value;
  throw new ValidateError({ body: { message: NOT_AN_OBJECT } }, '');
}

function withApiErrors(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    const place = `body${error.place}`;
    if (error.isExcess) throw new Refusal('limitExceeded', `${place}: ${error.problem}`, { place });
    throw new ValidateError({ [place]: { message: error.problem } }, '');
  }
}

function notJson(message: string): Refusal {
  return new Refusal('invalidRequest', message, { place: 'Content-Type' });
}

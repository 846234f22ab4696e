import type { IncomingMessage } from 'node:http';
import express, { type Request, type RequestHandler } from 'express';
import { Refusal } from '../../domain/errors/refusal';
import { assertModestJson } from './json-text';

const JSON_TYPE = 'application/json';

/** What nearly all send is known without taking it apart. */
function isPlainJson(request: IncomingMessage): boolean {
  return request.headers['content-type'] === JSON_TYPE;
}

function hasJson(request: IncomingMessage): boolean {
  return isPlainJson(request) || Boolean((request as Request).is(JSON_TYPE));
}

/** Refuses a body of another type: it would be read as none, and the caller would hear that all its fields are missing. */
function jsonOnly(): RequestHandler {
  return (request, _response, next) => {
    if (isPlainJson(request)) return next();
    const isEmpty = request.header('Content-Length') === '0';
    const isJson = request.is(JSON_TYPE);
    if (!isEmpty && isJson === false) return next(notJson('Content-Type must be application/json'));
    const charset = /;\s*charset="?([^";\s]*)/i.exec(request.header('Content-Type') ?? '')?.[1];
    if (isJson && charset !== undefined && charset.toLowerCase() !== 'utf-8') {
      return next(notJson('JSON is in UTF-8: charset must be utf-8 or left out'));
    }
    next();
  };
}

/** The layers that read a JSON body of up to a mebibyte, whose size in values is known before it is parsed. */
export function jsonBody(): RequestHandler[] {
  return [
    jsonOnly(),
    express.json({ type: hasJson, limit: '1mb', verify: (_request, _response, text) => assertModestJson(text) }),
  ];
}

function notJson(message: string): Refusal {
  return new Refusal('invalidRequest', message, { place: 'Content-Type' });
}

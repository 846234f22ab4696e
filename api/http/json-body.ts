import express, { type RequestHandler } from 'express';
import { Refusal } from '../../domain/errors/refusal';
import { assertModestJson } from './json-text';

/** Refuses a body of another type: it would be read as none, and the caller would hear that all its fields are missing. */
function jsonOnly(): RequestHandler {
  return (request, _response, next) => {
    const isEmpty = request.header('Content-Length') === '0';
    const isJson = request.is('application/json');
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
  return [jsonOnly(), express.json({ limit: '1mb', verify: (_request, _response, text) => assertModestJson(text) })];
}

function notJson(message: string): Refusal {
  return new Refusal('invalidRequest', message, { place: 'Content-Type' });
}

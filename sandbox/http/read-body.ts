import { raw, type Request, type RequestHandler } from 'express';
import { JsonProblem, readJson, utf8Text } from '../../runtime/json-text';

/** A body that does not match its content type. */
export class UnreadableBody extends Error {
  readonly status = 400;

  constructor(
    readonly place: string,
    readonly problem: string,
  ) {
    super(problem);
  }
}

/** Parses JSON bodies with the platform's rules. */
export function jsonBody(): RequestHandler {
  return reader('application/json', '64kb', (body) => {
    try {
      return readJson(body);
    } catch (error) {
      throw error instanceof JsonProblem ? new UnreadableBody(`body${error.place}`, error.problem) : error;
    }
  });
}

/** Parses browser forms. */
export function formBody(): RequestHandler {
  return reader('application/x-www-form-urlencoded', '32kb', (body) => {
    const text = utf8Text(body);
    if (text === undefined || !isPercentEncoded(text)) throw new UnreadableBody('body', 'is not encoded in UTF-8');
    return Object.fromEntries(new URLSearchParams(text));
  });
}

function reader(type: string, limit: string, read: (body: Buffer) => unknown): RequestHandler {
  const readBytes = raw({ type, limit });
  return (request, response, next) => {
    const charset = getCharset(request);
    if (charset !== undefined && charset.toLowerCase() !== 'utf-8') {
      return next(new UnreadableBody('Content-Type', 'charset must be utf-8 or left out'));
    }
    readBytes(request, response, (error?: unknown) => {
      if (error !== undefined) return next(error);
      try {
        request.body = Buffer.isBuffer(request.body) && request.body.length > 0 ? read(request.body) : {};
      } catch (problem) {
        return next(problem);
      }
      next();
    });
  };
}

function getCharset(request: Request): string | undefined {
  return /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(request.header('Content-Type') ?? '')?.[1];
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

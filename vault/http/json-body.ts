import type { IncomingMessage } from 'node:http';
import { InvalidRequest } from './invalid-request';

/** A forwarded body of 256 KB may be twice as long when it is escaped. */
const MAX_BODY_BYTES = 614_400;

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** Reads a JSON body; undefined for an empty one. @throws BodyTooLarge, InvalidRequest, which never quote it */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request);
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw new InvalidRequest('body', 'the body is not readable JSON');
  }
}

function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    request.on('data', (part: Buffer) => {
      length += part.length;
      if (length <= MAX_BODY_BYTES) return void parts.push(part);
      // The rest is read and discarded, so that the client reads the response.
      parts.length = 0;
      reject(new BodyTooLarge('the body is too large'));
    });
    request.once('end', () => resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)));
    request.once('close', () => {
      if (!request.complete) reject(new InvalidRequest('body', 'the body is incomplete'));
    });
  });
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { CallbackReader } from '../callback';

const notification = z.object({ id: z.string().min(1).max(200) });

/** Reads notifications signed with HMAC-SHA256 of the body in the header `X-Signature`, as hexadecimal digits. */
export function createTemplateCallbacks(secret: string): CallbackReader {
  return {
    read: ({ body, header }) => {
      const expected = createHmac('sha256', secret).update(body).digest();
      const given = Buffer.from(header('X-Signature') ?? '', 'hex');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { kind: 'refused' };
      const { data } = notification.safeParse(parseJson(body));
      return data ? { kind: 'read', operationID: data.id } : { kind: 'unreadable' };
    },
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../acquirer-http';
import { isSigned, type CallbackReader } from '../callback';

const notification = z.object({ id: z.string().min(1).max(200) });

/** Reads notifications signed with HMAC-SHA256 of the body in the header `X-Signature`, as hexadecimal digits. */
export function createTemplateCallbacks(secret: string): CallbackReader {
  return {
    read: ({ body, header }) => {
      const signature = Buffer.from(header('X-Signature') ?? '', 'hex');
      if (!isSigned(signature, createHmac('sha256', secret).update(body).digest())) return { kind: 'refused' };
      const { data } = notification.safeParse(parseJson(body.toString('utf8')));
      return data ? { kind: 'read', operationID: data.id } : { kind: 'unreadable' };
    },
  };
}

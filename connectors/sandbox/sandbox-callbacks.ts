import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../acquirer-http';
import { isSigned, type CallbackReader } from '../callback';

const callback = z.object({ operationID: z.string() });

/** Reads callbacks of the sandbox: a JSON body with the operation's id and an HMAC of its bytes. */
export function createSandboxCallbacks(secret: string): CallbackReader {
  return {
    read({ body, header }) {
      const signature = Buffer.from(header('X-Sandbox-Signature') ?? '', 'hex');
      if (!isSigned(signature, createHmac('sha256', secret).update(body).digest())) return { kind: 'refused' };
      const { data } = callback.safeParse(parseJson(body.toString('utf8')));
      return data ? { kind: 'read', ...data } : { kind: 'unreadable' };
    },
  };
}

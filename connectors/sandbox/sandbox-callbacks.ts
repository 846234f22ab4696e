import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallbackReader } from '../callback';

/** Reads callbacks of the sandbox: a JSON body with the operation's id and an HMAC of its bytes. */
export function createSandboxCallbacks(secret: string): CallbackReader {
  return {
    read({ body, header }) {
      if (!isSigned(body, header('X-Sandbox-Signature') ?? '', secret)) return { kind: 'refused' };
      const operationID = parseOperationID(body);
      return operationID === undefined ? { kind: 'unreadable' } : { kind: 'read', operationID };
    },
  };
}

function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const given = Buffer.from(signature, 'hex');
  const expected = createHmac('sha256', secret).update(body).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parseOperationID(body: Buffer): string | undefined {
  try {
    const given = JSON.parse(body.toString('utf8')) as { operationID?: unknown } | null;
    return typeof given?.operationID === 'string' ? given.operationID : undefined;
  } catch {
    return undefined;
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto';

/** The sandbox's keys, derived from its secret with separate labels. */
export interface SandboxKeys {
  readonly apiKey: string;
  /** Hashes a request to detect repetitions. */
  hashRequest(canonicalBody: string): Buffer;
  /** Hashes a card or token for recognition. */
  hashTool(secret: string): Buffer;
  /** Derives a code of capital letters and digits for an operation and purpose. */
  code(purpose: string, operationID: string, length: number): string;
  sign(text: string): string;
  /** Verifies and returns a signed text; undefined if invalid. */
  read(signed: string): string | undefined;
  /** Signs a callback's bytes, in hexadecimal. */
  signCallback(body: string): string;
}

/** Only the digits 2–7, so that no code looks like a card number. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Derives the API key from the shared secret. */
export function sandboxApiKey(secret: string): string {
  return createHmac('sha256', secret).update('holdfast-sandbox/api-key').digest('base64url');
}

export function createSandboxKeys(secret: string): SandboxKeys {
  const derive = (label: string) => createHmac('sha256', secret).update(`holdfast-sandbox/${label}`).digest();
  const [requestKey, toolKey, codeKey, signingKey] = ['request', 'tool', 'code', 'seal'].map(derive) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const tag = (text: string) => createHmac('sha256', signingKey).update(text).digest().subarray(0, 16);
  return {
    apiKey: sandboxApiKey(secret),
    hashRequest: (body) => createHmac('sha256', requestKey).update(body).digest(),
    hashTool: (tool) => createHmac('sha256', toolKey).update(tool).digest(),
    code: (purpose, operationID, length) => {
      const bytes = createHmac('sha512', codeKey).update(`${purpose}\n${operationID}`).digest();
      return Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
    },
    sign: (text) => `${Buffer.from(text).toString('base64url')}.${tag(text).toString('base64url')}`,
    read: (signed) => {
      const [text = '', given = ''] = signed
        .split('.')
        .map((part) => Buffer.from(part, 'base64url').toString('latin1'));
      const opened = Buffer.from(text, 'latin1').toString('utf8');
      return isSame(Buffer.from(given, 'latin1'), tag(opened)) ? opened : undefined;
    },
    signCallback: (body) => createHmac('sha256', secret).update(body).digest('hex'),
  };
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Compares with a secret in constant time. */
export function secretComparer(expected: string): (given: string) => boolean {
  const digest = (text: string) => createHmac('sha256', 'holdfast-sandbox/compare').update(text).digest();
  const expectedDigest = digest(expected);
  return (given) => timingSafeEqual(digest(given), expectedDigest);
}

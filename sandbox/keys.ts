import { createHmac, timingSafeEqual } from 'node:crypto';

/** Everything secret of the sandbox, each derived from its one secret under its own label. */
export interface SandboxKeys {
  /** What a client presents as its bearer key. */
  readonly apiKey: string;
  /** Tells a repeated request from a changed one without keeping either. */
  hashRequest(canonicalBody: string): Buffer;
  /** Recognises a card or token again without knowing it. */
  hashTool(secret: string): Buffer;
  /** `length` capital letters and digits that belong to this operation and purpose alone. */
  code(purpose: string, operationID: string, length: number): string;
  /** Signs a text so that only this sandbox can have issued it. */
  sign(text: string): string;
  /** Reads what `sign` made; undefined for anything else. */
  read(signed: string): string | undefined;
  /** Signature of a callback's exact bytes, in hexadecimal. */
  signCallback(body: string): string;
}

/** No digits but 2–7, so that no run of digits can be taken for a card number. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The API key that the client of a sandbox derives from the shared secret. */
export function sandboxApiKey(secret: string): string {
  return createHmac('sha256', secret).update('holdfast-sandbox/api-key').digest('base64url');
}

/** Derives the keys. */
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
      return Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join('');
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

/** Compares what is given with a secret, in constant time. */
export function secretComparer(expected: string): (given: string) => boolean {
  const digest = (text: string) => createHmac('sha256', 'holdfast-sandbox/compare').update(text).digest();
  const expectedDigest = digest(expected);
  return (given) => timingSafeEqual(digest(given), expectedDigest);
}

import {
  createDecipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import type { GooglePayKeys } from './google-keys';
import {
  cardNumber,
  cryptogram,
  eciIndicator,
  readTokenJson,
  WalletTokenRefused,
  type OpenedWalletToken,
} from './wallet-token';

/*
 * Tokens of Google Pay by ECv2: https://developers.google.com/pay/api/web/guides/resources/payment-data-cryptography
 */

const moment = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const token = z.object({
  protocolVersion: z.literal('ECv2'),
  signature: z.base64(),
  intermediateSigningKey: z.object({ signedKey: z.string(), signatures: z.array(z.base64()).min(1).max(10) }),
  signedMessage: z.string(),
});
const signingKey = z.object({ keyValue: z.base64(), keyExpiration: moment });
const sealed = z.object({ encryptedMessage: z.base64(), ephemeralPublicKey: z.base64(), tag: z.base64() });
const content = z.object({
  messageId: z.string().min(1).max(500),
  messageExpiration: moment,
  gatewayMerchantId: z.string().optional(),
  paymentMethod: z.literal('CARD'),
  paymentMethodDetails: z.object({
    pan: cardNumber,
    expirationMonth: z.int().min(1).max(12),
    expirationYear: z.int().min(2_000).max(2_099),
    authMethod: z.enum(['PAN_ONLY', 'CRYPTOGRAM_3DS']),
    cryptogram: cryptogram.optional(),
    eciIndicator: eciIndicator.optional(),
  }),
});

/** Verifies and decrypts a token. @throws WalletTokenRefused */
export function openGoogleToken(
  text: string,
  { merchantID, keys }: { merchantID: string; keys: GooglePayKeys },
  now = Date.now(),
): OpenedWalletToken {
  const given = readTokenJson(token, text);
  verifySigningKey(given.intermediateSigningKey, keys, now);
  const { keyValue, keyExpiration } = readTokenJson(signingKey, given.intermediateSigningKey.signedKey);
  if (keyExpiration <= now) throw new WalletTokenRefused('expired');
  const signed = toSignedBytes('Google', keys.recipientID, 'ECv2', given.signedMessage);
  if (!isSigned(signed, keyValue, given.signature)) throw new WalletTokenRefused('signature');
  const opened = readTokenJson(content, decrypt(readTokenJson(sealed, given.signedMessage), keys));
  if (opened.messageExpiration <= now) throw new WalletTokenRefused('expired');
  const { gatewayMerchantId } = opened;
  const isForGateway = keys.recipientID.startsWith('gateway:');
  if (isForGateway ? gatewayMerchantId !== merchantID : gatewayMerchantId !== undefined)
    throw new WalletTokenRefused('merchant');
  const { authMethod, pan, expirationMonth, expirationYear, ...details } = opened.paymentMethodDetails;
  if ((authMethod === 'CRYPTOGRAM_3DS') !== (details.cryptogram !== undefined))
    throw new WalletTokenRefused('malformed');
  return {
    id: opened.messageId,
    validUntil: opened.messageExpiration,
    cardNumber: pan,
    expDate: `${String(expirationMonth).padStart(2, '0')}/${String(expirationYear).slice(2)}`,
    cryptogram: details.cryptogram,
    eci: details.eciIndicator,
  };
}

/** The intermediate key is signed by one of Google’s root keys that have not expired. */
function verifySigningKey(
  { signedKey, signatures }: { signedKey: string; signatures: readonly string[] },
  { rootKeys }: GooglePayKeys,
  now: number,
): void {
  const signed = toSignedBytes('Google', 'ECv2', signedKey);
  const valid = rootKeys.filter(({ expiresAt }) => expiresAt > now);
  const isByRoot = valid.some(({ keyValue }) => signatures.some((signature) => isSigned(signed, keyValue, signature)));
  if (!isByRoot) throw new WalletTokenRefused('signature');
}

function decrypt({ encryptedMessage, ephemeralPublicKey, tag }: z.output<typeof sealed>, keys: GooglePayKeys): string {
  const [message, ephemeral, mac] = [encryptedMessage, ephemeralPublicKey, tag].map((part) =>
    Buffer.from(part, 'base64'),
  ) as [Buffer, Buffer, Buffer];
  // During a rotation of our keys the code of authenticity tells which of them the token is for.
  for (const privateKey of keys.privateKeys) {
    const secret = diffieHellman({ privateKey, publicKey: readPoint(ephemeral) });
    const derived = Buffer.from(hkdfSync('sha256', Buffer.concat([ephemeral, secret]), Buffer.alloc(32), 'Google', 64));
    const expected = createHmac('sha256', derived.subarray(32)).update(message).digest();
    if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) continue;
    const cipher = createDecipheriv('aes-256-ctr', derived.subarray(0, 32), Buffer.alloc(16));
    return Buffer.concat([cipher.update(message), cipher.final()]).toString();
  }
  throw new WalletTokenRefused('encryption');
}

/** An uncompressed point of P-256, which must be on the curve. */
function readPoint(point: Buffer) {
  if (point.length !== 65 || point[0] !== 4) throw new WalletTokenRefused('malformed');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ];
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  } catch {
    throw new WalletTokenRefused('malformed');
  }
}

/** Each part after its length in four bytes, the lowest first. */
export function toSignedBytes(...parts: readonly string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** ECDSA with SHA-256 over P-256; the key is in SubjectPublicKeyInfo. */
function isSigned(signed: Buffer, keyValue: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(keyValue, 'base64'), format: 'der', type: 'spki' });
    return (
      key.asymmetricKeyDetails?.namedCurve === 'prime256v1' &&
      verify('sha256', signed, key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}

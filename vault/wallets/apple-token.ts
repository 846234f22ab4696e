import { createDecipheriv, createHash, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { ApplePayKeys } from './apple-keys';
import { verifyAppleSignature } from './apple-signature';
import {
  cardNumber,
  cryptogram,
  eciIndicator,
  readTokenJson,
  WalletTokenRefused,
  type OpenedWalletToken,
} from './wallet-token';

/*
 * Tokens of Apple Pay by EC_v1: https://developer.apple.com/documentation/passkit/payment-token-format-reference
 */

/** Between the signing of a token and its use: Apple says "a few minutes". */
const MAX_AGE_MS = 300_000;
const TAG_LENGTH = 16;

/** The length is fixed, because the signed parts follow each other without lengths: another split would be another id. */
const sha256 = z.string().regex(/^[\da-f]{64}$/i);
const token = z.object({
  version: z.literal('EC_v1'),
  data: z.base64(),
  signature: z.base64(),
  header: z.object({
    ephemeralPublicKey: z.base64(),
    publicKeyHash: z.base64(),
    transactionId: sha256,
    applicationData: sha256.optional(),
  }),
});
const content = z.object({
  applicationPrimaryAccountNumber: cardNumber,
  applicationExpirationDate: z.string().regex(/^\d\d(0[1-9]|1[0-2])\d\d$/),
  currencyCode: z.string().regex(/^\d{3}$/),
  transactionAmount: z.int().nonnegative(),
  // The other one, EMV, has no cryptogram for payments in the Internet.
  paymentDataType: z.literal('3DSecure'),
  paymentData: z.object({ onlinePaymentCryptogram: cryptogram, eciIndicator: eciIndicator.optional() }),
});

/** Verifies and decrypts a token: the `paymentData` of Apple's `PKPaymentToken`. @throws WalletTokenRefused */
export function openAppleToken(
  text: string,
  { merchantID, keys: { keys, rootCertificates } }: { merchantID: string; keys: ApplePayKeys },
  now = Date.now(),
): OpenedWalletToken {
  const { header, ...given } = readTokenJson(token, text);
  const [ephemeral, data, signature] = [header.ephemeralPublicKey, given.data, given.signature].map((part) =>
    Buffer.from(part, 'base64'),
  ) as [Buffer, Buffer, Buffer];
  const id = Buffer.from(header.transactionId, 'hex');
  const signed = Buffer.concat([ephemeral, data, id, Buffer.from(header.applicationData ?? '', 'hex')]);
  const signedAt = verifyAppleSignature({ signature, signed }, rootCertificates, now).getTime();
  if (!(Math.abs(now - signedAt) <= MAX_AGE_MS)) throw new WalletTokenRefused('expired');
  const key = keys.get(header.publicKeyHash);
  if (!key) throw new WalletTokenRefused('encryption');
  if (key.merchantID !== merchantID) throw new WalletTokenRefused('merchant');
  const secret = deriveKey({ privateKey: key.privateKey, publicKey: readEphemeral(ephemeral) }, merchantID);
  const opened = readTokenJson(content, decrypt(data, secret));
  const [year, month] = [opened.applicationExpirationDate.slice(0, 2), opened.applicationExpirationDate.slice(2, 4)];
  return {
    id,
    validUntil: signedAt + MAX_AGE_MS,
    cardNumber: opened.applicationPrimaryAccountNumber,
    expDate: `${month}/${year}`,
    cryptogram: opened.paymentData.onlinePaymentCryptogram,
    eci: opened.paymentData.eciIndicator,
    agreed: { amount: opened.transactionAmount, numericCode: opened.currencyCode },
  };
}

/** The key of the content by the key derivation of NIST SP 800-56A, 5.8.1, in its one round. */
function deriveKey(pair: { privateKey: KeyObject; publicKey: KeyObject }, merchantID: string): Buffer {
  const round = Buffer.of(0, 0, 0, 1);
  const about = Buffer.concat([
    Buffer.from('\x0did-aes256-GCMApple'),
    createHash('sha256').update(merchantID).digest(),
  ]);
  return createHash('sha256').update(round).update(diffieHellman(pair)).update(about).digest();
}

function readEphemeral(bytes: Buffer): KeyObject {
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // Not a key.
  }
  throw new WalletTokenRefused('malformed');
}

function decrypt(data: Buffer, key: Buffer): string {
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, Buffer.alloc(16), { authTagLength: TAG_LENGTH });
    cipher.setAuthTag(data.subarray(-TAG_LENGTH));
    return Buffer.concat([cipher.update(data.subarray(0, -TAG_LENGTH)), cipher.final()]).toString();
  } catch {
    throw new WalletTokenRefused('encryption');
  }
}

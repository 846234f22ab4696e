import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** What opens tokens of Google Pay. */
export interface GooglePayKeys {
  /** `gateway:<name>` or `merchant:<id>`, which Google signs. */
  recipientID: string;
  privateKeys: readonly KeyObject[];
  /** Google’s keys: SubjectPublicKeyInfo in Base64, and until when. */
  rootKeys: readonly { keyValue: string; expiresAt: number }[];
}

const rootKey = z.object({ keyValue: z.base64(), protocolVersion: z.string(), keyExpiration: z.string().optional() });
const file = z.object({
  recipientID: z.string().regex(/^(gateway|merchant):[\w.-]{1,100}$/),
  privateKeys: z.array(z.string()).min(1).max(4),
  rootKeys: z.object({ keys: z.array(rootKey).min(1) }),
});

/** Reads `recipientID`, `privateKeys` (PEM of P-256), and `rootKeys` as Google publishes them. @throws if it is wrong */
export function parseGooglePayKeys(given: unknown): GooglePayKeys {
  const { recipientID, privateKeys, rootKeys } = file.parse(given);
  const own = privateKeys.map((pem) => createPrivateKey(pem));
  for (const key of own) assertP256(key, 'Google Pay');
  const roots = rootKeys.keys.filter(({ protocolVersion }) => protocolVersion === 'ECv2');
  if (roots.length === 0) throw new Error('Google’s root keys have none of ECv2');
  const expiry = (text: string | undefined): number => (text === undefined ? Infinity : Number(text));
  return {
    recipientID,
    privateKeys: own,
    rootKeys: roots.map(({ keyValue, keyExpiration }) => ({ keyValue, expiresAt: expiry(keyExpiration) })),
  };
}

/** Wallets encrypt for keys of P-256. @throws for another key */
export function assertP256(key: KeyObject, wallet: string): void {
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error(`a private key of ${wallet} is not of P-256`);
}

import { createHash, createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { assertP256 } from './google-keys';

/** What opens tokens of Apple Pay. */
export interface ApplePayKeys {
  /** By the SHA-256 of its public key in Base64, which a token names. */
  keys: ReadonlyMap<string, { merchantID: string; privateKey: KeyObject }>;
  rootCertificates: readonly X509Certificate[];
}

const file = z.object({
  merchants: z
    .array(z.object({ merchantID: z.string().min(1).max(200), privateKeys: z.array(z.string()).min(1).max(4) }))
    .min(1),
  rootCertificates: z.array(z.string()).min(1).max(4),
});

/** Reads Apple's merchant identifiers with their payment processing keys, and Apple's root certificates, all PEM. @throws if it is wrong */
export function parseApplePayKeys(given: unknown): ApplePayKeys {
  const { merchants, rootCertificates } = file.parse(given);
  const keys = merchants.flatMap(({ merchantID, privateKeys }) =>
    privateKeys.map((pem) => {
      const privateKey = createPrivateKey(pem);
      assertP256(privateKey, 'Apple Pay');
      const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
      return [createHash('sha256').update(publicKey).digest('base64'), { merchantID, privateKey }] as const;
    }),
  );
  const roots = rootCertificates.map((pem) => new X509Certificate(pem));
  if (roots.some(({ ca }) => !ca)) throw new Error('a root certificate of Apple Pay is not of an authority');
  return { keys: new Map(keys), rootCertificates: roots };
}

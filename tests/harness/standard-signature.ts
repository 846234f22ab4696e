import { createPublicKey, verify } from 'node:crypto';

/** The number of signatures in the header. */
export function standardSignatures(headers: Readonly<Record<string, unknown>>): string[] {
  return String(headers['webhook-signature']).split(' ');
}

/** Whether a signature was made with the published key `whpk_…`, by the Standard Webhooks specification. */
export function isStandardSigned(
  publicKey: string,
  { headers, body }: { headers: Readonly<Record<string, unknown>>; body: Buffer },
): boolean {
  const x = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body.toString()}`;
  return standardSignatures(headers).some((each) => {
    const [version, signature = ''] = each.split(',');
    return version === 'v1a' && verify(null, Buffer.from(content), key, Buffer.from(signature, 'base64'));
  });
}

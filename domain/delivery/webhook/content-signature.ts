/** The header that carries the signature of a webhook message. */
export const CONTENT_SIGNATURE_HEADER = 'Content-Signature';

/**
 * Builds the header from a signature of the exact body bytes (RSASSA-PKCS1-v1_5 with SHA-256). The digest is padded
 * URL-safe base64, as the integrators' verifiers expect.
 */
export function contentSignature(signatureBase64: string): string {
  return `alg=RS256; digest=${signatureBase64.replaceAll('+', '-').replaceAll('/', '_')}`;
}

/** The header that carries the signature of a webhook message. */
export const CONTENT_SIGNATURE_HEADER = 'Content-Signature';

/**
 * The value of the header for a signature of the exact bytes of the body (RSASSA-PKCS1-v1_5 with SHA-256). The digest
 * is URL-safe base64 with its padding, as the integrators' verifiers expect it.
 */
export function contentSignature(signatureBase64: string): string {
  return `alg=RS256; digest=${signatureBase64.replaceAll('+', '-').replaceAll('/', '_')}`;
}

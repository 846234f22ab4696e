import { createHmac } from 'node:crypto';
import { isSigned } from './callback';

/** Query parameters of the page that payers return to. */
const OPERATION = 'operation';
const SIGNATURE = 'signature';

/**
 * Builds the address of our page for a payer; the signature prevents foreign operations. It has neither the shop's page, which would
 * exceed the 1,024 characters that Adyen recommends, nor personal data.
 */
export function buildReturnUrl(callbackUrl: string, operationID: string, hmacKey: Buffer): string {
  const url = new URL(callbackUrl);
  url.searchParams.set(OPERATION, operationID);
  url.searchParams.set(SIGNATURE, sign(operationID, hmacKey).toString('hex'));
  return url.href;
}

/** Reads the operation of such an address; undefined without a valid signature. */
export function readReturnedOperation(query: URLSearchParams, keys: readonly Buffer[]): string | undefined {
  const operationID = query.get(OPERATION);
  if (operationID === null) return undefined;
  const given = Buffer.from(query.get(SIGNATURE) ?? '', 'hex');
  return keys.some((key) => isSigned(given, sign(operationID, key))) ? operationID : undefined;
}

/** The text differs from every text that an acquirer signs with this key: it begins with a word of its own. */
function sign(operationID: string, hmacKey: Buffer): Buffer {
  return createHmac('sha256', hmacKey)
    .update(JSON.stringify(['payer-return', operationID]))
    .digest();
}

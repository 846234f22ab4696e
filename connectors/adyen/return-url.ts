import { createHmac, timingSafeEqual } from 'node:crypto';

/** Query parameters of the page that payers return to. */
const OPERATION = 'operation';
const TARGET = 'to';
const SIGNATURE = 'signature';

/** The page that a payer returns to after 3-D Secure, and where it leads. */
export interface PayerReturn {
  operationID: string;
  /** The shop's page, if it named one. */
  redirectUrl?: string;
}

/** Builds the address of our page for returning payers; the signature prevents open redirects and foreign operations. */
export function buildReturnUrl(callbackUrl: string, payerReturn: PayerReturn, hmacKey: Buffer): string {
  const url = new URL(callbackUrl);
  url.searchParams.set(OPERATION, payerReturn.operationID);
  if (payerReturn.redirectUrl !== undefined) url.searchParams.set(TARGET, payerReturn.redirectUrl);
  url.searchParams.set(SIGNATURE, sign(payerReturn, hmacKey).toString('hex'));
  return url.href;
}

/** Reads the query of a returning payer; undefined without a valid signature. */
export function readPayerReturn(query: URLSearchParams, hmacKey: Buffer): PayerReturn | undefined {
  const [operationID, redirectUrl] = [query.get(OPERATION), query.get(TARGET)];
  if (operationID === null) return undefined;
  const payerReturn = { operationID, ...(redirectUrl !== null && { redirectUrl }) };
  const given = Buffer.from(query.get(SIGNATURE) ?? '', 'hex');
  const expected = sign(payerReturn, hmacKey);
  return given.length === expected.length && timingSafeEqual(given, expected) ? payerReturn : undefined;
}

/** The text differs from every text that Adyen signs with this key: it begins with a word of its own. */
function sign({ operationID, redirectUrl = '' }: PayerReturn, hmacKey: Buffer): Buffer {
  return createHmac('sha256', hmacKey)
    .update(JSON.stringify(['payer-return', operationID, redirectUrl]))
    .digest();
}

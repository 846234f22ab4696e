import { createHmac } from 'node:crypto';
import { isSigned, type CallbackReader } from '../callback';
import { ownNotice } from '../own-notice';
import { fromOrderID, toOrderID } from './order-id';

/** Of 3-D Secure 1, in Base64. */
const MAX_RESULT = 16_000;
const SIGNATURE_LENGTH = 16;

/**
 * The address that the card's bank sends the payer back to; the signature prevents that of another payment. It is short: the bank takes
 * values of 100 characters in `DATA`.
 */
export function returnAddress(callbackUrl: string, operationID: string, password: string): string {
  const order = toOrderID(operationID);
  const url = new URL(callbackUrl);
  url.search = new URLSearchParams({ o: order, s: sign(order, password) }).toString();
  return url.href;
}

/** Reads a payer's return, which is a form of the card's bank; in version 2 the bank has the result from there. */
export function returnReader(password: string): NonNullable<CallbackReader['readReturn']> {
  return (query, body) => {
    const order = query.get('o') ?? '';
    if (!isSigned(Buffer.from(query.get('s') ?? ''), Buffer.from(sign(order, password)))) return undefined;
    const operationID = fromOrderID(order);
    const form = new URLSearchParams(body?.toString('utf8'));
    const [MD = '', PaRes = ''] = ['MD', 'PaRes'].map((name) => form.get(name) ?? '');
    if (operationID === undefined || (PaRes === '' && !form.has('cres'))) return undefined;
    if (MD.length + PaRes.length > MAX_RESULT) return undefined;
    const details: Record<string, string> = PaRes === '' ? {} : { MD, PaRes };
    const notice = ownNotice('returned', { reference: operationID, connectorReference: order, details });
    return { operationID, notice };
  };
}

/** The text is none of those that the bank's tokens are made of: it is an HMAC, and begins with a word of its own. */
function sign(order: string, password: string): string {
  const signature = createHmac('sha256', password).update(`payer-return ${order}`).digest('base64url');
  return signature.slice(0, SIGNATURE_LENGTH);
}

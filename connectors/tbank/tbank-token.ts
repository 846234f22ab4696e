import { createHash } from 'node:crypto';
import { isSigned } from '../callback';

/** Values of the root object; nested ones have no part in the token. */
type Scalar = string | number | boolean;

/** The token of a request or notification: SHA-256 of the root's values and the password, sorted by their names. */
export function tbankToken(body: Readonly<Record<string, unknown>>, password: string): string {
  const { Token: _, ...fields } = body;
  const signed = Object.entries({ ...fields, Password: password }).filter(([, value]) => isScalar(value));
  const values = signed.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => String(value));
  return createHash('sha256').update(values.join('')).digest('hex');
}

export function hasToken(body: Readonly<Record<string, unknown>>, password: string): boolean {
  return isSigned(Buffer.from(String(body['Token']).toLowerCase()), Buffer.from(tbankToken(body, password)));
}

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

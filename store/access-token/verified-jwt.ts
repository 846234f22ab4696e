import { decodeProtectedHeader, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { findKey, type KeyRing } from '../secrets/key-ring';

/** The payload of a token that one of our keys has signed; undefined for a foreign, changed or expired token. */
export async function verifiedJwt(
  token: string,
  expected: Pick<JWTVerifyOptions, 'issuer' | 'typ'>,
  signingKeys: KeyRing,
): Promise<JWTPayload | undefined> {
  const key = findKey(signingKeys, getKeyId(token));
  const options = { ...expected, algorithms: ['HS256'] };
  return key && (await jwtVerify(token, key.secret, options).catch(() => undefined))?.payload;
}

function getKeyId(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

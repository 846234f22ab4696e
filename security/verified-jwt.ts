import { decodeProtectedHeader, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { findKey, type KeyRing } from './key-ring';

/** Verifies a JWT with every key of the ring; undefined if it is foreign, changed or expired. */
export async function verifyJwt(
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

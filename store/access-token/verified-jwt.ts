import { decodeProtectedHeader, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { keysFor, type KeyRing } from '../secrets/key-ring';

/** Verifies a JWT with every key of the ring; undefined if it is foreign, changed or expired. */
export async function verifyJwt(
  token: string,
  expected: Pick<JWTVerifyOptions, 'issuer' | 'typ'>,
  signingKeys: KeyRing,
): Promise<JWTPayload | undefined> {
  for (const { secret } of keysFor(signingKeys, getKeyId(token))) {
    const verified = await jwtVerify(token, secret, { ...expected, algorithms: ['HS256'] }).catch(() => undefined);
    if (verified) return verified.payload;
  }
  return undefined;
}

/** Undefined for a token of the time before keys had names. */
function getKeyId(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

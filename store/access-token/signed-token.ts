import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { verifiedJwt } from './verified-jwt';
import type { KeyRing } from '../secrets/key-ring';

/** A payload that we once signed, with the id of that one token. */
export interface SignedToken<Payload> {
  id: string;
  payload: Payload;
}

const ISSUER = 'holdfast';

/**
 * Signs a payload as a token (a JWT with HS256: only the platform itself reads it). `purpose` is bound to it: what was
 * signed as one thing is never read as another. When a token ends, its payload says.
 */
export async function signToken(payload: object, purpose: string, signingKeys: KeyRing): Promise<string> {
  return signTokenAs({ id: randomUUID(), payload }, purpose, signingKeys);
}

/** The same under an id that is known already: what is signed twice is one token, and the same text. */
export async function signTokenAs(
  { id, payload }: SignedToken<object>,
  purpose: string,
  signingKeys: KeyRing,
): Promise<string> {
  return new SignJWT({ payload })
    .setProtectedHeader({ alg: 'HS256', typ: purpose, kid: signingKeys.first.id })
    .setIssuer(ISSUER)
    .setJti(id)
    .sign(signingKeys.first.secret);
}

/** What a token says, or undefined for one that is not ours, was changed, or was signed for something else. */
export async function readToken<Payload>(
  token: string,
  purpose: string,
  signingKeys: KeyRing,
): Promise<SignedToken<Payload> | undefined> {
  const { jti, payload } = (await verifiedJwt(token, { issuer: ISSUER, typ: purpose }, signingKeys)) ?? {};
  return jti && payload ? { id: jti, payload: payload as Payload } : undefined;
}

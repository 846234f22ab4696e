import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { verifyJwt } from './verified-jwt';
import type { KeyRing } from './key-ring';

export interface TokenClaims<Payload> {
  id: string;
  payload: Payload;
}

const ISSUER = 'holdfast';

/** Signs a payload as a JWT (HS256) bound to `purpose`. Expiry is part of the payload. */
export async function signToken(payload: object, purpose: string, signingKeys: KeyRing): Promise<string> {
  return signTokenAs({ id: randomUUID(), payload }, purpose, signingKeys);
}

/** Signs under a known id: signing twice gives the same token. */
export async function signTokenAs(
  { id, payload }: TokenClaims<object>,
  purpose: string,
  signingKeys: KeyRing,
): Promise<string> {
  return new SignJWT({ payload })
    .setProtectedHeader({ alg: 'HS256', typ: purpose, kid: signingKeys.first.id })
    .setIssuer(ISSUER)
    .setJti(id)
    .sign(signingKeys.first.secret);
}

/** Returns the payload of a token; undefined if it is foreign, changed or signed for another purpose. */
export async function readToken<Payload>(
  token: string,
  purpose: string,
  signingKeys: KeyRing,
): Promise<TokenClaims<Payload> | undefined> {
  const { jti, payload } = (await verifyJwt(token, { issuer: ISSUER, typ: purpose }, signingKeys)) ?? {};
  return jti && payload ? { id: jti, payload: payload as Payload } : undefined;
}

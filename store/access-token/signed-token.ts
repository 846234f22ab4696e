import { randomUUID } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';

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
export async function signToken(payload: object, purpose: string, signingKey: Uint8Array): Promise<string> {
  return signTokenAs({ id: randomUUID(), payload }, purpose, signingKey);
}

/** The same under an id that is known already: what is signed twice is one token, and the same text. */
export async function signTokenAs(
  { id, payload }: SignedToken<object>,
  purpose: string,
  signingKey: Uint8Array,
): Promise<string> {
  return new SignJWT({ payload })
    .setProtectedHeader({ alg: 'HS256', typ: purpose })
    .setIssuer(ISSUER)
    .setJti(id)
    .sign(signingKey);
}

/** What a token says, or undefined for one that is not ours, was changed, or was signed for something else. */
export async function readToken<Payload>(
  token: string,
  purpose: string,
  signingKey: Uint8Array,
): Promise<SignedToken<Payload> | undefined> {
  const options = { issuer: ISSUER, algorithms: ['HS256'], typ: purpose };
  const verified = await jwtVerify(token, signingKey, options).catch(() => undefined);
  const { jti, payload } = verified?.payload ?? {};
  return jti && payload ? { id: jti, payload: payload as Payload } : undefined;
}

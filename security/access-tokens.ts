import { SignJWT } from 'jose';
import { verifyJwt } from './verified-jwt';
import type { KeyRing } from './key-ring';

export interface AccessTokenScope {
  kind: 'invoice' | 'customer' | 'invoiceTemplate';
  id: string;
  partyID: string;
  shopID: string;
}

/** Invoice and customer tokens live three days (the payments document, § 9); template tokens do not expire. */
const LIFETIME_SECONDS: Record<AccessTokenScope['kind'], number | undefined> = {
  invoice: 259_200,
  customer: 259_200,
  invoiceTemplate: undefined,
};

const ISSUER = 'holdfast';

/** Signs an access token: a JWT with HS256, read by the platform only. */
export async function createAccessToken(
  scope: AccessTokenScope,
  signingKeys: KeyRing,
  now = new Date(),
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1_000);
  const token = new SignJWT({ kind: scope.kind, party: scope.partyID, shop: scope.shopID })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: signingKeys.first.id })
    .setIssuer(ISSUER)
    .setSubject(scope.id)
    .setIssuedAt(issuedAt);
  const lifetime = LIFETIME_SECONDS[scope.kind];
  if (lifetime !== undefined) token.setExpirationTime(issuedAt + lifetime);
  return token.sign(signingKeys.first.secret);
}

/** Returns the scope of a token; undefined if it is foreign, changed or expired. */
export async function readAccessToken(token: string, signingKeys: KeyRing): Promise<AccessTokenScope | undefined> {
  const payload = await verifyJwt(token, { issuer: ISSUER }, signingKeys);
  if (!payload?.sub) return undefined;
  const { kind, party, shop } = payload as { kind: AccessTokenScope['kind']; party: string; shop: string };
  if (!(kind in LIFETIME_SECONDS)) return undefined;
  return { kind, id: payload.sub, partyID: party, shopID: shop };
}

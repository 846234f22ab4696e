import type { Environment } from '../../runtime/environment';
import { ProviderUnavailable, readProviderMetadata } from '../../security/openid-connect';
import { rootClaim } from '../../security/openid-groups';
import { statement } from '../../store/postgres/database';
import type { Store } from '../../store/store';
import { failure, ok, warning, type DoctorCheck, type CheckResult } from './finding';

type OpenIdCheckSettings = Pick<Environment, 'OIDC_ISSUER' | 'OIDC_GROUPS_CLAIM' | 'OIDC_ROLES'>;

const COUNT = statement<{ known: number; withRoles: number }>(
  'doctor-openid-operators',
  `SELECT count(*)::int AS known, (count(*) FILTER (WHERE roles <> '{}'))::int AS "withRoles"
   FROM operators WHERE issuer = $1`,
);

/** Checks that the OpenID Connect provider answers and that its tokens give roles; none without `OIDC_ISSUER`. */
export function openIdChecks(environment: OpenIdCheckSettings, store: Store): DoctorCheck[] {
  const { OIDC_ISSUER: issuer } = environment;
  if (issuer === undefined) return [];
  return [
    { name: 'OpenID Connect issuer', look: () => findIssuer(issuer) },
    { name: 'OpenID Connect groups', needs: 'schema', look: () => findGroups(environment, issuer, store) },
  ];
}

async function findIssuer(issuer: string): Promise<CheckResult> {
  try {
    const { keysUrl } = await readProviderMetadata(issuer);
    const answer = await fetch(keysUrl, { signal: AbortSignal.timeout(5_000), redirect: 'error' });
    if (!answer.ok) throw new ProviderUnavailable(`${keysUrl.href} answers ${answer.status}`);
    return ok(`${issuer} answers, and so do its keys`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failure(
      `${issuer}: ${why}`,
      'start the provider, or fix OIDC_ISSUER; until then operators sign in with keys',
    );
  }
}

async function findGroups(settings: OpenIdCheckSettings, issuer: string, { database }: Store): Promise<CheckResult> {
  const { OIDC_GROUPS_CLAIM: claim, OIDC_ROLES: roles } = settings;
  if (roles.length === 0)
    return failure('OIDC_ROLES names no group', 'set it: `staff=viewer`; without it all are refused');
  const [counted] = await database.run(COUNT, [issuer]);
  if (counted && counted.withRoles > 0) return ok(`${claim} has given roles to ${counted.withRoles} operators`);
  const { claims } = await readProviderMetadata(issuer).catch(() => ({ claims: undefined }));
  const isListed = !Array.isArray(claims) || claims.includes(rootClaim(claim)) || claims.includes(claim);
  const remedy = 'let the provider put it into access tokens, or fix OIDC_GROUPS_CLAIM and OIDC_ROLES';
  const unseen = `no token with groups in ${claim} has been seen`;
  return warning(isListed ? unseen : `${unseen}, and the provider does not list the claim`, remedy);
}

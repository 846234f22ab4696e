import type { Environment } from '../../runtime/environment';
import { ProviderUnavailable, readProviderMetadata } from '../../security/openid-connect';
import { rootClaim } from '../../security/openid-groups';
import { statement } from '../../store/postgres/database';
import type { Store } from '../../store/store';
import { errorText, failure, ok, warning, type DoctorCheck, type CheckResult } from './finding';

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
    return ok({ kind: 'issuerAnswers', address: issuer });
  } catch (error) {
    return failure({ kind: 'issuerFails', address: issuer, text: errorText(error) });
  }
}

async function findGroups(settings: OpenIdCheckSettings, issuer: string, { database }: Store): Promise<CheckResult> {
  const { OIDC_GROUPS_CLAIM: claim, OIDC_ROLES: roles } = settings;
  if (roles.length === 0) return failure({ kind: 'groupsNotNamed' });
  const [counted] = await database.run(COUNT, [issuer]);
  if (counted && counted.withRoles > 0) return ok({ kind: 'groupsSeen', name: claim, count: counted.withRoles });
  const { claims } = await readProviderMetadata(issuer).catch(() => ({ claims: undefined }));
  const isListed = !Array.isArray(claims) || claims.includes(rootClaim(claim)) || claims.includes(claim);
  return warning({ kind: isListed ? 'groupsNotSeen' : 'groupsNotListed', name: claim });
}

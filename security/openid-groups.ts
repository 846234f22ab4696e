type Claims = Readonly<Record<string, unknown>>;

/**
 * The groups in a claim: a list or a text of groups separated by spaces. The claim is a name (`groups`), a dotted path
 * (`realm_access.roles`) or, where names contain dots, a JSON pointer (`/resource_access/holdfast.example/roles`). A group is
 * also known by the common name of an LDAP entry (`CN=finance,OU=Groups,…`).
 */
export function readGroups(claims: Claims, claim: string): string[] {
  const value = readClaim(claims, claim);
  const texts = (Array.isArray(value) ? value : splitList(value)).filter((text) => typeof text === 'string');
  return texts.flatMap((text) => [text, readCommonName(text) ?? []]).flat();
}

/** The name of the claim at the root, which a provider's metadata lists. */
export function rootClaim(claim: string): string {
  return claim.startsWith('/') ? (toPath(claim)[0] ?? '') : (claim.split('.')[0] ?? '');
}

/** A claim may itself be named like a path: `https://bank.example/groups`. */
function readClaim(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  return toPath(claim).reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.hasOwn(value, name) ? (value as Claims)[name] : undefined;
  }, claims);
}

function toPath(claim: string): string[] {
  if (!claim.startsWith('/')) return claim.split('.');
  return claim
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The name of an LDAP entry may contain spaces, so it is never split. */
function splitList(value: unknown): unknown[] {
  return typeof value === 'string' && !value.includes('=') ? [value, ...value.split(/\s+/)] : [value];
}

function readCommonName(text: string): string | undefined {
  return /^CN=((?:\\.|[^\\,+])+),/i.exec(text)?.[1]?.replace(/\\(.)/g, '$1').trim();
}

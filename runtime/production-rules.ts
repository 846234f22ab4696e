/** Keys of 32 bytes; several are separated by commas. */
const KEYS = ['ENCRYPTION_KEY', 'TOKEN_SIGNING_KEY', 'CONSOLE_SESSION_KEY', 'VAULT_KEK', 'TEMPORAL_PAYLOAD_KEY'];
/** Addresses that browsers and staff open, and the issuer that operators are trusted by. */
const PUBLIC_URLS = ['API_URL', 'CHECKOUT_URL', 'CONSOLE_URL', 'SITE_URL', 'OIDC_ISSUER'];
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** The name of a container or a service, which no public network resolves: acquirers on the same network call back by it. */
const CONTAINER = /^[^.:[\]]+$/;

/** The rule of production that a valid value breaks, or undefined. */
export function findProductionProblem(variable: string, value: string): string | undefined {
  if (KEYS.includes(variable)) return value.split(',').map(describeWeakKey).find(Boolean);
  if (!PUBLIC_URLS.includes(variable)) return undefined;
  const { protocol, hostname } = new URL(value);
  const isSafe =
    protocol === 'https:' || LOOPBACK.test(hostname) || (variable === 'API_URL' && CONTAINER.test(hostname));
  return isSafe ? undefined : 'must be an https URL in production (http only on this machine)';
}

/** The variables whose keys production would refuse. */
export function listWeakKeys(environment: Readonly<Record<string, unknown>>): string[] {
  return KEYS.filter((name) => {
    const value = environment[name];
    return typeof value === 'string' && findProductionProblem(name, value) !== undefined;
  });
}

function describeWeakKey(text: string): string | undefined {
  const key = Buffer.from(text, 'base64');
  const steps = key.map((byte, index) => byte - (key[index - 1] ?? 0)).subarray(1);
  const remedy = 'create it with `openssl rand -base64 32`';
  if (key.every((byte) => byte === key[0])) return `must not be the same byte 32 times: ${remedy}`;
  if (isRepeating(key) || isRepeating(steps)) return `must not be a repeating pattern or a row of bytes: ${remedy}`;
  // Of random keys, fewer than one in 10^13 is a text.
  if (key.every((byte) => byte >= 0x20 && byte < 0x7f)) return `must be random bytes and not a text: ${remedy}`;
  return undefined;
}

function isRepeating(bytes: Uint8Array): boolean {
  const periods = Array.from({ length: bytes.length / 2 }, (_, index) => index + 1);
  return periods.some((period) => bytes.every((byte, index) => index < period || byte === bytes[index - period]));
}

// Tokens of Temporal's clients, signed with a key that is not kept. `node deploy/docker/temporal-tokens.mjs` prints them for other
// installations than docker-compose.yml, as variables: the key set that Temporal's server reads (TEMPORAL_JWT_KEY_SOURCE1) and a token each.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { pathToFileURL } from 'node:url';

// As long as the certificates.
const LIFETIME_SECONDS = 825 * 86_400;
// The worker registers search attributes, which takes the administrator of the namespace; the server creates the namespace.
const PERMISSIONS = {
  TEMPORAL_API_TOKEN: ['api', 'write'],
  TEMPORAL_WORKER_TOKEN: ['worker', 'admin'],
  TEMPORAL_UI_TOKEN: ['ui', 'read'],
  TEMPORAL_SERVER_TOKEN: ['server', 'admin', 'temporal-system'],
};

/** @returns values by the names of their variables */
export function makeTemporalTokens(namespace = 'default') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomUUID();
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const tokens = Object.entries(PERMISSIONS).map(([name, [sub, permission, scope = namespace]]) => {
    const exp = Math.floor(Date.now() / 1_000) + LIFETIME_SECONDS;
    const signed = `${encode({ alg: 'ES256', kid })}.${encode({ sub, exp, permissions: [`${scope}:${permission}`] })}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return [name, `${signed}.${signature.toString('base64url')}`];
  });
  const key = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' };
  return { TEMPORAL_JWKS: JSON.stringify({ keys: [key] }), ...Object.fromEntries(tokens) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, value] of Object.entries(makeTemporalTokens(process.argv[2]))) console.log(`${name}='${value}'`);
}

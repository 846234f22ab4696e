// A real OpenID Connect provider: `oidc-provider` with its development pages, keys and people from the environment.
import { readFileSync } from 'node:fs';
import Provider from 'oidc-provider';

const { ISSUER, KEYS, PEOPLE_FILE, TOKEN_SECONDS, REDIRECT_URIS = '[]' } = process.env;
const redirectUris = JSON.parse(REDIRECT_URIS);
const readPerson = (id) => JSON.parse(readFileSync(PEOPLE_FILE, 'utf8'))[id] ?? {};

const provider = new Provider(ISSUER, {
  clients: [
    {
      client_id: 'holdfast-cli',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      redirect_uris: ['http://127.0.0.1/callback'],
    },
    ...(redirectUris.length === 0
      ? []
      : [
          {
            client_id: 'holdfast-console',
            application_type: 'native',
            token_endpoint_auth_method: 'none',
            grant_types: ['authorization_code', 'refresh_token'],
            redirect_uris: redirectUris,
          },
        ]),
  ],
  jwks: { keys: JSON.parse(KEYS) },
  cookies: { keys: ['only for tests'] },
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...readPerson(id) }) }),
  extraTokenClaims: (_, token) => (token.accountId ? readPerson(token.accountId) : {}),
  rotateRefreshToken: true,
  ttl: { AccessToken: Number(TOKEN_SECONDS) },
  features: {
    deviceFlow: { enabled: true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo: (_, resource) => ({
        scope: 'openid profile email offline_access',
        audience: resource,
        accessTokenFormat: 'jwt',
        accessTokenTTL: Number(TOKEN_SECONDS),
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
});
provider.listen(Number(new URL(ISSUER).port), '127.0.0.1', () => process.stdout.write('ready\n'));

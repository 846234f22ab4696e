import { randomBytes } from 'node:crypto';
import {
  describeEnvironment,
  EnvironmentError,
  loadCheckoutEnvironment,
  loadConsoleEnvironment,
  loadEnvironment,
  loadSandboxEnvironment,
  loadVaultEnvironment,
} from './environment';

const key = randomBytes(32).toString('base64');
const given = {
  DATABASE_URL: 'postgres://u:p@127.0.0.1:5433/holdfast',
  ENCRYPTION_KEY: key,
  TOKEN_SIGNING_KEY: key,
  SANDBOX_SECRET: 'a-secret-of-the-sandbox',
};

function getProblems(load: () => unknown): string[] {
  try {
    load();
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems.map(({ variable }) => variable);
    throw error;
  }
  return [];
}

test('a development process needs only the secrets and the database', () => {
  const environment = loadEnvironment(given);
  expect(environment.API_PORT).toBe(8080);
  expect(environment.TEMPORAL_ADDRESS).toBe('127.0.0.1:7233');
  expect(environment.TEMPORAL_TLS).toBe(false);
  expect(environment.WEBHOOK_ALLOWED_NETWORKS).toEqual(['127.0.0.0/8', '::1/128']);
});

test('the error names every missing variable', () => {
  expect(getProblems(() => loadEnvironment({}))).toEqual(['DATABASE_URL', 'ENCRYPTION_KEY', 'TOKEN_SIGNING_KEY']);
});

test('production uses no development default for an address or a secret', () => {
  expect(getProblems(() => loadEnvironment({ ...given, NODE_ENV: 'production' }))).toEqual(['TEMPORAL_ADDRESS']);
  const environment = loadEnvironment({ ...given, NODE_ENV: 'production', TEMPORAL_ADDRESS: 'temporal:7233' });
  expect(environment.WEBHOOK_ALLOWED_NETWORKS).toEqual([]);
});

test('production runs without the sandbox', () => {
  const { SANDBOX_SECRET: _, ...withoutSandbox } = given;
  const production = { ...withoutSandbox, NODE_ENV: 'production', TEMPORAL_ADDRESS: 'temporal:7233' };
  expect(loadEnvironment(production).SANDBOX_SECRET).toBeUndefined();
});

const inProduction = { ...given, NODE_ENV: 'production', TEMPORAL_ADDRESS: 'temporal:7233' };
const vault = {
  ...{ NODE_ENV: 'production', VAULT_DATABASE_URL: 'postgres://vault@db/vault' },
  ...{ VAULT_TLS_CA: 'ca.crt', VAULT_TLS_CERT: 'tls.crt', VAULT_TLS_KEY: 'tls.key' },
};
const weakKeys = {
  zero: Buffer.alloc(32),
  'the same byte': Buffer.alloc(32, 0x5a),
  'a repeated half': Buffer.concat(Array<Buffer>(2).fill(randomBytes(16))),
  'a row of bytes': Buffer.from(Array.from({ length: 32 }, (_, index) => index)),
  'a text': Buffer.from('change-me-change-me-before-use!!'),
};

test.each(Object.entries(weakKeys))('production refuses a key of %s by name in every process', (_, bytes) => {
  const weak = bytes.toString('base64');
  for (const name of [
    'ENCRYPTION_KEY',
    'TOKEN_SIGNING_KEY',
    'TEMPORAL_PAYLOAD_KEY',
    'CONSOLE_SESSION_KEY',
    'VAULT_KEK',
  ])
    expect(getProblems(() => loadEnvironment({ ...inProduction, [name]: `${key},${weak}` }))).toEqual([name]);
  const console = { NODE_ENV: 'production', CONSOLE_SESSION_KEY: weak };
  expect(getProblems(() => loadConsoleEnvironment(console))).toEqual(['CONSOLE_SESSION_KEY']);
  expect(getProblems(() => loadVaultEnvironment({ ...vault, VAULT_KEK: weak }))).toEqual(['VAULT_KEK']);
  expect(getProblems(() => loadEnvironment({ ...given, ENCRYPTION_KEY: weak }))).toEqual([]);
});

test('production refuses public addresses over http by name in every process', () => {
  const names = ['API_URL', 'SITE_URL', 'CHECKOUT_URL', 'CONSOLE_URL', 'OIDC_ISSUER'];
  const overHttp = Object.fromEntries(names.map((name) => [name, `http://${name.toLowerCase()}.example`]));
  const overHttps = Object.fromEntries(names.map((name) => [name, 'https://one.example']));
  expect(getProblems(() => loadEnvironment({ ...inProduction, ...overHttp })).sort()).toEqual(names.sort());
  expect(getProblems(() => loadEnvironment({ ...inProduction, ...overHttps }))).toEqual([]);
  for (const API_URL of ['http://localhost:8080', 'http://api:8080'])
    expect(getProblems(() => loadEnvironment({ ...inProduction, API_URL }))).toEqual([]);
  expect(getProblems(() => loadEnvironment({ ...inProduction, SITE_URL: 'http://site' }))).toEqual(['SITE_URL']);
  const face = { ...overHttp, NODE_ENV: 'production', CONSOLE_SESSION_KEY: key };
  expect(getProblems(() => loadConsoleEnvironment(face)).sort()).toEqual(['API_URL', 'CONSOLE_URL']);
  expect(getProblems(() => loadCheckoutEnvironment(face)).sort()).toEqual(['API_URL', 'CHECKOUT_URL']);
  expect(() => loadCheckoutEnvironment(face)).toThrow(/CHECKOUT_URL: must be an https URL in production/);
});

test('random keys are never refused', () => {
  for (let attempt = 0; attempt < 200; attempt++) {
    const ENCRYPTION_KEY = randomBytes(32).toString('base64');
    expect(getProblems(() => loadEnvironment({ ...inProduction, ENCRYPTION_KEY }))).toEqual([]);
  }
});

test.each([
  ['API_PORT', '80800'],
  ['API_PORT', 'http'],
  ['DATABASE_URL', 'mysql://x'],
  ['TEMPORAL_ADDRESS', 'http://temporal:7233'],
  ['TEMPORAL_TLS', 'maybe'],
  ['ENCRYPTION_KEY', Buffer.alloc(16).toString('base64')],
  ['ENCRYPTION_KEY', 'not base64!'],
  ['SANDBOX_SECRET', 'short'],
  ['API_URL', 'ftp://x'],
  ['CHECKOUT_FRAME_ANCESTORS', 'shop.example'],
  ['CHECKOUT_FRAME_ANCESTORS', 'https://shop.example/pay'],
  ['CHECKOUT_FRAME_ANCESTORS', 'https://shop.example; script-src *'],
  ['CHECKOUT_COUNTRY', 'Russia'],
  ['CHECKOUT_GOOGLE_PAY_GATEWAY', 'own; script-src *'],
  ['CHECKOUT_APPLE_PAY_SESSION_URL', 'javascript:x'],
  ['WEBHOOK_ALLOWED_NETWORKS', '10.0.0.0/8,nonsense'],
  ['TRUSTED_PROXIES', '10.0.0.0/8,loopback'],
  ['TRUSTED_PROXIES', '10.0.0.1'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['WORKFLOW_TASK_SLOTS', '1'],
  ['WORKFLOW_TASK_SLOTS', 'many'],
  ['WORKFLOW_TASK_POLLERS', '1001'],
  ['API_CONNECTIONS', '0'],
  ['WAITING_LIMIT', '1.5'],
  ['DRAIN_SECONDS', '-1'],
  ['DRAIN_SECONDS', 'long'],
  ['LOG_LEVEL', 'loud'],
  ['NODE_ENV', 'staging'],
])('an invalid %s is reported by name', (variable, value) => {
  expect(getProblems(() => loadEnvironment({ ...given, [variable]: value }))).toEqual([variable]);
});

test('the error never repeats a value', () => {
  const secret = 'Zm9vYmFyLXNlY3JldA==';
  expect(() => loadEnvironment({ ...given, ENCRYPTION_KEY: secret })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining(secret) }),
  );
});

test('an empty variable counts as not given', () => {
  expect(loadEnvironment({ ...given, API_PORT: '', TEMPORAL_API_KEY: '' }).API_PORT).toBe(8080);
});

test('networks are a trimmed list of IPv4 and IPv6 ranges', () => {
  const environment = loadEnvironment({ ...given, WEBHOOK_ALLOWED_NETWORKS: ' 10.0.0.0/8, fd00::/8 ' });
  expect(environment.WEBHOOK_ALLOWED_NETWORKS).toEqual(['10.0.0.0/8', 'fd00::/8']);
});

test('the sandbox needs its own database and the shared secret, and gets no platform key', () => {
  expect(getProblems(() => loadSandboxEnvironment({}))).toEqual(['SANDBOX_SECRET', 'SANDBOX_DATABASE_URL']);
  const environment = loadSandboxEnvironment({ ...given, SANDBOX_DATABASE_URL: 'postgres://u:p@127.0.0.1/sandbox' });
  expect(environment).not.toHaveProperty('ENCRYPTION_KEY');
});

test('every variable is described', () => {
  const variables = describeEnvironment();
  expect(variables.filter(({ description }) => description.length < 10)).toEqual([]);
  expect(variables.find(({ name }) => name === 'API_PORT')?.standard).toBe('8080');
  expect(variables.filter((v) => v.isRequiredInProduction).map((v) => v.name)).toContain('ENCRYPTION_KEY');
});

import { describeEnvironment, EnvironmentError, loadEnvironment, loadSandboxEnvironment } from './environment';

const key = Buffer.alloc(32, 7).toString('base64');
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
  ['CHECKOUT_SAMSUNG_PAY_SERVICE_ID', 'own service'],
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

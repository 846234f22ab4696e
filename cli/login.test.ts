import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { signInOnPages, startOpenIdProvider, type OpenIdProvider } from '../tests/harness/openid/provider';
import { startPlatform, type Platform } from '../tests/harness/platform';
import { runFolder } from '../tests/harness/services';

const cli = join(__dirname, '..', 'dist', 'cli', 'main.js');

let provider: OpenIdProvider;
let platform: Platform;
let folder: string;

beforeAll(async () => {
  // Every command refreshes a token that ends within ten seconds.
  provider = await startOpenIdProvider({ tokenSeconds: 8 });
  const environment = { OIDC_ISSUER: provider.issuer, OIDC_ROLES: 'staff=viewer,owners=administrator' };
  platform = await startPlatform({ processes: ['api'], environment });
  folder = runFolder('login');
});

afterAll(async () => {
  await platform?.stop();
  await provider?.stop();
});

beforeEach(() => {
  const groups = ['staff', 'owners'];
  provider.setPeople({ alice: { email: 'alice@staff.example', email_verified: true, name: 'Alice', groups } });
});

interface Said {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command without settings of the platform; `onAddress` gets the address that it asks to open. */
function holdfast(
  words: string[],
  { home = 'home', onAddress = (_: string): unknown => undefined } = {},
): Promise<Said> {
  const { PATH } = process.env;
  const env = { PATH, HOME: folder, XDG_CONFIG_HOME: join(folder, home), DATA_DIR: join(folder, 'none') };
  const child = spawn(process.execPath, [cli, ...words], { env, cwd: folder });
  const said: Said = { code: -1, stdout: '', stderr: '' };
  let isOpened = false;
  child.stdout.on('data', (text) => (said.stdout += String(text)));
  child.stderr.on('data', (text) => {
    said.stderr += String(text);
    const address = /Open (\S+)/.exec(said.stderr)?.[1];
    if (address === undefined || isOpened || !said.stderr.includes('\n')) return;
    isOpened = true;
    onAddress(address);
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...said, code: code ?? -1 })));
}

const credentials = (home = 'home'): string => join(folder, home, 'holdfast', 'credentials.json');

test.each([[], ['--browser']])('login %s signs in, refreshes its tokens, and logout removes them', async (...way) => {
  const login = await holdfast(['login', '--url', platform.apiUrl, ...way], {
    onAddress: (address) => void signInOnPages(address, 'alice'),
  });
  expect(login).toMatchObject({ code: 0 });
  expect(JSON.parse(login.stdout)).toMatchObject({ name: 'Alice', roles: ['viewer', 'administrator'] });
  expect(statSync(credentials()).mode & 0o777).toBe(0o600);
  const read = () => readFileSync(credentials(), 'utf8');
  const before = read();
  const [one, other] = await Promise.all([holdfast(['whoami']), holdfast(['operator', 'list'])]);
  expect([one, other]).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(JSON.parse(one.stdout)).toMatchObject({ url: platform.apiUrl, email: 'alice@staff.example' });
  expect(read()).not.toBe(before);

  provider.setPeople({ alice: { email: 'alice@staff.example', email_verified: true, groups: ['staff'] } });
  const refused = await holdfast(['operator', 'list']);
  expect(refused.code).toBe(1);
  expect(JSON.parse((await holdfast(['whoami'])).stdout)).toMatchObject({ roles: ['viewer'] });
  expect(refused.stdout).toBe('');

  expect(await holdfast(['logout'])).toMatchObject({ code: 0 });
  expect(await holdfast(['whoami', '--url', platform.apiUrl])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('you are not signed in'),
  });
});

test('login --key stores a valid key only, and sends it to its own platform only', async () => {
  const key = platform.demo.operatorKey;
  const wrong = await holdfast(['login', '--url', platform.apiUrl, '--key', `${key}x`], { home: 'keyed' });
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('rejects the key') });
  const login = await holdfast(['login', '--url', platform.apiUrl, '--key', key], { home: 'keyed' });
  expect(JSON.parse(login.stdout)).toMatchObject({ operatorID: 'demo-operator' });
  expect(login.stdout + login.stderr).not.toContain(key);
  expect(await holdfast(['whoami'], { home: 'keyed' })).toMatchObject({ code: 0 });
  const elsewhere = await holdfast(['whoami', '--url', provider.issuer], { home: 'keyed' });
  expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('you are not signed in') });
});

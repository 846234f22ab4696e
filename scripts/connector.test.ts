import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CARD_KEY } from '../connectors/tbank/testing/card-data';

const root = resolve(__dirname, '..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-connector-'));
  for (const path of ['connectors/template', 'connectors/kinds.ts', 'scripts/connector.mjs']) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
});

afterEach(() => rmSync(folder, { recursive: true }));

const command = (): string => join(folder, 'scripts/connector.mjs');

test('a new connector has its files, its tests, its kind and its page', () => {
  const said = execFileSync(process.execPath, [command(), 'acme'], { encoding: 'utf8' });
  const files = said.split('\n\n')[0]?.split('\n') ?? [];
  expect(files.sort()).toEqual([
    'connectors/acme/acme-callbacks.ts',
    'connectors/acme/acme-client.ts',
    'connectors/acme/acme.cards.ts',
    'connectors/acme/acme.connector.test.ts',
    'connectors/acme/acme.connector.ts',
    'connectors/acme/acme.kind.ts',
    'connectors/acme/testing/acme-stand-in.ts',
    'connectors/kinds.ts',
    'docs/connectors/acme.md',
  ]);
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    expect([file, /template/i.test(text.replace('uriTemplate', ''))]).toEqual([file, false]);
  }
  const kinds = readFileSync(join(folder, 'connectors/kinds.ts'), 'utf8');
  expect(kinds).toContain(`import { acmeKind } from './acme/acme.kind';`);
  expect(kinds).toMatch(/CONNECTOR_KINDS[^;]* = \[[^\]]*, acmeKind\];/);
});

test.each([
  ['template', 'connectors/template exists'],
  ['../acme', 'usage:'],
  ['', 'usage:'],
])('the name %p is refused', (name, words) => {
  const { status, stderr } = spawnSync(process.execPath, [command(), name], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining(words)]);
});

const here = join(root, 'scripts/connector.mjs');
const SHOP = { YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'test_key' };
const ADYEN = { ADYEN_API_KEY: 'k', ADYEN_MERCHANT_ACCOUNT: 'm', ADYEN_HMAC_KEY: 'a'.repeat(64) };
const LIVE_ADYEN = 'https://x-checkout-live.adyenpayments.com/checkout/v71';

test.each([
  ['none', {}, 'NAME one of stripe, yookassa, tbank, adyen'],
  ['yookassa', {}, 'YOOKASSA_SHOP_ID, YOOKASSA_SECRET_KEY: missing'],
  ['yookassa', { YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'live_key' }, 'not a test account of YooKassa'],
  ['stripe', { STRIPE_SECRET_KEY: 'sk_live_key' }, 'not a test account of Stripe'],
  ['stripe', { STRIPE_SECRET_KEY: 'key' }, 'secretKey must be a key of Stripe'],
  ['tbank', { TBANK_TERMINAL_KEY: '1DEMO', TBANK_PASSWORD: 'p' }, 'TBANK_CARD_KEY: missing'],
  [
    'tbank',
    { TBANK_TERMINAL_KEY: 'LIVE', TBANK_PASSWORD: 'p', TBANK_CARD_KEY: CARD_KEY },
    'not a test account of T-Bank',
  ],
  ['adyen', { ...ADYEN, ADYEN_CHECKOUT_URL: LIVE_ADYEN }, 'not a test account of Adyen'],
  ['yookassa', { ...SHOP, YOOKASSA_URL: 'http://127.0.0.1:9/v3' }, 'http://127.0.0.1:9 cannot be reached'],
  ['adyen', { ...ADYEN, ADYEN_CHECKOUT_URL: 'http://127.0.0.1:9' }, 'cannot be reached'],
])('a try of %s with %j fails with the reason and runs nothing', (name, env, words) => {
  const { PATH } = process.env;
  const run = spawnSync(process.execPath, [here, 'try', name], { encoding: 'utf8', env: { PATH, ...env } });
  expect([run.status, run.stderr]).toEqual([1, expect.stringContaining(words)]);
  expect(run.stdout).not.toContain('Not provoked');
});

test.each([
  ['{"shopID":"1"}', 'YOOKASSA_SECRET_KEY: missing'],
  ['{"shopID":"1","secretKey":"live_secret"}', 'not a test account'],
  ['{"shopID":"1","secretKey":"another_secret"}', 'secretKey must be a key of YooKassa'],
  ['not JSON of secret', 'must be a JSON object'],
])('a try takes the credentials of a file and never shows them: %p', (text, words) => {
  const file = join(folder, 'account.json');
  writeFileSync(file, text);
  const args = [here, 'try', 'yookassa', '--credentials', file];
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining(words)]);
  expect(stderr.replace(file, '')).not.toMatch(/live_secret|another_secret|not JSON of/);
});

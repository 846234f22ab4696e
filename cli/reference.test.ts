import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createConnectorAccount } from '../operators/connector-accounts/connector-accounts';
import { startApi, type TestApi } from '../tests/harness/api';
import { commandLine, readStdout } from '../tests/harness/command-line';
import { anOperator } from '../tests/harness/factories/operator';

const runCommand = commandLine();
const folder = mkdtempSync(join(tmpdir(), 'reference-'));

let api: TestApi;
let environment: Record<string, string>;
let operatorID: string;

beforeAll(async () => {
  api = await startApi();
  const operator = await anOperator(api.store.database, { name: 'alice', roles: ['configuration'] });
  ({ operatorID } = operator);
  environment = { HOLDFAST_URL: api.url, HOLDFAST_OPERATOR_KEY: operator.secret };
});

afterAll(async () => api?.stop());

const run = async (...words: string[]) => readStdout(runCommand(words, environment));

async function lines(...words: string[]): Promise<any[]> {
  return (await run(...words))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

function aFile(text: string): string {
  const path = join(folder, 'merchant.yaml');
  writeFileSync(path, text);
  return path;
}

const MERCHANT = `parties:
  - id: bakery
    contracts:
      - { id: bakery-2026, paymentInstitution: 1, contractor: { contractorType: RegisteredUser, email: a@b.example } }
    shops:
      - { id: bakery-web, name: Пекарня, url: https://bakery.example, category: 1, terms: { fee: '2.9%' } }
`;

test('one command onboards a merchant from a file of under ten lines', async () => {
  const path = aFile(MERCHANT);
  expect(await lines('reference', 'check', path)).toEqual([{ file: path, problems: 0, changes: 3 }]);
  const loaded = await lines('reference', 'load', path, '--reason', 'contract signed');
  expect(loaded.map(({ subject }) => subject)).toEqual([
    'party/bakery',
    'contract/bakery-2026',
    'shop/bakery-web',
    undefined,
  ]);
  expect(loaded[2].created).toMatchObject({ contract: 'bakery-2026', currency: 'RUB' });
  expect(loaded[3]).toEqual({ isChanged: true });
  expect(await lines('reference', 'load', path, '--reason', 'again')).toMatchObject([{ isChanged: false }]);
});

test('a changed fee is shown before it is loaded, and in the history with its operator and reason', async () => {
  const path = aFile(MERCHANT.replace('2.9%', '3.5%'));
  const changed = { 'terms.fee': '2.9% → 3.5%' };
  expect(await lines('reference', 'diff', path)).toEqual([{ subject: 'shop/bakery-web', changed }]);
  const [first] = await lines('reference', 'load', path, '--reason', 'new tariff');
  expect(first).toEqual({ subject: 'shop/bakery-web', changed });
  const [entry] = await lines('audit', 'shop/bakery-web', '--limit', '1');
  expect(entry).toMatchObject({
    ...{ caller: `operator/${operatorID}`, operation: 'loadReferenceData', reason: 'new tariff' },
    changed: { ...changed, version: '1 → 2' },
  });
});

test.each(['check', 'diff', 'load'])(
  '%s reports a typing mistake in a route with its line and column',
  async (name) => {
    const path = aFile(MERCHANT.replace("fee: '2.9%'", 'routes: [{ connector: sandbx }]'));
    const reason = name === 'load' ? ['--reason', 'why'] : [];
    const said = await runCommand(['reference', name, path, ...reason], environment);
    expect(said.code).toBe(1);
    const place = 'parties.0.shops.0.terms.routes.0.connector';
    expect(said.stderr).toContain(`${path}:6:115: ${place}: no connector account (sandbx)`);
  },
);

test('a load without a reason is refused', async () => {
  const said = await runCommand(['reference', 'load', aFile(MERCHANT)], environment);
  expect(said).toMatchObject({ code: 1, stderr: expect.stringContaining('--reason') });
});

test('the exported file is YAML that changes nothing', async () => {
  const text = await run('reference', 'export');
  const exported = parse(text) as { parties: { id: string }[] };
  expect(exported.parties.map(({ id }) => id)).toEqual(['bakery', 'demo-party', 'foreign-party']);
  const path = aFile(text.slice(0, text.indexOf('parties:')));
  expect(await lines('reference', 'diff', path)).toEqual([]);
  expect(readFileSync(path, 'utf8')).toContain('categories:');
});

test('routes to unknown accounts and to accounts of the other realm are refused with line and column', async () => {
  const credentials = { secretKey: 'sk_live_1234567890' };
  const account = { id: 'stripe-live', connector: 'stripe', name: 'Live', credentials, reason: 'test' };
  await createConnectorAccount(api.store, account);
  const routed = (connector: string) =>
    aFile(MERCHANT.replaceAll('bakery', 'routed').replace("fee: '2.9%'", `routes: [{ connector: ${connector} }]`));
  const refusal = async (path: string, command: string[]) => {
    const { stderr } = await runCommand(['reference', ...command, path], environment);
    return stderr.trim();
  };
  const place = 'parties.0.shops.0.terms.routes.0.connector';
  const unknown = /merchant\.yaml:6:\d+: .*: no connector account \(stripe-none\)$/;
  expect(await refusal(routed('stripe-none'), ['check'])).toMatch(unknown);
  expect(await refusal(routed('stripe-none'), ['load', '--reason', 'test'])).toMatch(unknown);
  const live = await refusal(routed('stripe-live'), ['check']);
  expect(live).toMatch(/merchant\.yaml:6:\d+: .*: live account \(stripe-live\)$/);
  expect(live).toContain(place);
});

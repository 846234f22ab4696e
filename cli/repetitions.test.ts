import { commandLine, readStdout } from '../tests/harness/command-line';
import { startMerchantPlatform, type MerchantPlatform } from '../tests/harness/platform';
import { naturalKey } from '../store/operators/operator-command/natural-key';

/* A command that changes nothing reports it and leaves no entry in the audit log. */

const runCommand = commandLine();

let harness: MerchantPlatform;
let webhookID: string;
let operatorKey: { id: string; operatorKey: string };
beforeAll(async () => {
  harness = await startMerchantPlatform({ processes: ['sandbox', 'api'] });
  operatorKey = await here('operator-key create --name test');
  const scope = { topic: 'InvoicesTopic', shopID: harness.shopID, eventTypes: ['InvoiceCreated'] };
  const url = 'https://shop.example/hook';
  webhookID = (await harness.merchant.post<any>('/v2/processing/webhooks', { url, scope })).body.id;
  await harness.sql(
    `INSERT INTO reconciled_connectors (connector, hour_until, day_until) VALUES ('gone', now(), now())`,
  );
});
afterAll(() => harness?.stop());

type Run = (command: string, ...others: string[]) => Promise<any>;

const lastLine = async (words: string[], environment: Record<string, string>): Promise<unknown> =>
  JSON.parse((await readStdout(runCommand(words, environment))).trim().split('\n').at(-1) ?? '');
const here: Run = (command, ...others) => lastLine([...command.split(' '), ...others], harness.platform.environment);
const remote: Run = (command, ...others) => {
  const environment = { HOLDFAST_URL: harness.platform.apiUrl, HOLDFAST_OPERATOR_KEY: operatorKey.operatorKey };
  return lastLine([...command.split(' '), ...others], environment);
};

const auditedCount = async (): Promise<number> =>
  Number((await harness.sql<{ count: string }>('SELECT count(*) FROM audit_log'))[0]?.count);

async function changesOnce(run: Run, command: string, ...others: string[]): Promise<void> {
  const first = await run(command, ...others);
  const before = await auditedCount();
  const second = await run(command, ...others);
  expect([command, first.isChanged, second.isChanged]).toEqual([command, true, false]);
  expect({ ...second, isChanged: true }).toEqual(first);
  if (run === here) expect(await auditedCount()).toBe(before);
}

test('a repeated command changes nothing and reports it', async () => {
  const { partyID } = harness.platform.demo;
  await changesOnce(here, 'source create', JSON.stringify({ id: 'bank', name: 'Bank', currency: 'RUB' }));
  await changesOnce(here, `party limit ${partyID} --per-key 1000`);
  await changesOnce(here, `party limit ${partyID} --standard`);
  await changesOnce(here, `keys revoke ${(await here(`keys create --party ${partyID}`)).id}`);
  await changesOnce(here, `operator-key revoke ${(await here('operator-key create --name gone')).keyID} --reason lost`);
  await harness.sql(`UPDATE categories SET name = 'changed since'`);
  await changesOnce(here, 'reference load --reason again');
});

test.each(['here', 'remote'] as const)('a repeated webhook command changes nothing and reports it: %s', async (way) => {
  const run = { here, remote }[way];
  await changesOnce(run, `webhook pause ${webhookID} --reason moving`);
  await changesOnce(run, `webhook resume ${webhookID}`);
  await changesOnce(run, `webhook standard-headers ${webhookID} on`);
  await changesOnce(run, `webhook standard-headers ${webhookID} off`);
  await changesOnce(run, 'reconciliation end gone --reason gone');
  await changesOnce(run, 'reconciliation resume gone --reason back');
});

test('an order’s key depends on its fields and the day, or with an external id on its fields only', () => {
  const order = { walletID: 'w', amount: 5n, currency: 'RUB' };
  const [today, tomorrow] = [new Date('2026-11-25T23:59:59Z'), new Date('2026-11-26T00:00:00Z')];
  const key = naturalKey('deposit', order, today);
  expect(key).toMatch(/^deposit\/2026-11-25\/[0-9a-f]{20}$/);
  expect(naturalKey('deposit', { currency: 'RUB', amount: 5n, walletID: 'w' }, today)).toBe(key);
  for (const other of [
    { ...order, amount: 6n },
    { ...order, description: 'more' },
  ]) {
    expect(naturalKey('deposit', other, today)).not.toBe(key);
  }
  expect(naturalKey('depositRevert', order, today)).not.toBe(key);
  expect(naturalKey('deposit', order, tomorrow)).not.toBe(key);
  const named = { ...order, externalID: 'e-1' };
  expect(naturalKey('deposit', named, tomorrow)).toBe(naturalKey('deposit', named, today));
});

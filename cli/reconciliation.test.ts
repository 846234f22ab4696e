import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckResult } from '../operators/doctor/finding';
import { commandLine, readStdout } from '../tests/harness/command-line';
import { startMerchantPlatform, type MerchantPlatform } from '../tests/harness/platform';
import { runFolder } from '../tests/harness/services';

const runCommand = commandLine();
const RANGE = ['--from', '2026-11-01T00:00:00Z', '--to', '2026-11-02T00:00:00Z'];

let harness: MerchantPlatform;
let key: string;
beforeAll(async () => {
  // Without a worker nothing changes automatically.
  harness = await startMerchantPlatform({ processes: ['sandbox', 'api'] });
  key = (JSON.parse(await here('operator-key', 'create', '--name', 'test')) as { operatorKey: string }).operatorKey;
  await harness.sql(
    `INSERT INTO reconciled_connectors (connector, hour_until, day_until)
     VALUES ('sandbox', now(), now()), ('gone', now() - interval '2 days', now() - interval '3 days')
     ON CONFLICT (connector) DO UPDATE SET hour_until = excluded.hour_until, day_until = excluded.day_until`,
  );
  await harness.sql(
    `INSERT INTO reconciliation_windows (connector, pass, from_time, to_time, operation_count, finding_count, sums)
     VALUES ('gone', 'day', '2026-11-01T10:00Z', '2026-11-01T11:00Z', 2, 2, '[]')`,
  );
});
afterAll(() => harness?.stop());

const here = (...args: string[]): Promise<string> =>
  readStdout(runCommand(args, { ...harness.platform.environment, HOLDFAST_OPERATOR: 'alice' }));
const remote = (...args: string[]): Promise<string> =>
  readStdout(runCommand(args, { HOLDFAST_URL: harness.platform.apiUrl, HOLDFAST_OPERATOR_KEY: key }));
const ways = { here, remote };
const getLines = (said: string): any[] =>
  said
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

async function aFinding(id: string, status = 'open'): Promise<void> {
  await harness.sql(
    `INSERT INTO reconciliation_findings (id, connector, kind, operation_id, operation_kind, subject, status, status_changed_at,
       repair, facts, currency, connector_amount, operation_at, found_at, found_by)
     VALUES ($1, 'gone', 'orphanHold', $1 || '/authorise', 'authorise', 'payment/' || $1, $2, now(), 'void', '{"statement": "held"}',
       'RUB', 4711, '2026-11-01T10:30:00Z', now(), 'hour')`,
    [id, status],
  );
}

async function runDoctor(): Promise<Pick<CheckResult, 'status' | 'fact'>> {
  const said = await here('doctor', '--json').catch((error: { stdout: string }) => error.stdout);
  return getLines(said).find(({ check }) => check === 'reconciliation') as never;
}

test.each(['here', 'remote'] as const)('differences are listed, shown and resolved: %s', async (way) => {
  const act = ways[way];
  await aFinding(`f-${way}`);
  expect(getLines(await act('reconciliation', 'list', '--connector', 'gone'))).toEqual([
    expect.objectContaining({ id: `f-${way}`, kind: 'orphanHold', status: 'open' }),
  ]);
  expect(getLines(await act('reconciliation', 'list', '--connector', 'sandbox'))).toEqual([]);
  expect(await runDoctor()).toMatchObject({ status: expect.stringMatching(/warning|failure/) });
  await expect(act('reconciliation', 'resolve', `f-${way}`)).rejects.toThrow(/--reason/);
  await expect(act('reconciliation', 'resolve', 'none', '--reason', 'x')).rejects.toThrow(/not ?found/i);
  const [resolved] = getLines(await act('reconciliation', 'resolve', `f-${way}`, '--reason', 'given back'));
  expect(resolved).toMatchObject({
    status: 'resolved',
    resolution: 'given back',
    resolvedBy: expect.stringMatching(/^operator/),
  });
  const [shown] = getLines(await act('reconciliation', 'show', `f-${way}`));
  expect(shown).toMatchObject({ status: 'resolved' });
  expect(getLines(await act('reconciliation', 'list', '--status', 'resolved')).map(({ id }) => id)).toContain(
    `f-${way}`,
  );
});

test('the report is a private file, equal over HTTP, and absent after a failure', async () => {
  const [file, fileOverHttp] = [join(runFolder('reports'), 'here.csv'), join(runFolder('reports'), 'remote.csv')];
  const said = await here('reconciliation', 'report', 'gone', ...RANGE);
  expect(said).toMatch(/^\uFEFFrow,connector,pass,.*\r\nwindow,gone,day,2026-11-01T10:00:00Z,2026-11-01T11:00:00Z,/);
  expect(said).toContain('payment/f-here,f-here/authorise,authorise,RUB,,47.11,');
  expect(said.endsWith('\r\n')).toBe(true);
  await here('reconciliation', 'report', 'gone', ...RANGE, '--file', file);
  await remote('reconciliation', 'report', 'gone', ...RANGE, '--file', fileOverHttp);
  expect(readFileSync(file, 'utf8')).toBe(said);
  expect(readFileSync(fileOverHttp, 'utf8')).toBe(said);
  expect(await remote('reconciliation', 'report', 'gone', ...RANGE)).toBe(said);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const act of [here, remote]) {
    const missing = join(runFolder('reports'), 'missing.csv');
    await expect(act('reconciliation', 'report', 'nobody', ...RANGE, '--file', missing)).rejects.toThrow(/not ?found/i);
    expect([existsSync(missing), existsSync(`${missing}.part`)]).toEqual([false, false]);
  }
  await expect(here('reconciliation', 'report', 'gone', '--from', 'x', '--to', 'y')).rejects.toThrow(
    /--from: x is not a time/,
  );
});

test('the report over HTTP is a CSV file for operators only', async () => {
  const url = `${harness.platform.apiUrl}/operators/v1/reconciliation/connectors/gone/report`;
  const ask = (query: string, token = key): Promise<Response> =>
    fetch(`${url}${query}`, {
      headers: { Authorization: `Bearer ${token}`, 'X-Request-ID': `report-${Math.random()}` },
    });
  const range = `?from=${RANGE[1]}&to=${RANGE[3]}`;
  const answer = await ask(range);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/);
  expect((await answer.text()).split('\r\n').length).toBeGreaterThan(3);
  expect((await ask(range, harness.platform.demo.apiKey)).status).toBe(401);
  expect((await ask('?from=yesterday&to=today')).status).toBe(400);
  expect((await ask('')).status).toBe(400);
});

test('reconciliation of a removed connector can be ended and resumed', async () => {
  await aFinding('f-repairing', 'repairing');
  expect(await runDoctor()).toMatchObject({
    status: 'failure',
    fact: { kind: 'comparisonLate', names: ['gone'] },
  });
  const [ended] = getLines(await remote('reconciliation', 'end', 'gone', '--reason', 'sold'));
  expect(ended).toMatchObject({ connector: 'gone', endedAt: expect.any(String), endReason: 'sold' });
  expect(getLines(await here('reconciliation', 'end', 'gone', '--reason', 'again'))[0]).toMatchObject({
    endReason: 'sold',
  });
  await expect(here('reconciliation', 'end', 'nobody', '--reason', 'x')).rejects.toThrow(/not ?found/i);
  expect(await runDoctor()).toMatchObject({ status: 'warning', fact: { kind: 'differencesOpen', count: 1 } });
  await here('reconciliation', 'resolve', 'f-repairing', '--reason', 'voided by hand');
  expect(await runDoctor()).toEqual({
    check: 'reconciliation',
    status: 'ok',
    fact: { kind: 'connectorsAgree', names: ['sandbox'], count: 1 },
  });
  await here('reconciliation', 'end', 'sandbox', '--reason', 'by mistake');
  expect(await runDoctor()).toMatchObject({
    status: 'warning',
    fact: { kind: 'comparisonEnded', name: 'sandbox', text: 'by mistake' },
  });
  const [resumed] = getLines(await remote('reconciliation', 'resume', 'sandbox', '--reason', 'was a mistake'));
  expect(resumed).not.toHaveProperty('endedAt');
  const audited = getLines(await here('audit', 'reconciliation/sandbox'));
  expect(audited.map(({ operation, caller }) => [operation, caller])).toEqual([
    ['resumeReconciliation', expect.stringMatching(/^operator\//)],
    ['endReconciliation', expect.stringMatching(/^operator\//)],
  ]);
});

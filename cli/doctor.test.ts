import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { CheckFact } from '../operators/doctor/check-fact';
import { knownMigrations } from '../store/migrations/migrate';
import { portToKeep } from '../tests/harness/ports';
import { describeCheck } from './doctor-words';
import { commandLine } from '../tests/harness/command-line';
import { emptyDatabase } from '../tests/harness/database';
import { anInvoice } from '../tests/harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../tests/harness/platform';
import { runFolder } from '../tests/harness/services';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';
import { startWebhookReceiver } from '../tests/harness/webhook-receiver';

const runCommand = commandLine();

interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'failure' | 'unknown';
  fact: CheckFact;
}

interface Examined {
  code: number;
  text: string;
  findings: Finding[];
  find: (check: string) => Finding;
}

let harness: MerchantPlatform;

beforeAll(async () => {
  const environment = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'holdfast@pay.example' };
  harness = await startMerchantPlatform({ processes: ['sandbox', 'api'], environment });
});

afterAll(() => harness?.stop());

async function examine(environment: Record<string, string> = {}, { isJson = true } = {}): Promise<Examined> {
  const words = ['doctor', '--local', ...(isJson ? ['--json'] : [])];
  const { code, stdout, stderr } = await runCommand(words, { ...harness.platform.environment, ...environment });
  if (stdout === '') throw new Error(stderr);
  const lines = isJson ? stdout.split('\n').filter(Boolean) : [];
  const findings = lines.map((line) => JSON.parse(line) as Finding);
  const find = (check: string): Finding => {
    const finding = findings.find((one) => one.check === check);
    if (!finding) throw new Error(`${check} did not run:\n${stdout}`);
    return finding;
  };
  return { code, text: stdout, findings, find };
}

async function untilFound(isMet: (examined: Examined) => boolean): Promise<Examined> {
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  for (;;) {
    const examined = await examine();
    if (isMet(examined) || Date.now() > end) return examined;
  }
}

const QUEUES = ['queue of workflows', 'queue of deliveries', 'queue of reports'];

test('queues without a worker fail, and every check passes with one', async () => {
  const without = await examine();
  expect(without.code).toBe(1);
  for (const queue of QUEUES) {
    expect(without.find(queue)).toMatchObject({
      status: 'failure',
      fact: { kind: 'queueNotPolled', name: expect.stringMatching(/^platform-/) },
    });
  }
  await harness.platform.processes.worker.start();
  const { findings, code } = await untilFound((examined) => examined.findings.every(({ status }) => status === 'ok'));
  expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(code).toBe(0);
  const { text } = await examine({}, { isJson: false });
  expect(text).toContain(`all ${findings.length} checks passed`);
  expect(text).not.toContain(new URL(harness.platform.databaseUrl).password);
});

test('stalled work is reported with remedies: lanes, endpoints, invoices, workflows, the ledger, the connector', async () => {
  const { platform, merchant, shopID } = harness;
  const sql = (text: string, values?: unknown[]) => harness.sql(text, values);
  const dead = await startWebhookReceiver();
  await dead.goDown();
  const scope = { topic: 'InvoicesTopic', shopID, eventTypes: ['InvoiceCreated'] };
  const { body: webhook } = await merchant.post<any>('/v2/processing/webhooks', {
    url: `${dead.url}?key=hidden`,
    scope,
  });
  const held = await harness.held();
  const overdue = await anInvoice(merchant, shopID);
  const failing = await untilFound((examined) => examined.find('endpoints of webhooks').status === 'warning');
  expect(failing.find('endpoints of webhooks').fact).toMatchObject({ items: [{ id: webhook.id }] });
  expect(failing.text).not.toContain('hidden');
  expect(failing.code).toBe(0);

  await platform.processes.worker.stop();
  await platform.processes.sandbox.stop();
  const workflowID = `payment/${held.invoiceID}.${held.paymentID}`;
  const connection = await Connection.connect({ address: platform.temporalAddress });
  await new Client({ connection }).workflow.getHandle(workflowID).terminate('by a test');
  await connection.close();
  // Two hours later.
  await sql(`UPDATE payments SET created_at = created_at - interval '2 hours'`);
  await sql(`UPDATE sweeps SET due_at = due_at - interval '2 hours'`);
  await sql(`UPDATE webhook_queues SET retry_at = retry_at - interval '2 hours'`);
  await sql(`UPDATE invoices SET due_date = now() - interval '2 hours' WHERE id = $1`, [overdue.id]);
  await merchant.post(`/v2/processing/invoices/${held.invoiceID}/payments/${held.paymentID}/cancel`, { reason: 'x' });
  await sql(`UPDATE outbox SET created_at = created_at - interval '2 hours'`);
  await sql(
    `UPDATE ledger_accounts SET credits_posted = credits_posted + 1 WHERE id = (SELECT min(id) FROM ledger_accounts)`,
  );
  await sql(`DELETE FROM migrations WHERE name = (SELECT min(name) FROM migrations)`);
  await sql(`INSERT INTO migrations (name) VALUES ('2999-01-01-00-of-tomorrow')`);
  const migration = (await examine()).find('migrations');
  expect(migration).toMatchObject({ status: 'failure', fact: { kind: 'schemaTooOld' } });
  await sql(`INSERT INTO migrations (name) VALUES ($1)`, [knownMigrations()[0]]);

  const { find, code } = await examine();
  expect(code).toBe(1);
  expect(find('migrations')).toMatchObject({
    status: 'warning',
    fact: { kind: 'migrationsNewer', name: '2999-01-01-00-of-tomorrow' },
  });
  const failures = ['sweeps of workers', 'payer lane', 'endpoints of webhooks', 'overdue invoices', 'ledger'];
  for (const check of [...failures, 'connector sandbox']) {
    const { status, fact } = find(check);
    expect([status, describeCheck(fact).remedy]).toEqual(['failure', expect.stringMatching(/.{20}/)]);
  }
  expect(find('open entities')).toMatchObject({
    status: 'warning',
    fact: { items: expect.arrayContaining([{ id: workflowID, problem: 'missing' }]) },
  });
});

test('go-live prints a line with its remedy for each check and fails while anything is to do', async () => {
  const { environment } = harness.platform;
  const { code, stdout } = await runCommand(['go-live', harness.shopID], environment);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^to do +Routes +the shop is a test shop.*\n +→ create a shop/),
  ]);
  const json = await runCommand(['go-live', harness.shopID, '--json'], environment);
  const lines = json.stdout.split('\n').filter(Boolean);
  expect(lines).toHaveLength(9);
  expect(lines.map((line) => (JSON.parse(line) as { check: string }).check)).toContain('backup');
  expect((await runCommand(['go-live', 'none'], environment)).stderr).toContain('notFound');
  await runCommand(['restored', '--elsewhere', 'a spare database'], environment);
  await runCommand(['alert-received', 'the telephone on duty'], environment);
  const { stdout: after } = await runCommand(['go-live', harness.shopID], environment);
  expect(after).toMatch(/^done +Backup +a backup was/m);
  expect(after).toMatch(/^done +Alerts +a test alert arrived/m);
});

test('unavailable services fail, and checks that depend on them are unknown', async () => {
  const nowhere = { DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/none', TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const apiUrl = `http://127.0.0.1:${await portToKeep()}`;
  const { find, code, text } = await examine({ ...nowhere, API_URL: apiUrl });
  expect(code).toBe(1);
  expect(find('PostgreSQL')).toMatchObject({
    status: 'failure',
    fact: { kind: 'postgresAway', address: '127.0.0.1:1/none', text: 'ECONNREFUSED' },
  });
  expect(find('Temporal')).toMatchObject({ status: 'failure', fact: { kind: 'temporalAway', address: '127.0.0.1:1' } });
  const away = { kind: 'apiAway', address: apiUrl, text: 'ECONNREFUSED' };
  expect(find('API')).toMatchObject({ status: 'failure', fact: away });
  expect(find('ledger').status).toBe('unknown');
  expect(find('queue of workflows').status).toBe('unknown');
  expect(text).not.toContain('hidden');

  const unknown = await examine({ DATABASE_URL: await emptyDatabase(), TEMPORAL_NAMESPACE: 'missing' });
  expect(unknown.find('PostgreSQL').status).toBe('ok');
  expect(unknown.find('migrations').status).toBe('failure');
  expect(unknown.find('overdue invoices').status).toBe('unknown');
  expect(unknown.find('namespace').fact).toEqual({ kind: 'namespaceMissing', name: 'missing' });
});

test('a wrong key, clock skew, an expiring certificate and a full disk are reported', async () => {
  const folder = runFolder('doctor');
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=temporal'];
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const anHourAgo = new Date(Date.now() - 3_600_000).toUTCString();
  const late = createServer((_, response) => void response.writeHead(200, { Date: anHourAgo }).end('ready'));
  await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve));
  const { find } = await examine({
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    API_URL: `http://127.0.0.1:${(late.address() as AddressInfo).port}`,
    TEMPORAL_TLS_CA: certificate,
    DATA_DIR: '/proc',
  });
  late.close();
  expect(find('encryption key')).toMatchObject({
    status: 'failure',
    fact: { kind: 'dataNotDecrypted' },
  });
  expect(find('clock of the API')).toMatchObject({
    status: 'failure',
    fact: { kind: 'clockSkew', name: 'API', seconds: expect.closeTo(-3_600, -2) },
  });
  expect(find('clock of PostgreSQL').status).toBe('ok');
  expect(find('TEMPORAL_TLS_CA')).toMatchObject({ status: 'failure', fact: { kind: 'certificate' } });
  expect(find('disk')).toMatchObject({ status: 'failure', fact: { kind: 'diskSpace', name: '/proc', bytes: 0 } });
});

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { adyenKind } from '../../../connectors/adyen/adyen.kind';
import { ReportsStandIn } from '../../../connectors/adyen/testing/reports-stand-in';
import type { CallbackReading } from '../../../connectors/callback';
import { FINDING_STATUSES } from '../../../domain/operators/reconciliation/finding.machine';
import { createConnectorAccount } from '../../../operators/connector-accounts/connector-accounts';
import { listFindings } from '../../../store/operators/reconciliation/finding.queries';
import { announceReports } from '../../../store/merchants/settlement-report/report-downloads';
import { listSettlementReports } from '../../../store/merchants/settlement-report/settlement-report.import';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';

/* Reports that Adyen announces: its reader of webhooks, real workflows and PostgreSQL, and a server with files. */

const apiKey = 'report-key';
const merchantAccount = 'HoldfastTEST';
const hmacKey = Buffer.alloc(32, 9);
const standIn = new ReportsStandIn({ merchantAccount, apiKey, hmacKey });

const COLUMNS =
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Creation Date,TimeZone,Type,Modification Reference,Modification Merchant Reference,' +
  'Gross Currency,Gross Debit (GC),Gross Credit (GC),Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Batch Number\n';
const FEE = `Co,${merchantAccount},,,2026-11-21 23:00:00,CET,Fee,,,EUR,,,EUR,2.50,,,,,,118\n`;

let harness: WorkflowHarness;
let access: Parameters<typeof adyenKind.callbacks>[0];

beforeAll(async () => {
  harness = await startWorkflowHarness();
  access = {
    credentials: { apiKey: 'checkout-key', merchantAccount, hmacKey: hmacKey.toString('hex'), reportApiKey: apiKey },
    settings: { checkoutUrl: 'http://127.0.0.1:9', reportsUrl: await standIn.start() },
  };
  await createConnectorAccount(harness.store, {
    ...{ id: 'adyen', name: 'adyen', connector: 'adyen', reason: 'test' },
    ...(access as { credentials: object; settings: Record<string, unknown> }),
  });
});
afterAll(async () => {
  await harness?.stop();
  await standIn.stop();
});
beforeEach(() => standIn.requests.splice(0));

let count = 100;
const newName = () => `settlement_detail_report_batch_${++count}.csv`;

async function read(webhook: Buffer): Promise<CallbackReading> {
  const reader = await adyenKind.callbacks(access);
  if (!reader) throw new Error('Adyen has callbacks');
  return reader.read({ body: webhook, header: () => undefined });
}

async function receive(webhook: Buffer): Promise<void> {
  const reading = await read(webhook);
  if (reading.kind !== 'read') throw new Error(reading.kind);
  await announceReports(harness.store, 'adyen', reading.reports ?? []);
}

const ends = (name: string) => harness.readResult(workflowIDs.reportDownload('adyen', name));

const findingsOf = async (name: string) =>
  (await listFindings(harness.store.database, { connector: 'adyen', statuses: FINDING_STATUSES, limit: 100 }))
    .filter(({ operationID }) => operationID === `settlement/report/${name}`)
    .map(({ status, facts }) => [status, facts.text]);

const reportOf = async (name: string) =>
  (await listSettlementReports(harness.store.database, 'adyen')).find(({ fileName }) => fileName === name);

test('an announced report is downloaded once with the key of reports, and waits to be applied', async () => {
  const name = newName();
  standIn.files.set(name, COLUMNS + FEE);
  await Promise.all(Array.from({ length: 16 }, () => receive(standIn.announce(name))));
  expect(await ends(name)).toBe('imported');
  await receive(standIn.announce(name));
  const fees = { rowCount: 1, findingCount: 0, fees: { EUR: '250' }, appliedAt: null };
  expect(await reportOf(name)).toMatchObject({ account: 'adyen', fileName: name, ...fees });
  await sleep(300);
  expect(standIn.requests).toEqual([{ path: `/reports/download/MerchantAccount/${merchantAccount}/${name}`, apiKey }]);
  const [audited] = await harness.store.database.search(
    `SELECT caller FROM audit_log WHERE subject_type = 'settlementReport' ORDER BY id DESC LIMIT 1`,
    [],
  );
  expect(audited).toEqual({ caller: 'connector/adyen' });
});

test('a forged notification is refused, and one about another report or account downloads nothing', async () => {
  const forged = standIn.announce(newName(), { key: Buffer.alloc(32, 1) });
  expect(await read(forged)).toEqual({ kind: 'refused' });
  const renamed = standIn
    .announce('settlement_detail_report_batch_1.csv')
    .toString()
    .replaceAll('batch_1.', 'batch_2.');
  expect(await read(Buffer.from(renamed))).toEqual({ kind: 'refused' });
  for (const name of ['received_payments_report_2026_11_20.csv', 'settlement_detail_report_batch_7.xlsx', '../x.csv']) {
    expect(await read(standIn.announce(name))).not.toHaveProperty('reports');
  }
  const foreign = standIn.announce(newName(), { merchantAccountCode: 'AnotherTEST' });
  expect(await read(foreign)).toMatchObject({ kind: 'read', notices: [] });
  const { reportApiKey: _, ...credentials } = access.credentials as Record<string, string>;
  const reader = await adyenKind.callbacks({ ...access, credentials });
  const reading = reader?.read({ body: standIn.announce(newName()), header: () => undefined });
  expect(reading).toEqual({ kind: 'read', notices: [], response: expect.anything() });
});

test('a live account expects the address of the live environment, a test account that of the test environment', async () => {
  const name = newName();
  const { reportsUrl: _, ...settings } = access.settings as Record<string, string>;
  const live = 'https://1797a841fbb37ca7-AdyenDemo-checkout-live.adyenpayments.com/checkout/v71';
  for (const [checkoutUrl, host] of [
    ['https://checkout-test.adyen.com/v71', 'ca-test.adyen.com'],
    [live, 'ca-live.adyen.com'],
  ] as const) {
    const reader = await adyenKind.callbacks({ ...access, settings: { ...settings, checkoutUrl } });
    const announced = (from: string) => {
      const reason = `https://${from}/reports/download/MerchantAccount/${merchantAccount}/${name}`;
      const reading = reader?.read({ body: standIn.announce(name, { reason }), header: () => undefined });
      return reading?.kind === 'read' && reading.reports?.[0]?.problem === undefined;
    };
    expect(['ca-test.adyen.com', 'ca-live.adyen.com'].filter(announced)).toEqual([host]);
    expect(announced(`${host}.evil.example`) || announced(`evil.example/?${host}`) || announced(`x@${host}`)).toBe(
      false,
    );
  }
});

test('the key goes to no other address, by notification or by redirect, and operators see why', async () => {
  const received: string[] = [];
  const thief = createServer(({ url = '' }, response) => {
    received.push(url);
    response.end(COLUMNS + FEE);
  }).listen(0, '127.0.0.1');
  await once(thief, 'listening');
  const elsewhere = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;
  const [named, redirected] = [newName(), newName()];
  for (const reason of [`${elsewhere}/MerchantAccount/${merchantAccount}/${named}`, `${standIn.url}/../${named}`, '']) {
    await receive(standIn.announce(named, { reason }));
  }
  standIn.files.set(redirected, (response) => void response.writeHead(302, { Location: elsewhere }).end());
  await receive(standIn.announce(redirected));
  expect(await ends(redirected)).toBe('failed');
  await sleep(300);
  expect(received).toEqual([]);
  expect(standIn.requests.map(({ path }) => path.split('/').at(-1))).toEqual([redirected]);
  expect(await findingsOf(redirected)).toEqual([['open', 'Adyen answers 302']]);
  expect(await findingsOf(named)).toEqual([['open', expect.stringContaining('another address')]]);
  thief.close();
  standIn.files.set(named, COLUMNS + FEE);
  await receive(standIn.announce(named));
  expect(await ends(named)).toBe('imported');
  expect(await findingsOf(named)).toEqual([['settled', expect.anything()]]);
});

const MEBIBYTE = Buffer.alloc(1024 * 1024, 'a');

test.each<[string, string | ((response: ServerResponse) => void), string]>([
  ['a wrong table', 'a,b\n1,2\n', 'line 2: there is no line with the columns'],
  ['a cut table', COLUMNS + FEE.slice(0, -1), 'the file ends within this line'],
  ['a refused key', (response) => void response.writeHead(403).end(), 'rejects the key of reports: status 403'],
  [
    '500 MB',
    (response) => {
      let left = 500;
      const send = (): void => {
        while (left-- > 0) if (!response.write(MEBIBYTE)) return void response.once('drain', send);
        response.end();
      };
      send();
    },
    'is larger than 33554432 bytes',
  ],
])('a report that is %s is listed for operators, imported never and asked for once', async (_, file, problem) => {
  const name = newName();
  standIn.files.set(name, file);
  await receive(standIn.announce(name));
  expect(await ends(name)).toBe('failed');
  expect(await findingsOf(name)).toEqual([['open', expect.stringContaining(problem)]]);
  expect(await reportOf(name)).toBeUndefined();
  expect(standIn.requests).toHaveLength(1);
});

test('a report that is not there yet, hangs, breaks off or meets a failing server is asked for again', async () => {
  const name = newName();
  const failures: ((response: ServerResponse) => void)[] = [
    (response) => void response.writeHead(404).end(),
    (response) => void response.writeHead(503).end(),
    (response) => void response.writeHead(200).write(COLUMNS),
    (response) => void response.writeHead(200, { 'Content-Length': 9_999 }).write(COLUMNS, () => response.destroy()),
    (response) => void response.end(COLUMNS + FEE.replace('118', '119')),
  ];
  standIn.files.set(name, (response) => failures.shift()?.(response));
  await receive(standIn.announce(name));
  expect(await ends(name)).toBe('imported');
  expect(standIn.requests).toHaveLength(5);
  expect(await reportOf(name)).toMatchObject({ rowCount: 1 });
  expect(await findingsOf(name)).toEqual([]);
});

test('a report that Adyen does not send for a day is listed, and the next notification asks again', async () => {
  const name = newName();
  await receive(standIn.announce(name));
  await harness.store.database.search(
    `UPDATE report_downloads SET announced_at = now() - interval '25 hours' WHERE name = $1`,
    [name],
  );
  expect(await ends(name)).toBe('failed');
  expect(await findingsOf(name)).toEqual([['open', 'Adyen answers 404']]);
  standIn.files.set(name, COLUMNS + FEE.replace('118', '120'));
  await receive(standIn.announce(name));
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; !(await reportOf(name)) && Date.now() < end;) await sleep(50);
  expect(await ends(name)).toBe('imported');
  expect(await findingsOf(name)).toEqual([['settled', 'Adyen answers 404']]);
});

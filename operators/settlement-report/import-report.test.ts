import { randomInt } from 'node:crypto';
import { startApi, type TestApi } from '../../tests/harness/api';
import { anOperator } from '../../tests/harness/factories/operator';
import { anInvoice, INSTANT, pay } from '../../tests/harness/factories/payment';
import { httpClient, type HttpClient } from '../../tests/harness/http-client';
import { readBalance } from '../../store/platform/ledger/ledger';
import { verifyLedger } from '../../store/platform/ledger/verify';
import { recordAuthorisation, recordCapture } from '../../store/payments/payment/payment.transitions';
import { listFindings } from '../../store/operators/reconciliation/finding.queries';
import { settlementExecutors } from '../../store/merchants/settlement/settlement.executors';
import { clearAcquirerBatch } from '../../store/merchants/settlement-report/clear-batch';
import { readSafeguarding } from '../../store/merchants/settlement-report/safeguarding';
import { safeguardingCheck } from '../doctor/safeguarding.check';
import { receiveSettlementReport, settlementReportExecutors } from './import-report';

const HEADER = 'kind,operation,reference,currency,batch,gross,fee,net,at\n';
const FROM = new Date('2020-01-01T00:00:00Z');
const TO = new Date('2099-01-01T00:00:00Z');

let api: TestApi;
let finance: HttpClient;
let secret: string;

beforeAll(async () => {
  api = await startApi();
  await api.setTerms(api.own.shopID, { feeBasisPoints: 250 });
  await api.store.database.search(
    `UPDATE connector_accounts SET settings = settings || '{"feeBasisPoints": 100}' WHERE id = 'sandbox'`,
    [],
  );
  api.store.accounts.forget();
  ({ secret } = await anOperator(api.store.database, { name: 'fiona', roles: ['finance'] }));
  finance = httpClient({ baseUrl: `${api.url}/operators/v1`, token: secret });
});

afterAll(async () => {
  expect(await verifyLedger(api.store.database)).toEqual([]);
  await api?.stop();
});

async function aPayment(reference: string): Promise<string> {
  const { merchant, shopID } = api.own;
  const { id: invoiceID, token } = await anInvoice(merchant, shopID);
  const paymentID = await pay(merchant.as(token), invoiceID, { card: '4242424242424242', flow: INSTANT });
  await recordAuthorisation(api.store, { invoiceID, paymentID }, { connectorReference: reference });
  await recordCapture(api.store, { invoiceID, paymentID });
  return `${invoiceID}.${paymentID}`;
}

interface Given {
  payment: string;
  currency?: string;
  fee?: string;
  net?: string;
  batch?: string;
}

const row = ({ payment, currency = 'RUB', fee = '1.00', net = '99.00', batch = 'B-1' }: Given): string =>
  `payment,payment/${payment}/authorise,,${currency},${batch},100.00,${fee},${net},${new Date().toISOString()}\n`;

type Period = { from?: Date; to?: Date };

async function receiveRows(rows: readonly string[], period: Period = { from: FROM, to: TO }) {
  const source = [Buffer.from(HEADER + rows.join(''))];
  return receiveSettlementReport(api.store, { account: 'sandbox', source, ...period });
}

async function apply(reportID: string): Promise<any> {
  const { execute } = settlementReportExecutors.applySettlementReport;
  return (await execute(api.store as never, { reportID }, 'key', {} as never)).outcome;
}

const importRows = async (rows: readonly string[], period?: Period) => apply((await receiveRows(rows, period)).id);

async function findOpen(): Promise<{ kind: string; subject: string }[]> {
  const found = await listFindings(api.store.database, { connector: 'sandbox', statuses: ['open'], limit: 100 });
  return found.map(({ kind, subject }) => ({ kind, subject }));
}

const owedBy = async (currency: string): Promise<bigint> => {
  const { database } = api.store;
  const ids = await database.search<{ id: string }>(
    `SELECT id FROM ledger_accounts WHERE kind = 'connector' AND currency = $1`,
    [currency],
  );
  const { own } = await readBalance(
    database,
    ids.map(({ id }) => id),
  );
  return -own;
};

test('a report with one missing, one doubled, one other fee and one in another currency gives exactly four findings', async () => {
  const payments: string[] = [];
  for (let count = 0; count < 5; count += 1) payments.push(await aPayment(`R-${count}`));
  const [right = '', missing = '', doubled = '', expensive = '', foreign = ''] = payments;
  const before = await owedBy('RUB');
  const rows = [
    row({ payment: right }),
    row({ payment: doubled }),
    row({ payment: doubled, batch: 'B-2' }),
    row({ payment: expensive, fee: '1.50', net: '98.50' }),
    row({ payment: foreign, currency: 'EUR' }),
  ];
  const checked = await receiveRows(rows);
  const found = { rowCount: 5, knownCount: 0, findingCount: 4, fees: { RUB: '450', EUR: '100' } };
  expect(checked).toMatchObject({ ...found, appliedAt: null });
  expect(await receiveRows(rows)).toEqual(checked);
  const { changes } = await settlementReportExecutors.applySettlementReport.assess(
    api.store.database,
    { reportID: checked.id },
    api.store,
  );
  expect(changes).toMatchObject([{ after: { rows: 5, known: 0, findings: 4, fees: found.fees } }]);
  expect(await findOpen()).toEqual([]);
  expect(await owedBy('RUB')).toBe(before);
  const applied = await Promise.all([apply(checked.id), apply(checked.id)]);
  expect(applied.map(({ findings }) => findings)).toEqual([4, 4]);
  const findings = [
    { kind: 'differentCurrency', subject: `payment/${foreign}` },
    { kind: 'differentFee', subject: `payment/${expensive}` },
    { kind: 'doubledEffect', subject: `payment/${doubled}` },
    { kind: 'missingEffect', subject: `payment/${missing}` },
  ];
  expect((await findOpen()).sort((one, other) => one.kind.localeCompare(other.kind))).toEqual(findings);
  expect(before - (await owedBy('RUB'))).toBe(450n);
  expect(await owedBy('EUR')).toBe(-100n);

  expect(await receiveRows(rows)).toMatchObject({ id: checked.id, ...found, appliedAt: expect.any(Date) });
  expect(before - (await owedBy('RUB'))).toBe(450n);
  const longer = await importRows([...rows, row({ payment: missing })]);
  expect(longer).toMatchObject({ rows: 6, known: 5, findings: 0 });
  expect((await findOpen()).map(({ kind }) => kind).sort()).toEqual(findings.slice(0, 3).map(({ kind }) => kind));
  expect(before - (await owedBy('RUB'))).toBe(550n);
});

test('rows are found by the reference of the acquirer, and a fee without a payment is posted', async () => {
  await aPayment('PSP-77');
  const time = new Date().toISOString();
  const rows = [
    `payment,,PSP-77,RUB,B-3,100.00,1.00,99.00,${time}\n`,
    `fee,,,RUB,B-3,0,25.00,-25.00,${time}\n`,
    `payout,,,RUB,B-3,-74.00,0,-74.00,${time}\n`,
  ];
  const before = await owedBy('RUB');
  expect(await importRows(rows, {})).toMatchObject({ rows: 3, findings: 0 });
  expect(before - (await owedBy('RUB'))).toBe(2_600n);
  const unknown = await importRows([`payment,,unknown,RUB,B-3,5.00,0,5.00,${time}\n`], {});
  expect(unknown).toMatchObject({ findings: 1 });
  expect(await findOpen()).toContainEqual({ kind: 'unknownOperation', subject: 'unknown' });
});

async function aLine(
  amount: bigint,
  fields: object = {},
  isApplied = true,
): Promise<{ statementID: string; line: number }> {
  const statementID = `statement-${randomInt(1e9)}`;
  const { database } = api.store;
  await database.search(
    `INSERT INTO bank_statements (id, sha256, line_count, received_at, applied_at)
     VALUES ($1, $1, 1, now(), CASE WHEN $2 THEN now() END) RETURNING id`,
    [statementID, isApplied],
  );
  const line = { entry: statementID, currency: 'RUB', direction: 'credit', booked: '2026-11-28', ...fields };
  await database.search(
    `INSERT INTO bank_statement_lines (statement_id, number, place, entry_id, account, amount, currency, direction, booked_on)
     VALUES ($1, 1, '{}', $2, '40702', $3, $4, $5, $6::date) RETURNING statement_id`,
    [statementID, line.entry, String(amount), line.currency, line.direction, line.booked],
  );
  return { statementID, line: 1 };
}

test('a batch is cleared once, by one line of an applied statement that is equal to its rows', async () => {
  const clear = (line: object, batch = 'B-3') => {
    const given = { account: 'sandbox', batch, ...line } as never;
    return clearAcquirerBatch.execute(api.store as never, given, 'key', {} as never);
  };
  const refused = { code: 'invalidOperationParameters' };
  const line = await aLine(7_900n);
  expect(await clear(await aLine(7_899n))).toMatchObject({
    failureCode: 'bankAmountDiffers',
    outcome: { bank: '7899' },
  });
  expect((await findOpen()).map(({ kind }) => kind)).toContain('differentAmount');
  await expect(clear(await aLine(7_900n, {}, false))).rejects.toMatchObject(refused);
  await expect(clear(await aLine(7_900n, { direction: 'debit' }))).rejects.toMatchObject(refused);
  await expect(clear(await aLine(7_900n, { booked: null }))).rejects.toMatchObject(refused);
  await expect(clear(await aLine(7_900n, { currency: 'EUR' }))).rejects.toMatchObject(refused);
  await expect(clear(line, 'none')).rejects.toMatchObject(refused);
  await expect(clear({ ...line, line: 2 })).rejects.toMatchObject({ code: 'notFound' });
  const before = await owedBy('RUB');
  const cleared = { outcome: { transferID: 'acquirer-batch/sandbox/RUB/B-3' } };
  expect(await Promise.all([clear(line), clear(line)])).toEqual([cleared, cleared]);
  expect(before - (await owedBy('RUB'))).toBe(7_900n);
  const another = { failureCode: 'acquirerBatchCleared' };
  expect(await clear(await aLine(7_900n))).toMatchObject(another);
  const time = new Date().toISOString();
  await importRows([`other,,r-9,RUB,B-9,79.00,0,79.00,${time}\n`], {});
  const again = await aLine(7_900n, { entry: line.statementID });
  for (const used of [line, again]) expect(await clear(used, 'B-9')).toMatchObject({ failureCode: 'bankLineUsed' });
});

test('finance imports a file over HTTP and reads the margin by payment, shop and account', async () => {
  const payment = await aPayment('PSP-78');
  const content = HEADER + row({ payment, batch: 'B-4' });
  const send = async (body: string | Buffer, token = secret) =>
    fetch(`${api.url}/operators/v1/connector-accounts/sandbox/settlement-reports`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/octet-stream',
        'X-Request-ID': 'import',
      },
      body,
    });
  const answer = await send(content);
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 200,
    body: { account: 'sandbox', rowCount: 1, findingCount: 0 },
  });
  const { id, appliedAt } = (await (await send(content)).json()) as any;
  expect(appliedAt).toBeUndefined();
  await apply(id);
  expect(await (await send(content)).json()).toMatchObject({ id, appliedAt: expect.any(String) });
  const wrong = await send(content.replace('100.00', '100.0x'));
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('line 2, column gross: is no amount of RUB');
  const viewer = await anOperator(api.store.database, { name: 'vera', roles: ['viewer'] });
  expect((await send(content, viewer.secret)).status).toBe(403);
  const large = await send(Buffer.alloc(40 * 1024 * 1024, 'a')).catch(() => undefined);
  expect(large === undefined || large.status >= 400).toBe(true);

  const { body } = await finance.get<any>('/connector-accounts/sandbox/settlement-reports');
  expect(body.reports[0]).toMatchObject({ rowCount: 1 });
  expect((await finance.get('/connector-accounts/none/settlement-reports')).status).toBe(404);

  const read = async (groupBy: string): Promise<any[]> => {
    const period = `from=${FROM.toISOString()}&to=${TO.toISOString()}`;
    const margins = await finance.get<any>(`/margins?groupBy=${groupBy}&${period}&limit=1000`);
    expect(margins).toMatchObject({ status: 200 });
    return margins.body.margins;
  };
  const byPayment = await read('payment');
  const own = { id: payment, currency: 'RUB', fees: 250, acquirerFees: 100, margin: 150 };
  expect(byPayment).toContainEqual(own);
  const shop = { id: api.own.shopID, currency: 'RUB', fees: 1_750, acquirerFees: 750, margin: 1_000 };
  expect(await read('shop')).toContainEqual(shop);
  const account = { id: 'sandbox', currency: 'RUB', fees: 1_750, acquirerFees: 3_250, margin: -1_500 };
  expect(await read('account')).toContainEqual(account);
  expect(
    byPayment
      .filter(({ currency }: any) => currency === 'RUB')
      .reduce((sum: number, { margin }: any) => sum + margin, 0),
  ).toBe(-1_500);
  expect((await finance.get('/margins?groupBy=day&from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z')).status).toBe(
    400,
  );
});

test('doctor fails while acquirers have taken more than the provider has earned, until the difference is covered', async () => {
  const { look } = safeguardingCheck(api.store);
  expect(await readSafeguarding(api.store.database)).toEqual([
    { currency: 'RUB', owedMinor: '68250', heldMinor: '66750', shortfallMinor: '1500' },
  ]);
  const items = [{ id: 'RUB', owed: '68250', held: '66750', missing: '1500' }];
  expect(await look()).toEqual({ status: 'failure', fact: { kind: 'fundsMissing', items } });
  const given = { shopID: api.own.shopID, currency: 'RUB', amount: 1_500n, direction: 'debit', text: 'a fee' } as const;
  await settlementExecutors.correctSettlement.execute(api.store as never, given, 'covered', {} as never);
  expect(await look()).toMatchObject({ status: 'ok' });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { validateXML } from 'xmllint-wasm';
import { openStore } from '../../store/store';
import { closeBatch } from '../../store/merchants/settlement/batch.close';
import { workflowIDs } from '../../workflow-names/workflow-ids';
import { anOperatorKey } from '../harness/operator-key';
import { readOrders, writeStatement } from '../harness/factories/bank-statement';
import { ledgerFaults } from '../harness/factories/payment';
import { httpClient, type HttpClient } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { approveThrough } from '../harness/second-person';

/* Payouts go to the bank in a file and come back in its statement, which is read while the API is killed and applied while the worker is. */

const OWN_ACCOUNT = '40702810400000000225';
const PAYOUTS = 3;
/** Movements of others, so that receiving the statement takes long enough to be interrupted. */
const OTHERS = 4_000;

let harness: MerchantPlatform;
let client: Client;
let people: [HttpClient, HttpClient];
let secret: string;

beforeAll(async () => {
  harness = await startMerchantPlatform({ temporal: 'own' });
  const { databaseUrl, apiUrl, temporalAddress } = harness.platform;
  client = new Client({ connection: await Connection.connect({ address: temporalAddress }) });
  const keys = await Promise.all(
    ['first', 'second'].map((name) => anOperatorKey(databaseUrl, { name, roles: ['finance'] })),
  );
  people = keys.map((key) => httpClient({ baseUrl: apiUrl, token: key.secret })) as typeof people;
  secret = keys[0]!.secret;
  const accounts = [{ currency: 'RUB', name: 'Provider', account: { number: OWN_ACCOUNT } }];
  await harness.sql(
    `UPDATE payment_institutions SET terms = terms || jsonb_build_object('payoutAccounts', $1::jsonb) WHERE id = 1`,
    [JSON.stringify(accounts)],
  );
});

afterAll(async () => {
  await client?.connection.close();
  await harness?.stop();
});

async function makePayouts(): Promise<string[]> {
  const { shopID, platform } = harness;
  const store = openStore(
    { DATABASE_URL: platform.databaseUrl, ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') },
    2,
  );
  for (let count = 0; count < PAYOUTS; count += 1) {
    await harness.captured({ amount: 10_000 + count });
    await closeBatch(store, { shopID, currency: 'RUB', untilDay: '2099-01-01' });
  }
  await store.database.close();
  const rows = await harness.sql<{ id: string }>('SELECT id FROM payouts ORDER BY id');
  expect(rows).toHaveLength(PAYOUTS);
  return rows.map(({ id }) => id);
}

let commands = 0;

/** Requests a command as one person and approves it as the other. */
async function carryOut(type: string, parameters: object, concurrently: () => Promise<void> = async () => undefined) {
  const [first, second] = people;
  const order = { type, parameters, reason: 'bank', idempotencyKey: `bank-${++commands}` };
  const { body } = await first.post<any>('/operators/v1/commands', order);
  const [ended] = await Promise.all([approveThrough(second, { status: 202, body }), concurrently()]);
  return ended;
}

const bank = (path: string, body?: string): Promise<Response> =>
  fetch(`${harness.platform.apiUrl}/operators/v1/${path}`, {
    ...{ method: body === undefined ? 'GET' : 'POST', ...(body !== undefined && { body }) },
    headers: { Authorization: `Bearer ${secret}`, 'X-Request-ID': `bank-${++commands}` },
  });

async function validate(xml: string, name: string): Promise<unknown> {
  const schema = readFileSync(join(__dirname, `../../bankfiles/schemas/${name}.xsd`), 'utf8');
  return (await validateXML({ xml, schema, maxMemoryPages: 8_192 })).errors;
}

const statuses = async (): Promise<string[]> =>
  (await harness.sql<{ status: string }>('SELECT status FROM payouts ORDER BY id')).map(({ status }) => status);

test('payouts of a file are paid once by the statement that the bank sends, whatever is killed on the way', async () => {
  const { processes } = harness.platform;
  const payoutIDs = await makePayouts();
  const made = await carryOut('createBankFile', { paymentInstitutionID: 1, currency: 'RUB', format: 'pain.001' });
  expect(made).toMatchObject({ state: 'Succeeded', outcome: { payouts: PAYOUTS } });
  const { fileID } = made.outcome;
  const xml = await (await bank(`bank-files/${fileID}/content`)).text();
  expect(await validate(xml, 'pain.001.001.09')).toEqual([]);
  const orders = readOrders(xml);
  expect(orders.map(({ reference }) => reference).sort()).toEqual(payoutIDs);
  const confirmed = await Promise.all([1, 2].map(() => carryOut('confirmBankFile', { fileID })));
  expect(confirmed.map(({ state }) => state)).toEqual(['Succeeded', 'Succeeded']);
  expect(await statuses()).toEqual(['sent', 'sent', 'sent']);

  const others = Array.from({ length: OTHERS }, (_, index) => ({
    ...{ reference: `other-${index}`, amount: '1.00', account: '40702810000000000009' },
  }));
  const statement = writeStatement(OWN_ACCOUNT, [...orders, ...others]);
  expect(await validate(statement, 'camt.053.001.08')).toEqual([]);
  for (const waitMs of [20, 150, 400]) {
    const sent = bank('bank-statements', statement).catch(() => undefined);
    await sleep(waitMs);
    await processes.api.kill();
    await sent;
    await processes.api.start();
    const [kept] = await harness.sql<{ whole: boolean | null }>(
      `SELECT (SELECT count(*) FROM bank_statement_lines l WHERE l.statement_id = s.id) = s.line_count AS whole FROM bank_statements s`,
    );
    expect(kept?.whole ?? true).toBe(true);
  }
  const received = await bank('bank-statements', statement);
  expect(received.status).toBe(200);
  const { id: statementID, lineCount } = (await received.json()) as any;
  expect(lineCount).toBe(PAYOUTS + OTHERS);
  expect(await harness.sql('SELECT FROM bank_statements')).toHaveLength(1);
  expect(await statuses()).toEqual(['sent', 'sent', 'sent']);

  const killWorker = async (): Promise<void> => {
    await sleep(300);
    await processes.worker.kill();
    await processes.worker.start();
  };
  const applied = await carryOut('applyBankStatement', { statementID }, killWorker);
  expect(applied).toMatchObject({ state: 'Succeeded', outcome: { paid: PAYOUTS, returned: 0, findings: OTHERS } });
  expect(await carryOut('applyBankStatement', { statementID })).toMatchObject({ outcome: { paid: PAYOUTS } });
  expect(await statuses()).toEqual(['paid', 'paid', 'paid']);
  for (const id of payoutIDs) expect(await client.workflow.getHandle(workflowIDs.payout(id)).result()).toBe('paid');
  const moved = `SELECT count(*)::integer AS count FROM ledger_transfers WHERE id LIKE 'payout/%/paid'`;
  expect(await harness.sql(moved)).toEqual([{ count: PAYOUTS }]);
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});

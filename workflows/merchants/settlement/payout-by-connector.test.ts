import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connector, PayOutConnector } from '../../../connectors/connector';
import { payoutOperationID } from '../../../domain/merchants/settlement/payout-operation';
import { listDuePayouts } from '../../../store/merchants/bank-file/bank-file.queries';
import { DEMO } from '../../../store/operators/demo/demo';
import { listOverdueResults } from '../../../store/platform/health/overdue-results';
import { inTransitAccount, settlementAccountIDs } from '../../../store/platform/ledger/accounts';
import { readBalance } from '../../../store/platform/ledger/ledger';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { appendCommands } from '../../../store/platform/outbox/outbox';
import { listFindings } from '../../../store/operators/reconciliation/finding.queries';
import { lateSuccessStart } from '../../../store/operators/reconciliation/late-success';
import { closeBatch } from '../../../store/merchants/settlement/batch.close';
import type { PayoutRow } from '../../../store/merchants/settlement/payout.table';
import { changePayout, type PayoutChange } from '../../../store/merchants/settlement/payout.transitions';
import { getPayout } from '../../../store/merchants/settlement/settlement.queries';
import { AT_ONCE, aSettledShop, postMovements } from '../../../tests/harness/factories/settlement';
import { terminateIdle } from '../../../tests/harness/idle-workflow';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';

/* A connector pays shops: real workflows, PostgreSQL and the sandbox acquirer. */

const DAY_MS = 86_400_000;
const TERMS = {
  ...AT_ONCE,
  payoutAccounts: [
    { currency: 'RUB', name: 'ООО Ромашка', account: { number: '40702810938000012345' }, bic: '044525225' },
  ],
  payoutConnectors: [{ currency: 'RUB', connector: 'sandbox' }],
};

let harness: WorkflowHarness;
let sandbox: Connector & PayOutConnector;
beforeAll(async () => {
  harness = await startWorkflowHarness();
  sandbox = harness.connectors['sandbox'] as typeof sandbox;
});
afterAll(() => harness?.stop());
afterEach(async () => {
  harness.connectors['sandbox'] = sandbox;
  expect(await verifyLedger(harness.store.database)).toEqual([]);
});

async function aPayout(amount: bigint, settlement: object = TERMS): Promise<PayoutRow> {
  const { store } = harness;
  const shop = await aSettledShop({ store, own: { shopID: DEMO.shopID } }, settlement);
  await postMovements(store.database, shop, [{ id: `payment/${randomInt(1e12)}.1/capture`, amount }]);
  const batch = await closeBatch(store, { ...shop, untilDay: '2099-01-01' });
  const [payout] = await store.database.search<{ id: string }>('SELECT id FROM payouts WHERE batch_id = $1', [
    batch!.id,
  ]);
  return getPayout(store.database, payout!.id);
}

const read = ({ id }: PayoutRow) => getPayout(harness.store.database, id);
const result = ({ id }: PayoutRow) => harness.readResult(workflowIDs.payout(id));
const change = ({ id }: PayoutRow, action: PayoutChange['action']) =>
  changePayout(harness.store, { payoutID: id, action });

async function readOperation({ id }: PayoutRow): Promise<{ attempts: number; effects: number; status: string }> {
  const found = await fetch(`${harness.sandboxUrl}/operations/${encodeURIComponent(payoutOperationID(id))}`);
  return (await found.json()) as { attempts: number; effects: number; status: string };
}

async function post(path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const { ok } = await fetch(`${harness.sandboxUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!ok) throw new Error(`the sandbox refuses ${path}`);
}

const end = ({ id }: PayoutRow, then: 'decide' | 'return') =>
  post(`/deferrals/${encodeURIComponent(payoutOperationID(id))}`, { then });

const deferNext = (failure?: string) =>
  post('/behaviours', {
    ...{ match: { kinds: ['payOut'] }, times: 1 },
    behaviour: { type: 'defer', pendingMs: 30 * DAY_MS, ...(failure && { failure }) },
  });

async function until(payout: PayoutRow, isReached: (row: PayoutRow) => boolean): Promise<PayoutRow> {
  for (const last = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(25)) {
    const row = await read(payout);
    if (isReached(row)) return row;
    if (Date.now() > last) throw new Error(`payout ${row.id} is ${row.status}`);
  }
}

async function balances({ shopID }: PayoutRow): Promise<{ shop: bigint; inTransit: bigint }> {
  const { database } = harness.store;
  const { own: shop } = await readBalance(database, settlementAccountIDs(shopID, 'RUB'));
  const { own: inTransit } = await readBalance(database, inTransitAccount(shopID, 'RUB').id);
  return { shop, inTransit };
}

test.each([
  ['an answer', 10_000n],
  ['a connection that is lost before the request', 1_667_702n],
  ['an answer that is lost', 1_667_703n],
  ['an acquirer that is unavailable three times', 1_667_704n],
  ['a request that hangs', 1_667_706n],
  ['an answer that hangs', 1_667_707n],
])('a shop is paid once after %s', async (_, amount) => {
  const payout = await aPayout(amount);
  expect(payout).toMatchObject({ connector: 'sandbox', status: 'pending' });
  expect(await result(payout)).toBe('paid');
  expect(await readOperation(payout)).toMatchObject({ effects: 1 });
  const { connectorReference, status } = await read(payout);
  expect({ connectorReference, status }).toEqual({ connectorReference: expect.any(String), status: 'paid' });
  expect(await balances(payout)).toEqual({ shop: 0n, inTransit: 0n });
});

/** What is killed is an activity that never answers: the next attempt finds what is recorded. */
test.each([
  ['before the request', 'before', 1],
  ['after the request', 'after', 1],
] as const)('an attempt that is killed %s is looked up and paid once', async (_, when, effects) => {
  const calls: string[] = [];
  harness.connectors['sandbox'] = {
    ...sandbox,
    payOut: async (request) => {
      calls.push('payOut');
      const isFirst = calls.filter((call) => call === 'payOut').length === 1;
      if (isFirst && when === 'before') throw new Error('killed');
      const answer = await sandbox.payOut(request);
      if (isFirst) throw new Error('killed');
      return answer;
    },
    lookUpPayOut: (request) => {
      calls.push('lookUp');
      return sandbox.lookUpPayOut(request);
    },
  };
  const payout = await aPayout(20_000n);
  expect(await result(payout)).toBe('paid');
  expect(await readOperation(payout)).toMatchObject({ effects });
  expect(calls).toEqual(when === 'before' ? ['payOut', 'lookUp', 'payOut'] : ['payOut', 'lookUp']);
});

test('a payout that the connector decides after days, with a lost run between, is made once', async () => {
  await deferNext();
  const payout = await aPayout(30_000n);
  const { id } = await until(payout, ({ acceptedAt }) => acceptedAt !== null);
  await harness.environment.sleep(DAY_MS);
  await terminateIdle(harness.environment.client.workflow.getHandle(workflowIDs.payout(id)));
  await harness.startAgain('payout', workflowIDs.payout(id), { payoutID: id });
  await harness.environment.sleep(DAY_MS);
  expect(await read(payout)).toMatchObject({ status: 'sent' });
  expect(await balances(payout)).toEqual({ shop: 0n, inTransit: 30_000n });
  await end(payout, 'decide');
  expect(await result(payout)).toBe('paid');
  expect(await readOperation(payout)).toMatchObject({ attempts: 1, effects: 1 });
});

test.each([
  ['at once', 1_667_745n],
  ['later', 40_000n],
])('a payout that the connector declines %s gives the money back to the shop', async (when, amount) => {
  if (when === 'later') await deferNext('RejectedByIssuer');
  const payout = await aPayout(amount);
  if (when === 'later') {
    await until(payout, ({ acceptedAt }) => acceptedAt !== null);
    await end(payout, 'decide');
  }
  expect(await result(payout)).toBe('failed');
  expect(await read(payout)).toMatchObject({ reason: 'RejectedByIssuer' });
  expect(await balances(payout)).toEqual({ shop: amount, inTransit: 0n });
});

test('a payout that came back is at the shop once, and listed for operators', async () => {
  const payout = await aPayout(50_000n);
  expect(await result(payout)).toBe('paid');
  await end(payout, 'return');
  const operationID = payoutOperationID(payout.id);
  for (let round = 0; round < 2; round++) {
    await appendCommands(harness.store.database, [lateSuccessStart('sandbox', operationID)]);
    harness.store.wakeUp.send('outbox');
    await until(payout, ({ status }) => status === 'returned');
  }
  expect(await balances(payout)).toEqual({ shop: 50_000n, inTransit: 0n });
  const findings = await listFindings(harness.store.database, { statuses: ['open'], limit: 100 });
  expect(findings).toMatchObject([{ kind: 'returnedPayout', operationID, recordedMinor: 50_000n }]);
});

test.each([
  ['another amount', { amount: 1n }],
  ['another operation', { operation: 'payout/other/payOut' }],
])('an answer about %s pays nothing here, is never sent again, and two people decide', async (_, lie) => {
  let sent = 0;
  const lying = (answer: object & { stated?: object }) =>
    ({ ...answer, stated: { ...answer.stated, ...lie } }) as never;
  harness.connectors['sandbox'] = {
    ...sandbox,
    payOut: async (request) => {
      sent += 1;
      return lying(await sandbox.payOut(request));
    },
    lookUpPayOut: async (request) => lying(await sandbox.lookUpPayOut(request)),
  };
  const payout = await aPayout(60_000n);
  await until(payout, ({ acceptedAt }) => acceptedAt !== null);
  const overdue = await listOverdueResults(harness.store.database);
  expect(overdue).toContainEqual(expect.objectContaining({ operation: `payout ${payout.id}` }));
  expect(await read(payout)).toMatchObject({ status: 'sent' });
  await change(payout, 'confirm');
  expect(await result(payout)).toBe('paid');
  expect(sent).toBe(1);
});

test('a payout by a connector is in no bank file, and recorded by hand only when the connector does not decide', async () => {
  await deferNext();
  const payout = await aPayout(70_000n);
  await until(payout, ({ acceptedAt }) => acceptedAt !== null);
  for (const action of ['confirm', 'fail'] as const)
    await expect(change(payout, action)).rejects.toThrow(`payout ${payout.id} is paid by connector sandbox`);
  const overdue = `UPDATE payouts SET result_due_at = now() - interval '1 s' WHERE id = $1 RETURNING id`;
  await harness.store.database.search(overdue, [payout.id]);
  await change(payout, 'fail');
  expect(await result(payout)).toBe('failed');
  expect(await balances(payout)).toEqual({ shop: 70_000n, inTransit: 0n });

  const waiting = await aPayout(80_000n, { ...TERMS, payoutConnectors: [{ currency: 'RUB', connector: 'nowhere' }] });
  await expect(change(waiting, 'send')).rejects.toThrow(`is paid by connector nowhere`);
  const [{ institution }] = (await harness.store.database.search<{ institution: number }>(
    `SELECT c.payment_institution_id AS institution FROM shops s JOIN contracts c ON c.id = s.contract_id WHERE s.id = $1`,
    [waiting.shopID],
  )) as [{ institution: number }];
  const selection = { paymentInstitutionID: institution, currency: 'RUB' };
  expect(await listDuePayouts(harness.store.database, selection)).toEqual([]);
  await change(waiting, 'cancel');
  expect(await result(waiting)).toBe('cancelled');
});

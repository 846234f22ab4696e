import { FixedConnectors } from '../../../tests/harness/fixed-connectors';
import { accountSource } from '../../../store/payments/connector-account/account-source';
import { MockActivityEnvironment } from '@temporalio/testing';
import {
  ConnectorUnavailable,
  type Connector,
  type OperationLookUp,
  type PayOutOutcome,
} from '../../../connectors/connector';
import { countOverdueResults } from '../../../store/platform/health/overdue-results';
import { overdueResultsCheck } from '../../../operators/doctor/overdue-results.check';
import { startReturnLookUps } from '../../../store/operators/reconciliation/return-look-ups';
import { openStore, type Store } from '../../../store/store';
import { findWithdrawalRow } from '../../../store/wallets/withdrawal/withdrawal.queries';
import { freshDatabase } from '../../../tests/harness/database';
import { aStoredWithdrawal } from '../../../tests/harness/factories/stored-withdrawal';
import { seedReferenceData } from '../../../tests/harness/reference-data';
import { lazyVault } from '../../../tests/harness/vault';
import type { WithdrawalSnapshot } from '../../../workflows/wallets/withdrawal/withdrawal.contract';
import { createWithdrawalActivities } from './withdrawal.activities';

/* A connector that remembers operation ids for a while, and pending payouts that it forgets or decides late. */

const HOUR_MS = 3_600_000;
const PENDING = { kind: 'pending', connectorReference: 'reference' } as const;

let store: Store;
let sent: number;
let lookUps: OperationLookUp[];
let answer: () => Promise<PayOutOutcome>;
let found: PayOutOutcome | { kind: 'notFound' };

beforeAll(async () => {
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') });
  await seedReferenceData(store.database);
});
afterAll(() => store?.database.close());
beforeEach(() => {
  sent = 0;
  lookUps = [];
  answer = () => Promise.resolve({ kind: 'unknown' });
  found = { kind: 'notFound' };
});

const connector: Pick<Connector, 'payOut' | 'lookUpPayOut' | 'times'> = {
  times: { idempotencyMs: 24 * HOUR_MS, maxPendingMs: 72 * HOUR_MS, returnsWithinMs: 48 * HOUR_MS },
  payOut: () => {
    sent += 1;
    return answer();
  },
  lookUpPayOut: (request) => {
    lookUps.push(request);
    return Promise.resolve(found as never);
  },
};

async function run(step: 'payOut' | 'payOutAfterLookUp', withdrawalID: string): Promise<WithdrawalSnapshot | Error> {
  const connectors = new FixedConnectors({ sandbox: connector as Connector }, accountSource(store));
  const activities = createWithdrawalActivities({ store, vault: lazyVault(), apiUrl: 'http://api', connectors });
  let snapshot: WithdrawalSnapshot | undefined;
  try {
    await new MockActivityEnvironment().run(async () => void (snapshot = await activities[step]({ withdrawalID })));
  } catch (error) {
    return error as Error;
  }
  return snapshot ?? new Error('no snapshot');
}

const age = (withdrawalID: string, hours: number) =>
  store.database.search(
    `UPDATE withdrawals SET sent_at = sent_at - $2 * interval '1 hour', result_due_at = result_due_at - $2 * interval '1 hour'
     WHERE id = $1`,
    [withdrawalID, hours],
  );

test('an unknown payout is sent again while its connector remembers it, later it is only looked up', async () => {
  const { id } = await aStoredWithdrawal(store);
  expect(await run('payOut', id)).toMatchObject({ message: 'the connector did not respond' });
  await run('payOutAfterLookUp', id);
  expect(sent).toBe(2);
  const { sentAt } = await findWithdrawalRow(store.database, id);
  expect(lookUps.at(-1)?.since).toEqual(sentAt);
  expect(await overdueResultsCheck(store).look()).toMatchObject({ status: 'ok' });

  await age(id, 25);
  for (const step of ['payOut', 'payOutAfterLookUp'] as const) {
    expect(await run(step, id)).toMatchObject({ message: expect.stringContaining('must not be sent again') as string });
  }
  expect(sent).toBe(2);
  expect(await overdueResultsCheck(store).look()).toMatchObject({
    status: 'warning',
    fact: { kind: 'resultsOverdue', items: [{ id: `withdrawal ${id}`, name: 'sandbox' }] },
  });
  expect(await countOverdueResults(store.database)).toEqual({ withdrawals: 1, payouts: 0, refunds: 0 });
  found = { kind: 'approved', connectorReference: 'reference' };
  expect(await run('payOutAfterLookUp', id)).toEqual({ status: 'Succeeded' });
  expect(await countOverdueResults(store.database)).toEqual({ withdrawals: 0, payouts: 0, refunds: 0 });
  expect(await overdueResultsCheck(store).look()).toMatchObject({ status: 'ok' });
});

test('a payout that was certainly not sent starts no period', async () => {
  answer = () => Promise.reject(new ConnectorUnavailable('refused', { isUnsent: true }));
  const { id } = await aStoredWithdrawal(store);
  expect(await run('payOut', id)).toBeInstanceOf(ConnectorUnavailable);
  expect(await findWithdrawalRow(store.database, id)).toMatchObject({ sentAt: null, resultDueAt: null });
  answer = () => Promise.resolve({ kind: 'approved', connectorReference: 'reference' });
  expect(await run('payOutAfterLookUp', id)).toEqual({ status: 'Succeeded' });
});

test('an unavailable connector does not end the period of an earlier request', async () => {
  const { id } = await aStoredWithdrawal(store);
  await run('payOut', id);
  answer = () => Promise.reject(new ConnectorUnavailable('refused', { isUnsent: true }));
  await run('payOutAfterLookUp', id);
  expect(await findWithdrawalRow(store.database, id)).toMatchObject({ sentAt: expect.any(Date) as Date });
});

test('an accepted payout is never sent again, also if its connector no longer knows it', async () => {
  answer = () => Promise.resolve(PENDING);
  const { id } = await aStoredWithdrawal(store);
  expect(await run('payOut', id)).toEqual({ status: 'Pending', isAccepted: true });
  for (const step of ['payOut', 'payOutAfterLookUp'] as const) {
    expect(await run(step, id)).toMatchObject({ message: expect.stringContaining('must not be sent again') as string });
  }
  expect(sent).toBe(1);
  expect(lookUps.at(-1)).toMatchObject({ connectorReference: 'reference', since: expect.any(Date) as Date });
  found = PENDING;
  expect(await run('payOutAfterLookUp', id)).toEqual({ status: 'Pending', isAccepted: true });
});

test('two attempts at once record one acceptance', async () => {
  answer = () => Promise.resolve(PENDING);
  found = { ...PENDING, connectorReference: 'another' };
  const { id } = await aStoredWithdrawal(store);
  await run('payOut', id);
  await run('payOutAfterLookUp', id);
  expect(await findWithdrawalRow(store.database, id)).toMatchObject({
    connectorReference: 'reference',
    status: 'Pending',
  });
});

test('a succeeded payout is looked up daily, once each day, while it may come back', async () => {
  answer = () => Promise.resolve({ kind: 'approved', connectorReference: 'reference' });
  const { id } = await aStoredWithdrawal(store);
  await store.database.search('DELETE FROM return_look_ups', []);
  expect(await run('payOut', id)).toEqual({ status: 'Succeeded' });
  await run('payOut', id);
  const later = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
  expect(await startReturnLookUps(store, later(23))).toBe(0);
  const workers = await Promise.all([1, 2, 3].map(() => startReturnLookUps(store, later(25))));
  expect(workers.sort()).toEqual([0, 0, 1]);
  const [started] = await store.database.search<{ args: object }>(
    `SELECT command -> 'args' -> 0 AS args FROM outbox WHERE workflow_id LIKE 'lateSuccess/%' OR command ->> 'workflowType' = 'lateSuccess'`,
    [],
  );
  expect(started?.args).toEqual({ connector: 'sandbox', operationID: `withdrawal/${id}/payOut` });
  // The last look-up is after the end of the period.
  expect(await startReturnLookUps(store, later(50))).toBe(1);
  expect(await startReturnLookUps(store, later(500))).toBe(0);
});

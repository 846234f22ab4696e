import { openStore, type Store } from '../../store';
import { DEMO } from '../demo/demo';
import { anOperator } from '../../../tests/harness/factories/operator';
import { requestCommand } from '../../../operators/commands/command-executors';
import { setLimit } from '../operator-command/operator-limits';
import { createInvoice } from '../../payments/invoice/invoice.create';
import { createIdentity } from '../../wallets/identity/identity.create';
import { createWallet } from '../../wallets/wallet/wallet.create';
import { freshDatabase } from '../../../tests/harness/database';
import { seedReferenceData } from '../../../tests/harness/reference-data';
import { lateSuccessStart, unvoidedStart } from '../reconciliation/late-success';
import type { workflowTypes } from '../../../workflow-names/workflow-messages';
import { COMMAND_LANES } from '../../../workflow-names/command-lane';
import { leaseCommands } from '../../platform/outbox/outbox.lease';
import type { StartCommand } from '../../change-log';
import type { OpenEntity } from './recoverable-entity';
import { RECOVERABLE } from './recoverable-entities';
import { endTracking, startTracked } from './tracked-workflows';
import { ensureSweeps, releaseSweep, recordRestarts, leaseSweep } from './restarts';

let store: Store;
beforeAll(async () => {
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY }, 4);
  await seedReferenceData(store.database);
});
afterAll(() => store?.database.close());

const readPage = (kind: string, after: string[] | null = null, limit = 50): Promise<OpenEntity[]> => {
  const entity = RECOVERABLE.find((each) => each.kind === kind);
  if (!entity) throw new Error(`kind ${kind} is not recoverable`);
  return entity.page(store.database, after, limit);
};

const aStart = (workflowID: string): StartCommand => ({
  kind: 'start',
  workflowID,
  workflowType: 'payment',
  args: [{ invoiceID: 'i', paymentID: '1' }],
});

async function commands(): Promise<any[]> {
  const leased = [];
  for (const lane of COMMAND_LANES) {
    const request = { lane, limit: 1_000, seconds: 60, token: 'test' };
    leased.push(...(await leaseCommands(store.database, request)).commands);
    await leaseCommands(store.database, { ...request, limit: 0, done: leased.map(({ id }) => id) });
  }
  return leased.map(({ command }) => command);
}

/** In an empty database only retention is open. */
const OPEN_ON_DEMAND = RECOVERABLE.filter(({ kind }) => kind !== 'retention');

test.each(OPEN_ON_DEMAND.map((entity) => [entity.kind, entity] as const))(
  'open entities of kind %s are readable, and invalid keys find nothing',
  async (_kind, entity) => {
    expect(await entity.page(store.database, null, 10)).toEqual([]);
    for (const id of [
      'payment/a.b',
      'refund/a.b.c',
      'report/a.b',
      'report/a.1',
      'withdrawal/x',
      'binding/c.1',
      '',
      "'",
    ]) {
      const key = entity.parseKey(id);
      if (key) expect(await entity.openAt(store.database, [key])).toEqual([]);
    }
  },
);

test('every workflow type has a kind that restarts it', () => {
  // A lost delivery is started again by the dispatcher of webhooks, a lost close of a batch by the next cut-off.
  const ids: Record<Exclude<keyof typeof workflowTypes, 'delivery' | 'settlementClose'>, string> = {
    dueInvoices: 'invoices/due/holdfast',
    destinationExpiry: 'destinations/expiry/holdfast',
    retention: 'retention/records/holdfast',
    reconciliation: 'reconciliation/sandbox/holdfast',
    reencryption: 'encryption/key',
    erasure: 'erasure/1',
    operatorCommand: 'command/1',
    payment: 'payment/i.1',
    refund: 'refund/i.1.1',
    binding: 'binding/c.1',
    withdrawal: 'withdrawal/1',
    destination: 'destination/1',
    dispute: 'dispute/1',
    disputeAnswer: 'dispute-answer/i.1.1/1.chargeback.contest',
    report: 'report/scope.1',
    registry: 'report/scope.1',
    lateSuccess: 'late-success/payment/i.1/authorise',
    settlementReceipt: 'settlement-receipt/i',
    payout: 'settlement/1',
    reportDownload: 'report-download/adyen/report.csv',
    bankAccountNotice: 'bank-account-notice/1.2',
    endpoint: 'webhook/1',
  };
  const uncovered = Object.entries(ids).filter(([, id]) => RECOVERABLE.every((each) => !each.parseKey(id)));
  expect(uncovered).toEqual([]);
});

test('a late success and a second receipt are restarted until they are done', async () => {
  const [plain, unvoided] = [
    lateSuccessStart('sandbox', 'payment/i.9/authorise'),
    unvoidedStart('sandbox', 'payment/i.9/authorise'),
  ];
  await startTracked(store.database, [plain]);
  await startTracked(store.database, [unvoided]);
  await startTracked(store.database, [plain]);
  await store.database.run(
    { name: 'test-age-tracked', text: `UPDATE tracked_workflows SET created_at = now() - interval '1 minute'` },
    [],
  );
  const [open, ...others] = await readPage('tracked');
  expect(open?.start).toMatchObject({ workflowID: plain.workflowID, args: unvoided.args });
  expect(others).toEqual([]);
  // One that only looks up does not end one that also voids.
  await endTracking(store.database, plain.workflowID, false);
  expect(await readPage('tracked')).toHaveLength(1);
  await endTracking(store.database, plain.workflowID);
  expect(await readPage('tracked')).toEqual([]);
  await commands();
});

test('an approved command restarts with its id only', async () => {
  const { operatorID } = await anOperator(store.database, { name: 'requester' });
  const owner = { partyID: DEMO.partyID, metadata: null, externalID: null };
  const identity = await createIdentity(store, { ...owner, name: 'Ivan', providerID: 'test' });
  const wallet = await createWallet(store, { ...owner, identityID: identity.id, name: 'Main', currency: 'RUB' });
  await setLimit(store, { role: 'finance', currency: 'RUB', commandLimitMinor: 5n, dailyLimitMinor: 5n });
  const parameters = { walletID: wallet.id, sourceID: 'bank', amount: 5, currency: 'RUB' };
  const request = { type: 'deposit', parameters, reason: 'top up' };
  const { command } = await requestCommand(store, { operatorID, roles: ['finance'] }, request);
  await store.database.run(
    { name: 'test-drop-trigger', text: 'ALTER TABLE operator_commands DISABLE TRIGGER operator_commands_immutable' },
    [],
  );
  await store.database.run(
    { name: 'test-age', text: `UPDATE operator_commands SET requested_at = now() - interval '1 minute'` },
    [],
  );
  const [open] = await readPage('operatorCommand');
  expect(open?.start).toMatchObject({
    workflowID: `command/${command.id}`,
    workflowType: 'operatorCommand',
    args: [{ commandID: command.id }],
  });
});

test('the due-date workflow is open while an invoice waits for its due date', async () => {
  const invoice = { ...DEMO, amountMinor: 10n, currency: 'RUB', product: 'Чашка', metadata: {} };
  await createInvoice(store, { ...invoice, dueDate: new Date(Date.now() + 3_600_000) });
  const [open, ...others] = await readPage('dueInvoices');
  expect(open?.start).toMatchObject({ workflowID: 'invoices/due', workflowType: 'dueInvoices' });
  expect([others, await readPage('dueInvoices', open?.key)]).toEqual([[], []]);
  await commands();
});

test('a lost workflow is restarted once, also after an ended run, with the revived flag', async () => {
  expect(await recordRestarts(store, [aStart('payment/i.1')])).toEqual(['payment/i.1']);
  expect(await recordRestarts(store, [aStart('payment/i.1')])).toEqual([]);
  expect(await commands()).toEqual([
    { ...aStart('payment/i.1'), args: [{ invoiceID: 'i', paymentID: '1', isRestart: true }], mayRunAgain: true },
  ]);
});

test('repeated restarts of one workflow back off', async () => {
  const lost = async (secondsAgo: number, count: number): Promise<string[]> => {
    const text = `INSERT INTO workflow_restarts (workflow_id, count, restarted_at) VALUES ('payment/i.2', $1, now() - make_interval(secs => $2))
      ON CONFLICT (workflow_id) DO UPDATE SET count = EXCLUDED.count, restarted_at = EXCLUDED.restarted_at`;
    await store.database.run({ name: 'test-revived', text }, [count, secondsAgo]);
    const revived = await recordRestarts(store, [aStart('payment/i.2')]);
    await commands();
    return revived;
  };
  expect(await lost(5, 1)).toEqual([]);
  expect(await lost(11, 1)).toHaveLength(1);
  expect(await lost(600, 10)).toEqual([]);
  expect(await lost(86_340, 1_000)).toEqual([]);
  expect(await lost(86_401, 1_000)).toHaveLength(1);
});

test('a workflow with a pending command is not restarted', async () => {
  await recordRestarts(store, [aStart('payment/i.3')]);
  await store.database.run({ name: 'test-forget', text: 'DELETE FROM workflow_restarts' }, []);
  expect(await recordRestarts(store, [aStart('payment/i.3')])).toEqual([]);
  await commands();
});

test('one worker at a time leases a sweep, which resumes at its cursor and after the lease of a dead worker', async () => {
  await ensureSweeps(store, ['payment', 'refund']);
  const taken = await Promise.all(Array.from({ length: 8 }, () => leaseSweep(store, 30)));
  expect(
    taken
      .filter(Boolean)
      .map((sweep) => sweep?.kind)
      .sort(),
  ).toEqual(['payment', 'refund']);
  await releaseSweep(store, { kind: 'refund', after: ['a', '1', '2'] }, 0);
  expect(await leaseSweep(store, 0)).toEqual({ kind: 'refund', after: ['a', '1', '2'] });
  expect(await leaseSweep(store, 30)).toMatchObject({ kind: 'refund' });
});

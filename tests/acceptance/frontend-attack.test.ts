import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { AccountConnectors } from '../../connectors/account-connectors';
import { DiskStorage } from '../../files/disk-storage';
import { accountSource } from '../../store/payments/connector-account/account-source';
import { openStore, type Store } from '../../store/store';
import { type VaultClient } from '../../vault/client/vault-client';
import { createActivities } from '../../worker/create-activities';
import { deliveryTaskQueue, reportTaskQueue, workflowTypes } from '../../workflow-names/workflow-messages';
import { idAtEngine, workflowIDs } from '../../workflow-names/workflow-ids';
import { CARDS, HOLD, anInvoice, ledgerFaults, pay } from '../harness/factories/payment';
import { anAuthorisedDestination, anIdentity, WALLET } from '../harness/factories/wallet';
import { untilBody } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { scheduleActivities, type AttackResults, type ScheduledActivity } from '../harness/temporal-attacker';

/* A client of Temporal's frontend schedules every activity of the workers: nothing moves, and no file is read. */

const LATE = '2100-01-01T00:00:00Z';

let harness: MerchantPlatform;
let connection: Connection;
let store: Store;
/** The names of the registry of the workers, by task queue. */
let registry: { names: readonly string[]; taskQueue: string }[];
let target: Record<'held' | 'waiting', { invoiceID: string; paymentID: string; processingDeadline: string }> & {
  unpaid: string;
  destinationID: string;
  identityID: string;
  reportID: number;
};

beforeAll(async () => {
  harness = await startMerchantPlatform();
  const { databaseUrl, environment, taskQueuePrefix, temporalAddress } = harness.platform;
  connection = await Connection.connect({ address: temporalAddress });
  store = openStore({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: environment['ENCRYPTION_KEY'] ?? '' }, 2);
  registry = listRegistry(taskQueuePrefix);
  target = await makeTargets();
});

afterAll(async () => {
  await connection?.close();
  await store?.database.close();
  await harness?.stop();
});

afterEach(async () => {
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});

/** Composes what the worker registers; nothing of it is called here. */
function listRegistry(taskQueue: string) {
  const vault = {} as VaultClient;
  const { activities, webhookActivities, reportActivities } = createActivities({
    connectors: new AccountConnectors(accountSource(store)),
    vault,
    apiUrl: '',
    files: new DiskStorage(''),
    delivery: { store, allowedNetworks: [], maxWorkflows: 1 },
    onCompared: () => undefined,
    personalMetadataKeys: [],
    mail: { SMTP_URL: undefined, MAIL_FROM: undefined },
  });
  return [
    { names: Object.keys(activities), taskQueue },
    { names: Object.keys(webhookActivities), taskQueue: deliveryTaskQueue(taskQueue) },
    { names: Object.keys(reportActivities), taskQueue: reportTaskQueue(taskQueue) },
  ];
}

async function makeTargets(): Promise<typeof target> {
  const { merchant, shopID } = harness;
  const held = await harness.held();
  const waiting = await anInvoice(merchant, shopID, {});
  const paymentID = await pay(merchant.as(waiting.token), waiting.id, { card: CARDS.threeDSecure, flow: HOLD });
  await untilBody<any>(
    () => merchant.get(`/v2/processing/invoices/${waiting.id}/payments/${paymentID}`),
    ({ status }) => status === 'pending',
  );
  const identityID = await anIdentity(merchant);
  const destinationID = await anAuthorisedDestination(store, merchant, { identity: identityID });
  await harness.sql(`UPDATE destinations SET valid_until = now() + interval '1 year' WHERE id = $1`, [destinationID]);
  const period = { fromTime: '2020-01-01T00:00:00Z', toTime: '2020-02-01T00:00:00Z' };
  const path = `${WALLET}/identities/${identityID}/reports`;
  const { body: report } = await merchant.post<any>(path, { reportType: 'withdrawalRegistry', ...period });
  await untilBody<any>(
    () => merchant.get(`${path}/${report.id}`),
    ({ status }) => status === 'created',
  );
  // As if its workflow had not built it yet; the attacker's takes its place, so that the sweeper starts no other.
  const workflowId = workflowIDs.report(identityID, report.id);
  await new Client({ connection }).workflow.start('report', { workflowId, taskQueue: 'attacker-idle' });
  await harness.sql('DELETE FROM report_files WHERE report_id = $1', [report.id]);
  await harness.sql(`UPDATE reports SET status = 'pending' WHERE id = $1`, [report.id]);
  await new DiskStorage(dataFolder()).delete(`reports/${report.id}.csv`);
  return {
    held: { ...held, processingDeadline: await readDeadline(held.invoiceID) },
    waiting: { invoiceID: waiting.id, paymentID, processingDeadline: await readDeadline(waiting.id) },
    unpaid: (await anInvoice(merchant, shopID, {})).id,
    destinationID,
    identityID,
    reportID: report.id,
  };
}

async function readDeadline(invoiceID: string): Promise<string> {
  const [row] = await harness.sql<{ at: Date }>(
    'SELECT processing_deadline AS at FROM payments WHERE invoice_id = $1',
    [invoiceID],
  );
  return row?.at.toISOString() ?? '';
}

const dataFolder = (): string => harness.platform.environment['DATA_DIR'] ?? '';

/** What no attack may change: money, statuses, files, and what the acquirer was asked. */
async function state(): Promise<unknown> {
  const tables = [
    'payments',
    'invoices',
    'refunds',
    'withdrawals',
    'destinations',
    'customer_bindings',
    'reports',
    'payouts',
  ];
  const statuses = await Promise.all(
    tables.map((table) => harness.sql(`SELECT status, count(*) AS count FROM ${table} GROUP BY 1 ORDER BY 1`)),
  );
  const others = await Promise.all([
    harness.sql('SELECT count(*) AS transfers, sum(amount) AS amount FROM ledger_transfers'),
    harness.sql('SELECT count(*) AS batches FROM settlement_batches'),
    harness.sql('SELECT state, count(*) AS count FROM operator_commands GROUP BY 1 ORDER BY 1'),
    harness.sql('SELECT report_id, format, key FROM report_files ORDER BY 1, 2'),
    harness.sql(`SELECT status, count(*) AS count FROM webhook_deliveries GROUP BY 1 ORDER BY 1`),
    harness.sql('SELECT key_id, finished_at FROM key_rotations ORDER BY 1'),
  ]);
  const stored = join(dataFolder(), 'files');
  const files = existsSync(stored) ? readdirSync(stored, { recursive: true }).sort() : [];
  const captured = await fetch(
    `${harness.platform.sandboxUrl}/payments/${encodeURIComponent(`payment/${target.held.invoiceID}.${target.held.paymentID}/authorise`)}`,
  );
  return { statuses, others, files, captured: await captured.json() };
}

/** All that an activity reads of its input, hostile where it can be. */
function everything(payment: object): object {
  return {
    ...payment,
    asOf: LATE,
    deadline: LATE,
    reportID: target.reportID,
    format: '../../secrets.json',
    files: [
      { format: 'csv', key: '../secrets.json' },
      { format: 'xlsx', key: '/proc/self/environ' },
    ],
    reason: 'webhookDeleted',
    destinationID: target.destinationID,
    connector: 'sandbox',
    operationID: `payment/${target.held.invoiceID}.${target.held.paymentID}/authorise`,
    webhookID: '../../x',
    subject: `invoice/${target.unpaid}`,
    commandID: 'none',
    erasureID: 'none',
    keyID: store.encryptionKeys.first.id,
    place: { column: 99, after: '~', requestedAt: LATE },
    reencrypted: 9_007_199_254_740_991,
    requestedAt: LATE,
    customerID: 'none',
    bindingID: '1',
    refundID: '1',
    withdrawalID: 'none',
    noticeID: 'none',
    payoutID: 'none',
    contractID: 'none',
    version: 1,
    shopID: harness.shopID,
    currency: 'RUB',
    isLast: true,
    isRestart: true,
  };
}

const hostileInputs = (): unknown[] => [
  everything(target.held),
  everything(target.waiting),
  LATE,
  target.destinationID,
  '../secrets.json',
  null,
  -1,
  [[['x']]],
  'x'.repeat(20_000),
];

const ALL_QUEUES = () => registry.flatMap(({ names, taskQueue }) => names.map((name) => ({ name, taskQueue })));

async function attack(
  workflow: { workflowType: string; workflowId: string },
  inputs: readonly unknown[],
): Promise<{ activities: ScheduledActivity[]; results: AttackResults }> {
  const activities = ALL_QUEUES().flatMap((one) => inputs.map((input) => ({ ...one, args: [input] })));
  return { activities, results: await scheduleActivities(connection, workflow, activities) };
}

test('the registry of the workers has the activities of every workflow', () => {
  expect(registry[0]?.names.length).toBeGreaterThan(35);
  expect(registry.map(({ names }) => names.length).every((count) => count > 0)).toBe(true);
});

test('every activity is refused to a workflow of an attacker’s own type', async () => {
  const before = await state();
  const own = { workflowType: 'attack', workflowId: `attack/${harness.platform.taskQueuePrefix}` };
  const { results } = await attack(own, hostileInputs());
  expect(new Set(results.values())).toEqual(new Set(['StartedByHand']));
  expect(await state()).toEqual(before);
});

test('every activity is refused to a workflow of the platform’s type under an id of another entity', async () => {
  const before = await state();
  const own = { workflowType: 'payment', workflowId: `payment/none-${harness.platform.taskQueuePrefix}.1` };
  const { results } = await attack(own, [everything(target.held), LATE, null]);
  expect(new Set(results.values())).toEqual(new Set(['StartedByHand']));
  expect(await state()).toEqual(before);
});

/** The platform's own ids, which an attacker takes over. */
function ownWorkflows(): [keyof typeof workflowTypes, string, unknown][] {
  const { taskQueuePrefix } = harness.platform;
  const { held, waiting, destinationID, identityID, reportID } = target;
  const singleton = (id: string) => idAtEngine(id, taskQueuePrefix);
  const answer = { ...held, chargebackID: '1', round: 1, stage: 'chargeback', answer: 'accept' };
  return [
    ['payment', workflowIDs.payment(held.invoiceID, held.paymentID), everything(held)],
    ['payment', workflowIDs.payment(waiting.invoiceID, waiting.paymentID), everything(waiting)],
    ['dueInvoices', singleton(workflowIDs.dueInvoices()), LATE],
    ['destinationExpiry', singleton(workflowIDs.destinationExpiry()), LATE],
    ['destination', workflowIDs.destination(destinationID), destinationID],
    ['report', workflowIDs.report(identityID, reportID), everything(held)],
    ['registry', workflowIDs.report(identityID, reportID), everything(held)],
    ['retention', singleton(workflowIDs.retention()), LATE],
    ['reencryption', workflowIDs.encryption(store.encryptionKeys.first.id), everything(held)],
    ['erasure', workflowIDs.erasure('none'), 'none'],
    ['dispute', workflowIDs.dispute('none'), everything(held)],
    ['disputeAnswer', workflowIDs.disputeAnswer(answer), answer],
    ['settlementClose', workflowIDs.settlementClose(harness.shopID, 'RUB'), everything(held)],
    ['reportDownload', workflowIDs.reportDownload('none', 'none'), { account: 'none', name: 'none' }],
    ['payout', workflowIDs.payout('none'), everything(held)],
    ['bankAccountNotice', workflowIDs.bankAccountNotice('none', 1), everything(held)],
    ['settlementReceipt', workflowIDs.settlementReceipt(held.invoiceID), everything(held)],
    ['operatorCommand', workflowIDs.operatorCommand('none'), everything(held)],
    ['withdrawal', workflowIDs.withdrawal('none'), everything(held)],
    ['refund', workflowIDs.refund(held.invoiceID, held.paymentID, '1'), everything(held)],
    ['binding', workflowIDs.binding('none', '1'), everything(held)],
    ['delivery', workflowIDs.delivery('../../x', `invoice/${target.unpaid}`), everything(held)],
    ['endpoint', workflowIDs.endpoint('../../x'), everything(held)],
    ['lateSuccess', workflowIDs.lateSuccess(`payment/${held.invoiceID}.${held.paymentID}/authorise`), everything(held)],
    ['reconciliation', singleton(workflowIDs.reconciliation('sandbox')), everything(held)],
  ];
}

test('a taken-over workflow of every type moves nothing that is not due by the database', async () => {
  const workflows = ownWorkflows();
  expect(new Set(workflows.map(([type]) => type))).toEqual(new Set(Object.values(workflowTypes)));
  const before = await state();
  for (const [workflowType, workflowId, input] of workflows) {
    const { activities, results } = await attack({ workflowType, workflowId }, [input]);
    const passed = activities.filter((_one, index) => results.get(String(index)) !== 'StartedByHand');
    expect([workflowType, passed.length > 0]).toEqual([workflowType, true]);
    expect([workflowType, await state()]).toEqual([workflowType, before]);
  }
});

const NAMED = {
  completeReport: ['report', 'NotDue'],
  cancelReport: ['report', 'NotDue'],
  buildFile: ['report', 'NotDue'],
  endReview: ['payment', 'completed'],
  captureOrVoid: ['payment', 'completed'],
  captureOrVoidAfterLookUp: ['payment', 'completed'],
  cancelDueInvoices: ['dueInvoices', 'completed'],
  expireDestinations: ['destinationExpiry', 'completed'],
} as const;

test.each(Object.entries(NAMED))('%s of a taken-over workflow does nothing before its time', async (name, expected) => {
  const before = await state();
  const [workflowType, end] = expected;
  const [, workflowId, input] = ownWorkflows().find(([type]) => type === workflowType) ?? ['', '', undefined];
  const { taskQueuePrefix: taskQueue } = harness.platform;
  const workflow = { workflowType, workflowId: String(workflowId) };
  const results = await scheduleActivities(connection, workflow, [{ name, taskQueue, args: [input] }]);
  expect(results.get('0')).toBe(end);
  expect(await state()).toEqual(before);
});

test('a key rotation whose pass has not ended is not recorded as finished', async () => {
  const keyID = store.encryptionKeys.first.id;
  const workflow = { workflowType: 'reencryption', workflowId: workflowIDs.encryption(keyID) };
  const { taskQueuePrefix: taskQueue } = harness.platform;
  // Nothing is scheduled yet: the attacker's workflow takes the place of that which the sweeper would start.
  await scheduleActivities(connection, workflow, []);
  const [row] = await harness.sql<{ at: string }>(
    `INSERT INTO key_rotations (key_id) VALUES ($1) RETURNING extract(epoch FROM requested_at)::text AS at`,
    [keyID],
  );
  const input = { keyID, reencrypted: 7, requestedAt: row?.at };
  const ends = [
    { name: 'finishReencryption', taskQueue, args: [input] },
    { name: 'finishReencryption', taskQueue, args: [{ ...input, place: { column: 99, after: '~' } }] },
  ];
  await scheduleActivities(connection, workflow, ends);
  expect(await harness.sql('SELECT finished_at, reencrypted_count::int AS count FROM key_rotations')).toEqual([
    { finished_at: null, count: 0 },
  ]);
  await harness.sql('DELETE FROM key_rotations');
});

test('a payment that waits for its payer does not end before its deadline', async () => {
  const { waiting } = target;
  const before = await state();
  const workflow = { workflowType: 'payment', workflowId: workflowIDs.payment(waiting.invoiceID, waiting.paymentID) };
  const { taskQueuePrefix: taskQueue } = harness.platform;
  const activities = [waiting, everything({ ...waiting, processingDeadline: '2020-01-01T00:00:00Z' })].map((input) => ({
    name: 'expireAuthorisation',
    taskQueue,
    args: [input],
  }));
  const results = await scheduleActivities(connection, workflow, activities);
  expect([...results.values()].sort()).toEqual(['InputContradicted', 'NotDue']);
  expect(await state()).toEqual(before);
});

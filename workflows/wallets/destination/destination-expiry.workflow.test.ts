import { setTimeout as sleep } from 'node:timers/promises';
import type { Destination } from '../../../domain/wallets/destination/destination';
import type { DestinationStatus } from '../../../domain/wallets/destination/destination.machine';
import { idAtEngine, workflowIDs } from '../../../workflow-names/workflow-ids';
import { asOperator } from '../../../store/platform/audit/origin';
import { DEMO } from '../../../store/operators/demo/demo';
import { createDestination } from '../../../store/wallets/destination/destination.create';
import { destinationExpiryRecovery } from '../../../store/wallets/destination/destination-expiry';
import { getDestination } from '../../../store/wallets/destination/destination.queries';
import { approveDestination } from '../../../store/wallets/destination/destination.transitions';
import { createIdentity } from '../../../store/wallets/identity/identity.create';
import { recordRestarts } from '../../../store/operators/recovery/restarts';
import { RECOVERABLE } from '../../../store/operators/recovery/recoverable-entities';
import { createWebhook } from '../../../store/delivery/webhook/webhook.create';
import { untilAnswered } from '../../../tests/harness/answered';
import { terminateIdle, untilIdle } from '../../../tests/harness/idle-workflow';
import { RUB_ACCOUNT } from '../../../tests/harness/factories/wallet';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { examineHistory } from '../../../tests/harness/workflow-histories';
import { startWorkflowHarness, TASK_QUEUE, type WorkflowHarness } from '../../../tests/harness/workflows';
import { stateQuery } from './destination-expiry.contract';

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(() => harness?.stop());

const getHandle = (workflowID: string) => harness.environment.client.workflow.getHandle(workflowID);
const expiry = () => getHandle(idAtEngine(workflowIDs.destinationExpiry(), TASK_QUEUE));
const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  harness.store.database.search<Row>(text, values);

/** Creates a destination with the authorisation mode and lifetime. */
async function aDestination(authorisation: 'automatic' | 'operator', lifetimeSeconds: number): Promise<Destination> {
  const providerID = authorisation === 'automatic' ? 'test' : 'test-reviewed';
  const set = 'UPDATE wallet_providers SET authorisation_lifetime_seconds = $2 WHERE id = $1';
  await rows(set, [providerID, lifetimeSeconds]);
  const own = { partyID: DEMO.partyID, metadata: null, externalID: null };
  const { id: identityID } = await createIdentity(harness.store, { ...own, providerID, name: 'Ivan' });
  const scope = {
    topic: 'DestinationsTopic',
    eventTypes: ['DestinationUnauthorized', 'DestinationAuthorized'],
  } as const;
  await createWebhook(harness.store, { partyID: DEMO.partyID, identityID, url: 'https://shop.example', ...scope });
  const none = { additionalAuthData: null, customer: null, billingAddress: null };
  const given = { ...own, ...none, identityID, name: 'To', currency: 'RUB', resource: RUB_ACCOUNT };
  return createDestination(harness.store, given, { vault: harness.vault });
}

async function untilStatus({ id, partyID }: Destination, status: DestinationStatus): Promise<Destination> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(25)) {
    const found = await getDestination(harness.store, { destinationID: id, partyID });
    if (found.status === status) return found;
    if (Date.now() > end) throw new Error(`the destination is ${found.status}`);
  }
}

const readEvents = async ({ id }: Destination): Promise<string[]> => {
  const text = 'SELECT event_type AS type FROM webhook_events WHERE subject = $1 ORDER BY id';
  return (await rows<{ type: string }>(text, [`destination/${id}`])).map(({ type }) => type);
};

/** Approves a destination like the command line. */
async function approve({ id }: Destination): Promise<{ status: string; isChanged: boolean }> {
  const store = asOperator(harness.store, { operation: 'destination approve', requestID: 'shell/1', paymentID: null });
  const { status } = await approveDestination(store, { destinationID: id, reason: 'documents checked' });
  return { status, isChanged: store.origin.isNoted };
}

test('an authorisation expires with an event, and an operator can renew it', async () => {
  const destination = await aDestination('automatic', 1_800);
  const { validUntil } = await untilStatus(destination, 'Authorized');
  expect(validUntil).toBeInstanceOf(Date);
  expect(await approve(destination)).toEqual({ status: 'Authorized', isChanged: false });
  await harness.environment.sleep('29 minutes');
  await untilStatus(destination, 'Authorized');
  await harness.environment.sleep('2 minutes');
  expect((await untilStatus(destination, 'Unauthorized')).validUntil).toBeNull();
  expect(await readEvents(destination)).toEqual([
    'DestinationUnauthorized',
    'DestinationAuthorized',
    'DestinationUnauthorized',
  ]);
  expect(await approve(destination)).toEqual({ status: 'Authorized', isChanged: true });
  expect((await readEvents(destination)).at(-1)).toBe('DestinationAuthorized');
  // Waiting for the result would skip time beyond the end of this authorisation.
  const workflow = getHandle(workflowIDs.destination(destination.id));
  await untilAnswered(
    () => workflow.describe(),
    ({ status }) => status.name === 'COMPLETED',
  );
  await examineHistory(expiry());
});

test('an expired authorisation needs an operator, even after an automatic one', async () => {
  // Longer than the time that the test before skipped.
  const destination = await aDestination('automatic', 3_600);
  await untilStatus(destination, 'Authorized');
  await harness.environment.sleep('61 minutes');
  await untilStatus(destination, 'Unauthorized');
  const workflow = getHandle(workflowIDs.destination(destination.id));
  const state = await untilAnswered(
    () => workflow.query<{ waitingFor: string | null }>('state'),
    ({ waitingFor }) => waitingFor !== null,
  );
  expect(state.waitingFor).toBe('the approval of an operator');
  const lifeline = RECOVERABLE.find(({ kind }) => kind === 'destination');
  await rows(`UPDATE destinations SET created_at = created_at - interval '1 minute' WHERE id = $1`, [destination.id]);
  const [open] = (await lifeline?.openAt(harness.store.database, [[destination.id]])) ?? [];
  expect(open?.start.args).toEqual([{ destinationID: destination.id, authorisation: 'operator' }]);
  await workflow.signal('approve');
  expect(await approve(destination)).toEqual({ status: 'Authorized', isChanged: true });
  await untilAnswered(
    () => workflow.describe(),
    ({ status }) => status.name === 'COMPLETED',
  );
});

test('a long authorisation expires in time despite a lost workflow', async () => {
  const destination = await aDestination('operator', 5 * 3_600);
  expect(await approve(destination)).toEqual({ status: 'Authorized', isChanged: true });
  await untilAnswered(
    () => rows('SELECT FROM outbox'),
    ({ length }) => length === 0,
  );
  const { runId } = await expiry().describe();
  await terminateIdle(expiry());
  const open = await destinationExpiryRecovery.page(harness.store.database, null, 1);
  await recordRestarts(
    harness.store,
    open.map(({ start }) => start),
  );
  await untilAnswered(
    () => expiry().describe(),
    (restarted) => restarted.runId !== runId,
  );
  await untilIdle(expiry());
  await harness.environment.sleep('5 hours');
  await untilStatus(destination, 'Unauthorized');
  await untilAnswered(
    () => expiry().query(stateQuery),
    ({ expiredCount }) => expiredCount > 0,
  );
  await examineHistory(expiry());
});

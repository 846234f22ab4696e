import { ConnectorMisuse, type Connector, type VoidRequest } from '../../../connectors/connector';
import { paymentFailure } from '../../../domain/payments/payment/payment-failure';
import { requestCancel } from '../../../store/payments/payment/hold.transitions';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { recordFailure } from '../../../store/payments/payment/payment.transitions';
import {
  after,
  aWorker,
  ask,
  beginAt,
  compare,
  desk,
  readFindings,
  held,
  unrecordedHold,
  HOUR_MS,
  formatName,
  openReconciliationDesk,
  order,
  toRef,
  run,
  sql,
  readSums,
  describeFindings,
} from './testing/desk';

openReconciliationDesk();

test('a hold of a failed payment is voided once despite a killed worker', async () => {
  const payment = await unrecordedHold();
  await recordFailure(desk.store, toRef(payment), paymentFailure('authorization_failed:processing_deadline_reached'));
  const { sandbox: real } = desk.connectors;
  if (!real) throw new Error('there is no sandbox');
  const dying: Connector = Object.assign(Object.create(real) as Connector, {
    void: async (request: Parameters<Connector['void']>[0]) => {
      await real.void(request);
      desk.environment.cancel();
      throw new Error('the worker was killed');
    },
  });
  await expect(compare('hour', aWorker({ sandbox: dying }).activities)).rejects.toThrow('the worker was killed');
  expect(describeFindings(await readFindings(formatName(payment)))).toEqual(['orphanHold repairing']);
  await compare('hour');
  expect(describeFindings(await readFindings(formatName(payment)))).toEqual(['orphanHold repaired']);
  expect(await readSums(payment)).toMatchObject({ authorised: 10_000, voided: 10_000 });
  expect(await ask('GET', `/operations/${encodeURIComponent(`${formatName(payment)}/lateVoid`)}`)).toMatchObject({
    effects: 1,
  });
});

test('a void that the connector has lost is repeated', async () => {
  const payment = await held();
  await requestCancel(desk.store, { ...toRef(payment), partyID: payment.partyID, reason: 'changed my mind' });
  // The dispatcher has delivered the decision.
  await sql('DELETE FROM outbox', []);
  await order(`${formatName(payment)}/void`, { type: 'loseEffect' });
  await run(() => desk.payments.captureOrVoid(toRef(payment)));
  expect(await readSums(payment)).toMatchObject({ voided: 0 });
  await compare('hour');
  expect(describeFindings(await readFindings(formatName(payment)))).toEqual([
    'missingEffect repaired',
    'orphanHold repaired',
  ]);
  expect(await readSums(payment)).toMatchObject({ authorised: 10_000, voided: 10_000 });
  await compare('day');
  expect(describeFindings(await readFindings(formatName(payment)))).toEqual([
    'missingEffect repaired',
    'orphanHold repaired',
  ]);
});

test('an unrecorded outcome is looked up and recorded, and its workflow is signalled', async () => {
  const payment = await unrecordedHold();
  await compare('hour');
  expect(describeFindings(await readFindings(formatName(payment)))).toEqual(['unrecordedOutcome repaired']);
  expect(await findPayment(desk.store.database, toRef(payment))).toMatchObject({ status: 'processed' });
  const commands = await sql('SELECT command FROM outbox WHERE workflow_id = $1', [formatName(payment)]);
  expect(JSON.stringify(commands)).toContain('interactionEnded');
});

test('two concurrent workers find and repair each difference once', async () => {
  const payment = await unrecordedHold();
  await recordFailure(desk.store, toRef(payment), paymentFailure('authorization_failed:processing_deadline_reached'));
  await beginAt('hour');
  const task = { connector: 'sandbox' };
  desk.clock = new Date(after(HOUR_MS));
  const both = [desk.activities, aWorker(desk.connectors).activities];
  for (let isMore = true; isMore;) {
    const looks = await Promise.all(both.map((each) => run(() => each.compareNextWindow(task))));
    isMore = looks.some(({ compared }) => compared);
    await Promise.all(both.map((each) => run(() => each.repairFindings(task))));
  }
  expect(describeFindings(await readFindings(formatName(payment)))).toEqual(['orphanHold repaired']);
  expect(await readSums(payment)).toMatchObject({ authorised: 10_000, voided: 10_000 });
  const windows = await sql('SELECT from_time FROM reconciliation_windows GROUP BY from_time HAVING count(*) > 1');
  expect(windows).toEqual([]);
});

test('a later attempt unknown to the database is not voided', async () => {
  const payment = await unrecordedHold('/2');
  await compare('hour');
  expect(describeFindings(await readFindings(formatName(payment)))).toEqual(['unknownOperation open']);
  expect(await ask('GET', `/payments/${encodeURIComponent(`${formatName(payment)}/authorise/2`)}`)).toMatchObject({
    voided: 0,
  });
});

test('a finding is not repaired while its workflow is about to decide', async () => {
  const payment = await unrecordedHold();
  await beginAt('hour');
  const task = { connector: 'sandbox' };
  desk.clock = new Date(after(HOUR_MS));
  while ((await run(() => desk.activities.compareNextWindow(task))).compared);
  desk.clock = new Date(after(48 * HOUR_MS - 300_000));
  await run(() => desk.activities.repairFindings(task));
  expect(await findPayment(desk.store.database, toRef(payment))).toMatchObject({ status: 'pending' });
  expect(describeFindings(await readFindings(formatName(payment)))).toEqual(['unrecordedOutcome open']);
});

/** Repairs two orphans, with a faulty void of the first. */
async function repairTwo(voidFirst: (request: VoidRequest) => Promise<never> | Promise<{ kind: 'unknown' }>) {
  const [stuck, well] = [await unrecordedHold(), await unrecordedHold()];
  for (const payment of [stuck, well]) {
    await recordFailure(desk.store, toRef(payment), paymentFailure('authorization_failed:processing_deadline_reached'));
  }
  const real = desk.connectors['sandbox'];
  if (!real) throw new Error('there is no sandbox');
  const isOfStuck = ({ operationID }: { operationID: string }) => operationID.startsWith(formatName(stuck));
  const troubled: Connector = Object.assign(Object.create(real) as Connector, {
    void: (request: VoidRequest) => (isOfStuck(request) ? voidFirst(request) : real.void(request)),
  });
  await compare('hour', aWorker({ sandbox: troubled }).activities);
  expect(describeFindings(await readFindings(formatName(well)))).toEqual(['orphanHold repaired']);
  return describeFindings(await readFindings(formatName(stuck)));
}

test('a void rejected as invalid is left to an operator and does not block other repairs', async () => {
  expect(await repairTwo(() => Promise.reject(new ConnectorMisuse('no such intent')))).toEqual(['orphanHold open']);
});

test('a void without a response is retried later and does not block other repairs', async () => {
  expect(await repairTwo(() => Promise.resolve({ kind: 'unknown' }))).toEqual(['orphanHold repairing']);
});

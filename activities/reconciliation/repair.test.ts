import { ConnectorMisuse, type Connector, type VoidRequest } from '../../connectors/connector';
import { paymentFailure } from '../../domain/payment/payment-failure';
import { requestCancel } from '../../store/payment/hold.transitions';
import { findPayment } from '../../store/payment/payment.queries';
import { recordFailure } from '../../store/payment/payment.transitions';
import {
  after,
  aWorker,
  ask,
  beginAt,
  compare,
  desk,
  readFindings,
  held,
  heldUnheard,
  HOUR_MS,
  formatName,
  openReconciliationDesk,
  order,
  toRef,
  run,
  sql,
  readSums,
  told,
} from './testing/desk';

openReconciliationDesk();

test('a hold of a failed payment is voided once, whoever is killed in the middle of it', async () => {
  const payment = await heldUnheard();
  await recordFailure(desk.store, toRef(payment), paymentFailure('authorization_failed:processing_deadline_reached'));
  const { sandbox: real } = desk.connectors;
  if (!real) throw new Error('there is no sandbox');
  const dying: Connector = Object.assign(Object.create(real) as Connector, {
    void: async (request: Parameters<Connector['void']>[0]) => {
      await real.void(request);
      desk.environment.cancel();
      throw new Error('the worker is gone');
    },
  });
  await expect(compare('hour', aWorker({ sandbox: dying }).activities)).rejects.toThrow('the worker is gone');
  expect(told(await readFindings(formatName(payment)))).toEqual(['orphanHold repairing']);
  await compare('hour');
  expect(told(await readFindings(formatName(payment)))).toEqual(['orphanHold repaired']);
  expect(await readSums(payment)).toMatchObject({ authorised: 10_000, voided: 10_000 });
  expect(await ask('GET', `/operations/${encodeURIComponent(`${formatName(payment)}/lateVoid`)}`)).toMatchObject({
    effects: 1,
  });
});

test('a release that the connector has lost is made again', async () => {
  const payment = await held();
  await requestCancel(desk.store, { ...toRef(payment), partyID: payment.partyID, reason: 'changed my mind' });
  await order(`${formatName(payment)}/void`, { type: 'loseEffect' });
  await run(() => desk.payments.captureOrVoid(toRef(payment)));
  expect(await readSums(payment)).toMatchObject({ voided: 0 });
  await compare('hour');
  expect(told(await readFindings(formatName(payment)))).toEqual(['missingEffect repaired', 'orphanHold repaired']);
  expect(await readSums(payment)).toMatchObject({ authorised: 10_000, voided: 10_000 });
  await compare('day');
  expect(told(await readFindings(formatName(payment)))).toEqual(['missingEffect repaired', 'orphanHold repaired']);
});

test('an outcome that nobody has recorded is looked up and recorded, and its workflow woken', async () => {
  const payment = await heldUnheard();
  await compare('hour');
  expect(told(await readFindings(formatName(payment)))).toEqual(['unrecordedOutcome repaired']);
  expect(await findPayment(desk.store.database, toRef(payment))).toMatchObject({ status: 'processed' });
  const commands = await sql('SELECT command FROM outbox WHERE workflow_id = $1', [formatName(payment)]);
  expect(JSON.stringify(commands)).toContain('interactionEnded');
});

test('two workers that compare and repair at once find and repair each difference once', async () => {
  const payment = await heldUnheard();
  await recordFailure(desk.store, toRef(payment), paymentFailure('authorization_failed:processing_deadline_reached'));
  await beginAt('hour');
  const task = { connector: 'sandbox', asOf: after(HOUR_MS) };
  const both = [desk.activities, aWorker(desk.connectors).activities];
  for (let isMore = true; isMore;) {
    const looks = await Promise.all(both.map((each) => run(() => each.compareNextWindow(task))));
    isMore = looks.some(({ compared }) => compared);
    await Promise.all(both.map((each) => run(() => each.repairFindings(task))));
  }
  expect(told(await readFindings(formatName(payment)))).toEqual(['orphanHold repaired']);
  expect(await readSums(payment)).toMatchObject({ authorised: 10_000, voided: 10_000 });
  const windows = await sql('SELECT from_time FROM reconciliation_windows GROUP BY from_time HAVING count(*) > 1');
  expect(windows).toEqual([]);
});

test('an attempt that the record has not come to is no orphan: nothing is voided', async () => {
  const payment = await heldUnheard('/2');
  await compare('hour');
  expect(told(await readFindings(formatName(payment)))).toEqual(['unknownOperation open']);
  expect(await ask('GET', `/payments/${encodeURIComponent(`${formatName(payment)}/authorise/2`)}`)).toMatchObject({
    voided: 0,
  });
});

test('nothing is repaired beside a workflow that is about to decide', async () => {
  const payment = await heldUnheard();
  await beginAt('hour');
  const task = { connector: 'sandbox', asOf: after(HOUR_MS) };
  while ((await run(() => desk.activities.compareNextWindow(task))).compared);
  const minutesBefore = { connector: 'sandbox', asOf: after(48 * HOUR_MS - 300_000) };
  await run(() => desk.activities.repairFindings(minutesBefore));
  expect(await findPayment(desk.store.database, toRef(payment))).toMatchObject({ status: 'pending' });
  expect(told(await readFindings(formatName(payment)))).toEqual(['unrecordedOutcome open']);
});

/** Two orphans, of which the connector takes the release of the first in its own way. */
async function repairTwo(take: (request: VoidRequest) => Promise<never> | Promise<{ kind: 'unknown' }>) {
  const [stuck, well] = [await heldUnheard(), await heldUnheard()];
  for (const payment of [stuck, well]) {
    await recordFailure(desk.store, toRef(payment), paymentFailure('authorization_failed:processing_deadline_reached'));
  }
  const real = desk.connectors['sandbox'];
  if (!real) throw new Error('there is no sandbox');
  const isOfStuck = ({ operationID }: { operationID: string }) => operationID.startsWith(formatName(stuck));
  const troubled: Connector = Object.assign(Object.create(real) as Connector, {
    void: (request: VoidRequest) => (isOfStuck(request) ? take(request) : real.void(request)),
  });
  await compare('hour', aWorker({ sandbox: troubled }).activities);
  expect(told(await readFindings(formatName(well)))).toEqual(['orphanHold repaired']);
  return told(await readFindings(formatName(stuck)));
}

test('a release that the connector does not understand is for an operator, and keeps no other from its repair', async () => {
  expect(await repairTwo(() => Promise.reject(new ConnectorMisuse('no such intent')))).toEqual(['orphanHold open']);
});

test('a release without an answer is tried again later, and keeps no other from its repair', async () => {
  expect(await repairTwo(() => Promise.resolve({ kind: 'unknown' }))).toEqual(['orphanHold repairing']);
});

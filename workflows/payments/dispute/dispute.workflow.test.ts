import { setTimeout as sleep } from 'node:timers/promises';
import type { DisputeNotice } from '../../../domain/payments/dispute/dispute';
import { FINDING_STATUSES } from '../../../domain/operators/reconciliation/finding.machine';
import { mergeTimeline } from '../../../operators/timeline/merge';
import type { Payment } from '../../../domain/payments/payment/payment';
import { listChargebacks } from '../../../store/payments/chargeback/chargeback.queries';
import { applyNotice } from '../../../store/payments/dispute/dispute.transitions';
import { recordDisputes } from '../../../store/payments/dispute/dispute-notices';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { requestCapture } from '../../../store/payments/payment/hold.transitions';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { listWork } from '../../../store/operators/queue/work-queue';
import { listFindings } from '../../../store/operators/reconciliation/finding.queries';
import { createRefund } from '../../../store/payments/refund/refund.create';
import { readTimeline } from '../../../store/operators/timeline/timeline';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(async () => {
  expect(await verifyLedger(harness.store.database)).toEqual([]);
  await harness?.stop();
});

const refOf = ({ invoiceID, id, partyID }: Payment) => ({
  invoiceID,
  paymentID: id,
  partyID,
});
const statusOf = async (payment: Payment) => (await findPayment(harness.store.database, refOf(payment))).status;
const chargebacksOf = (payment: Payment) => listChargebacks(harness.store.database, refOf(payment));

async function aCaptured(): Promise<Payment> {
  const payment = await harness.aPayment(await harness.anInvoice(), {
    flow: { type: 'instant' },
  });
  expect(await harness.readResult(workflowIDs.payment(payment.invoiceID, payment.id))).toBe('captured');
  return payment;
}

let count = 0;
const newReference = () => `DISPUTE${(count += 1)}`;
const BEGIN = Date.parse('2026-11-01T00:00:00Z');

function notice(payment: Payment, disputeReference: string, change: Partial<DisputeNotice> & { minute: number }) {
  const { minute, event = 'opened', ...given } = change;
  return {
    id: `${disputeReference}/${event}/${minute}`,
    disputeReference,
    event,
    operationID: `payment/${payment.invoiceID}.${payment.id}/authorise`,
    ...(event === 'opened' && { amountMinor: 10_000n, currency: 'RUB' }),
    statedAt: new Date(BEGIN + minute * 60_000),
    ...given,
  } satisfies DisputeNotice;
}

/** Statements are received by the clock of the workflows, which is ahead by the skipped time. */
async function state(notices: readonly DisputeNotice[], account = 'sandbox'): Promise<void> {
  const aheadMs = (await harness.now()).getTime() - Date.now();
  const text = `ALTER TABLE dispute_notices ALTER received_at SET DEFAULT now() + interval '${Math.round(aheadMs)} ms'`;
  await harness.store.database.search(text, []);
  await recordDisputes(harness.store, account, notices);
}

interface Row {
  id: string;
  state: string;
  problem: string | null;
}

const rowsOf = (disputeReference: string) =>
  harness.store.database.search<Row>(
    'SELECT id, state, problem FROM dispute_notices WHERE dispute_reference = $1 ORDER BY stated_at',
    [disputeReference],
  );

/** Waits until no statement of a dispute waits, which takes ten seconds for one that came too early. */
async function ends(disputeReference: string): Promise<string[]> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(25)) {
    const states = (await rowsOf(disputeReference)).map((row) => row.state);
    if (!states.includes('waiting')) return states;
    if (Date.now() > end) throw new Error(`the statements are ${states.join()}`);
  }
}

async function untilProblem(disputeReference: string, problem: string): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(25)) {
    const [row] = await rowsOf(disputeReference);
    if (row?.problem === problem) return;
    if (Date.now() > end) throw new Error(`the dispute waits for ${row?.problem}`);
  }
}

/** Skips no time, because the dispute would give up. */
async function untilCaptured(payment: Payment): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(25)) {
    if ((await statusOf(payment)) === 'captured') return;
    if (Date.now() > end) throw new Error(`the payment is ${await statusOf(payment)}`);
  }
}

async function findingsOf(disputeReference: string) {
  const all = await listFindings(harness.store.database, {
    statuses: FINDING_STATUSES,
    limit: 1_000,
  });
  return all.filter((finding) => finding.connectorReference === disputeReference);
}

test('a dispute opens one chargeback with its deadline, and its loss charges the payment back', async () => {
  const payment = await aCaptured();
  const reference = newReference();
  const answerDueAt = new Date('2026-12-24T12:00:00Z');
  const opened = notice(payment, reference, {
    minute: 1,
    stage: 'chargeback',
    reasonCode: '10.4',
    answerDueAt,
  });
  await Promise.all(Array.from({ length: 64 }, () => state([opened, opened])));
  expect(await ends(reference)).toEqual(['applied']);
  const [chargeback, ...others] = await chargebacksOf(payment);
  expect(others).toEqual([]);
  expect(chargeback).toMatchObject({
    ...{
      status: 'pending',
      stage: 'chargeback',
      bodyMinor: 10_000n,
      levyMinor: 0n,
      reasonCode: '10.4',
    },
    ...{
      disputeAccount: 'sandbox',
      disputeReference: reference,
      answerDueAt,
      round: 1,
    },
  });
  const { rows } = await listWork(harness.store, {
    kind: 'chargebacks',
    limit: 100,
  });
  expect(rows.find(({ id }) => id === `${payment.invoiceID}.${payment.id}.1`)).toMatchObject({
    at: answerDueAt,
    fact: { type: 'chargeback', stage: 'chargeback', reasonCode: '10.4', account: 'sandbox' },
  });

  await state([notice(payment, reference, { event: 'lost', minute: 2 })]);
  expect(await ends(reference)).toEqual(['applied', 'applied']);
  expect(await statusOf(payment)).toBe('charged_back');
  const target = { kind: 'payment', ...refOf(payment) } as const;
  const entries = mergeTimeline({
    ...(await readTimeline(harness.store.database, target)),
    steps: [],
  });
  const facts = entries.map(({ fact }) => fact);
  const stated = {
    type: 'dispute',
    account: 'sandbox',
    reference,
    event: 'opened',
    stage: 'chargeback',
    state: 'applied',
  };
  expect(facts).toContainEqual(
    expect.objectContaining({
      ...stated,
      ...{ amount: { amount: 10_000, currency: 'RUB' }, answerDueAt: '2026-12-24T12:00:00Z' },
    }),
  );
  const call = { type: 'call', operation: 'dispute', caller: 'connector/sandbox' };
  expect(facts).toContainEqual({ ...call, requestID: expect.stringMatching(/^dispute\/\w+$/) });
});

test('a later stage opens the chargeback again, and a win there restores the payment', async () => {
  const payment = await aCaptured();
  const reference = newReference();
  const life = [
    notice(payment, reference, { minute: 1, stage: 'chargeback' }),
    notice(payment, reference, { event: 'lost', minute: 2 }),
    notice(payment, reference, { minute: 3, stage: 'pre-arbitration' }),
    notice(payment, reference, {
      event: 'updated',
      minute: 4,
      answerDueAt: new Date('2027-01-10T00:00:00Z'),
    }),
  ];
  for (const each of life) {
    await state([each]);
    await ends(reference);
  }
  expect(await chargebacksOf(payment)).toMatchObject([
    {
      status: 'pending',
      stage: 'pre-arbitration',
      round: 2,
      answerDueAt: new Date('2027-01-10T00:00:00Z'),
    },
  ]);
  expect(await statusOf(payment)).toBe('charged_back');
  await state([
    notice(payment, reference, {
      event: 'won',
      minute: 5,
      stage: 'pre-arbitration',
    }),
  ]);
  expect(await ends(reference)).toEqual(Array(5).fill('applied'));
  expect(await statusOf(payment)).toBe('captured');
});

test('statements in the wrong order give the same end', async () => {
  const payment = await aCaptured();
  const reference = newReference();
  await state([
    notice(payment, reference, {
      event: 'won',
      minute: 3,
      stage: 'chargeback',
    }),
  ]);
  await untilProblem(reference, 'noChargeback');
  await state([notice(payment, reference, { minute: 2, stage: 'chargeback' })]);
  await state([
    notice(payment, reference, {
      event: 'opened',
      minute: 1,
      stage: 'chargeback',
    }),
  ]);
  expect((await ends(reference)).slice(1)).toEqual(['applied', 'applied']);
  expect(await chargebacksOf(payment)).toMatchObject([{ status: 'rejected' }]);
  expect(await statusOf(payment)).toBe('captured');
});

test('a dispute before the capture is applied once the payment is captured', async () => {
  const payment = await harness.aHold(await harness.anInvoice(), 'capture');
  const reference = newReference();
  await state([notice(payment, reference, { minute: 1 })]);
  await untilProblem(reference, 'paymentStatus');
  expect(await chargebacksOf(payment)).toEqual([]);
  await requestCapture(harness.store, { ...refOf(payment), reason: 'sent' }, {});
  await untilCaptured(payment);
  expect(await ends(reference)).toEqual(['applied']);
  expect(await chargebacksOf(payment)).toMatchObject([{ status: 'pending', bodyMinor: 10_000n }]);
});

test.each<[string, Partial<DisputeNotice>, object]>([
  ['more than captured', { amountMinor: 10_001n }, { disputeProblem: 'exceedsPayment' }],
  ['another currency', { currency: 'EUR' }, { disputeProblem: 'differentCurrency', recordedCurrency: 'RUB' }],
])('a dispute of %s is listed with both amounts and moves nothing', async (_, change, facts) => {
  const payment = await aCaptured();
  const reference = newReference();
  await state([notice(payment, reference, { minute: 1, ...change })]);
  expect(await ends(reference)).toEqual(['attention']);
  expect(await chargebacksOf(payment)).toEqual([]);
  expect(await findingsOf(reference)).toMatchObject([
    {
      ...{
        kind: 'dispute',
        status: 'open',
        subject: `payment/${payment.invoiceID}.${payment.id}`,
      },
      facts: { disputeEvent: 'opened', ...facts },
      ...{ connectorMinor: change.amountMinor ?? 10_000n, currency: change.currency ?? 'RUB', recordedMinor: 10_000n },
    },
  ]);
});

test('a forged dispute over more than a partial refund has left is listed with both, and one over what is left opens', async () => {
  const payment = await aCaptured();
  const refund = await createRefund(harness.store, { ...refOf(payment), amountMinor: 4_000n });
  await harness.readResult(workflowIDs.refund(payment.invoiceID, payment.id, refund.id));
  const [forged, honest] = [newReference(), newReference()];
  await state([notice(payment, forged, { minute: 1, amountMinor: 6_001n })]);
  expect(await ends(forged)).toEqual(['attention']);
  expect(await findingsOf(forged)).toMatchObject([
    { connectorMinor: 6_001n, recordedMinor: 6_000n, facts: { disputeProblem: 'exceedsPayment' } },
  ]);
  await state([notice(payment, honest, { minute: 2, amountMinor: 6_000n })]);
  expect(await ends(honest)).toEqual(['applied']);
  // The pending dispute cannot be made larger or smaller by a second opening.
  await state([notice(payment, honest, { minute: 3, amountMinor: 5_999n })]);
  expect(await ends(honest)).toEqual(['applied', 'attention']);
  expect(await findingsOf(honest)).toMatchObject([{ connectorMinor: 5_999n, recordedMinor: 6_000n }]);
  expect(await chargebacksOf(payment)).toMatchObject([{ status: 'pending', bodyMinor: 6_000n }]);
});

test('a dispute of a refunded payment is listed for operators', async () => {
  const payment = await aCaptured();
  const refund = await createRefund(harness.store, refOf(payment));
  await harness.readResult(workflowIDs.refund(payment.invoiceID, payment.id, refund.id));
  const reference = newReference();
  await state([notice(payment, reference, { minute: 1 })]);
  expect(await ends(reference)).toEqual(['attention']);
  expect(await findingsOf(reference)).toMatchObject([{ facts: { disputeProblem: 'paymentStatus' } }]);
});

test('a dispute of another account’s payment or of an unknown one is kept, listed and changes nothing', async () => {
  const payment = await aCaptured();
  const [foreign, unknown] = [newReference(), newReference()];
  await state([notice(payment, foreign, { minute: 1 })], 'other');
  await state([notice(payment, unknown, { minute: 1, operationID: 'order 4711' })]);
  for (const reference of [foreign, unknown]) {
    await untilProblem(reference, 'unknownPayment');
    const [row] = await rowsOf(reference);
    expect(await applyNotice(harness.store, row?.id ?? '', { isLast: true })).toBe('attention');
  }
  expect(await chargebacksOf(payment)).toEqual([]);
  for (const reference of [foreign, unknown]) {
    expect(await findingsOf(reference)).toMatchObject([
      {
        subject: `dispute/${reference}/opened`,
        facts: { disputeEvent: 'opened', disputeProblem: 'unknownPayment' },
      },
    ]);
  }
});

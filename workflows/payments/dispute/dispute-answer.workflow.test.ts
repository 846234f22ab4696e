import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MockActivityEnvironment } from '@temporalio/testing';
import Stripe from 'stripe';
import { createDisputeAnswerActivities } from '../../../activities/payments/dispute/dispute-answer.activities';
import { createDisputeActivities } from '../../../activities/payments/dispute/dispute.activities';
import { ConnectorUnavailable, type Connector, type ContestRequest } from '../../../connectors/connector';
import { createStripeCallbacks } from '../../../connectors/stripe/stripe-callbacks';
import { createStripeConnector } from '../../../connectors/stripe/stripe.connector';
import { MemoryBook } from '../../../connectors/testing/memory-book';
import { STRIPE_CARDS } from '../../../connectors/stripe/testing/intent-book';
import { StripeStandIn } from '../../../connectors/stripe/testing/stripe-stand-in';
import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import { getEvidenceFileKey } from '../../../domain/payments/chargeback/evidence';
import type { Payment } from '../../../domain/payments/payment/payment';
import { asOperator } from '../../../store/platform/audit/origin';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { listFindings } from '../../../store/operators/reconciliation/finding.queries';
import { listChargebacks } from '../../../store/payments/chargeback/chargeback.queries';
import { acceptChargeback } from '../../../store/payments/chargeback/chargeback.transitions';
import { readEvidenceCase } from '../../../store/payments/chargeback/evidence.table';
import { addEvidence, sendEvidence } from '../../../store/payments/chargeback/evidence.transitions';
import { recordDisputes } from '../../../store/payments/dispute/dispute-notices';
import { accountSource } from '../../../store/payments/connector-account/account-source';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { aPdf } from '../../../tests/harness/factories/document';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { FixedConnectors } from '../../../tests/harness/fixed-connectors';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';

const secretKey = 'sk_test_of_nobody';
const webhookSecret = 'whsec_of_a_test';

let harness: WorkflowHarness;
let sandbox: Connector;
const standIn = new StripeStandIn();
let stripe: ReturnType<typeof createStripeConnector>;
beforeAll(async () => {
  harness = await startWorkflowHarness();
  sandbox = harness.connectors['sandbox'] as Connector;
  stripe = createStripeConnector({ book: new MemoryBook(), secretKey, url: await standIn.start() });
});
beforeEach(() => answerBy(stripe));
afterAll(async () => {
  expect(await verifyLedger(harness.store.database)).toEqual([]);
  await harness?.stop();
  await standIn.stop();
  expect(standIn.problems).toEqual([]);
});

type Answers = Pick<typeof stripe, 'contestDispute' | 'acceptDispute' | 'lookUpDispute'>;

/** Payments stay with the sandbox, disputes are Stripe's. */
function answerBy(answers: Answers | undefined): void {
  const own = answers && {
    contestDispute: (request: ContestRequest) => answers.contestDispute(request),
    acceptDispute: (request: ContestRequest) => answers.acceptDispute(request),
    lookUpDispute: (request: ContestRequest) => stripe.lookUpDispute?.(request),
  };
  harness.connectors['sandbox'] = Object.assign(Object.create(sandbox) as Connector, own);
}

interface Disputed {
  payment: Payment;
  chargeback: Chargeback;
  reference: string;
}

/** A captured payment that Stripe has too, with the chargeback of its dispute. */
async function aDisputed(): Promise<Disputed> {
  const payment = await harness.aPayment(await harness.anInvoice(), { flow: { type: 'instant' } });
  expect(await harness.readResult(workflowIDs.payment(payment.invoiceID, payment.id))).toBe('captured');
  const operationID = `payment/${payment.invoiceID}.${payment.id}/authorise`;
  const common = { timeoutMs: 5_000, amount: 10_000n, currency: 'RUB' };
  const held = await stripe.authorise({
    ...{ ...common, operationID, makeRecurrent: false, callbackUrl: 'http://127.0.0.1:9', merchantName: 'Shop' },
    paymentTool: { type: 'card', cardNumber: STRIPE_CARDS.approved, expDate: '12/30', cvv: '123' },
    description: 'Order 1',
  });
  const connectorReference = 'connectorReference' in held ? held.connectorReference : '';
  const authorisation = { kind: 'authorise', operationID, connectorReference } as const;
  await stripe.capture({ ...common, authorisation, operationID: operationID.replace('authorise', 'capture') });
  const reference = standIn.book.dispute(connectorReference).id;
  await state(reference, 'created');
  const [chargeback] = await until(
    () => chargebacksOf(payment),
    ([first]) => first !== undefined,
  );
  if (!chargeback) throw new Error('there is no chargeback');
  return { payment, chargeback, reference };
}

const chargebacksOf = ({ invoiceID, id, partyID }: Payment) =>
  listChargebacks(harness.store.database, { invoiceID, paymentID: id, partyID });

/** Stripe's signed webhook about the dispute as it is now. */
async function state(reference: string, type: string): Promise<void> {
  const created = Math.floor(Date.now() / 1_000);
  const event = { id: `evt_${reference}_${type}`, object: 'event', created, type: `charge.dispute.${type}` };
  const payload = JSON.stringify({ ...event, data: { object: standIn.book.disputes.get(reference) } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  const reading = createStripeCallbacks(webhookSecret).read({ body: Buffer.from(payload), header: () => signature });
  if (reading.kind !== 'read') throw new Error('the webhook was not read');
  await recordDisputes(harness.store, 'sandbox', reading.disputes ?? []);
}

async function until<Found>(read: () => Promise<Found>, isIt: (found: Found) => boolean): Promise<Found> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(25)) {
    const found = await read();
    if (isIt(found)) return found;
    if (Date.now() > end) throw new Error(`it is ${JSON.stringify(found, (_, value: unknown) => String(value))}`);
  }
}

const ownerOf = ({ payment: { invoiceID, id, partyID }, chargeback }: Disputed) => ({
  ...{ invoiceID, paymentID: id, chargebackID: chargeback.id, partyID },
});

const origin = { operation: 'test', requestID: 'test', paymentID: '1' };

async function addDocument(disputed: Disputed, content: Buffer): Promise<void> {
  const path = join(await mkdtemp(join(tmpdir(), 'evidence-')), 'document');
  await writeFile(path, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  await addEvidence(asOperator(harness.store, origin, 'apiKey/test'), ownerOf(disputed), {
    file: { fileName: 'акт.pdf', format: 'pdf', sizeBytes: content.length, sha256 },
    files: {
      save: async (key) => harness.files.save(key, path),
      delete: async (key) => harness.files.delete(key),
    },
  });
}

const send = (disputed: Disputed) => sendEvidence(asOperator(harness.store, origin, 'apiKey/test'), ownerOf(disputed));

const answered = ({ chargeback: { invoiceID, paymentID, id, round, stage } }: Disputed, answer = 'contest') =>
  harness.readResult(workflowIDs.disputeAnswer({ invoiceID, paymentID, chargebackID: id, round, stage, answer }));

function atStripe({ reference }: Disputed) {
  const dispute = standIn.book.disputes.get(reference);
  const { uncategorized_file: file = '' } = dispute?.['evidence'] as { uncategorized_file?: string };
  const { submission_count: submissions } = dispute?.['evidence_details'] as { submission_count: number };
  const content = Buffer.from((standIn.book.files.get(file)?.['content'] as string | undefined) ?? '', 'base64');
  return { status: dispute?.['status'], submissions, content };
}

async function isForwarded(disputed: Disputed): Promise<boolean[]> {
  const { documents } = await readEvidenceCase(harness.store.database, ownerOf(disputed));
  return documents.map(({ forwardedAt }) => forwardedAt !== null);
}

test('a merchant’s document reaches Stripe, and its win rejects the chargeback once a look-up confirms it', async () => {
  const disputed = await aDisputed();
  const content = aPdf();
  await addDocument(disputed, content);
  await send(disputed);
  expect(await answered(disputed)).toBe('done');
  expect(atStripe(disputed)).toEqual({ status: 'under_review', submissions: 1, content });
  expect(await isForwarded(disputed)).toEqual([true]);

  standIn.book.decide(disputed.reference, 'won');
  await state(disputed.reference, 'closed');
  await until(
    () => chargebacksOf(disputed.payment),
    ([chargeback]) => chargeback?.status === 'rejected',
  );
  const { invoiceID, id } = disputed.payment;
  expect(await findPayment(harness.store.database, { invoiceID, paymentID: id })).toMatchObject({
    status: 'captured',
  });
});

test('a stated win that a look-up does not confirm changes nothing', async () => {
  const disputed = await aDisputed();
  standIn.book.decide(disputed.reference, 'won');
  const stating = state(disputed.reference, 'closed');
  standIn.book.decide(disputed.reference, 'lost');
  await stating;
  const readProblem = () =>
    harness.store.database.search<{ problem: string | null }>(
      `SELECT problem FROM dispute_notices WHERE dispute_reference = $1 ORDER BY stated_at DESC, problem NULLS LAST`,
      [disputed.reference],
    );
  await until(readProblem, (rows) => rows.some(({ problem }) => problem === 'notConfirmed'));
  expect(await chargebacksOf(disputed.payment)).toMatchObject([{ status: 'pending' }]);
});

test('a stated loss is listed for operators when the acquirer cannot be asked for an hour', async () => {
  const disputed = await aDisputed();
  const lookUpDispute = async () => Promise.reject(new ConnectorUnavailable('no answer'));
  harness.connectors['sandbox'] = Object.assign(Object.create(sandbox) as Connector, { lookUpDispute });
  standIn.book.decide(disputed.reference, 'lost');
  await state(disputed.reference, 'closed');
  const [notice] = await harness.store.database.search<{ id: string }>(
    `SELECT id FROM dispute_notices WHERE dispute_reference = $1 ORDER BY received_at DESC LIMIT 1`,
    [disputed.reference],
  );
  const { store } = harness;
  const connectors = new FixedConnectors(harness.connectors, accountSource(store));
  const applyAfter = (aheadMs: number) => {
    const clock = async () => new Date(Date.now() + aheadMs);
    const activities = createDisputeActivities({ store, connectors, clock });
    return new MockActivityEnvironment().run(() => activities.applyDispute({ noticeID: notice?.id ?? '' }));
  };
  await expect(applyAfter(0)).rejects.toThrow('no answer');
  expect(await applyAfter(3_700_000)).toEqual({ state: 'attention' });
  expect(await chargebacksOf(disputed.payment)).toMatchObject([{ status: 'pending' }]);
});

test('a lost answer of Stripe sends the document once', async () => {
  const disputed = await aDisputed();
  await addDocument(disputed, aPdf('lost'));
  await standIn.losingResponses(async () => {
    await send(disputed);
    await until(
      async () => atStripe(disputed),
      ({ submissions }) => submissions === 1,
    );
  });
  expect(await answered(disputed)).toBe('done');
  expect(atStripe(disputed).submissions).toBe(1);
  expect(await isForwarded(disputed)).toEqual([true]);
});

test('a worker that dies between sending and recording leaves one answer, recorded though the bank has decided since', async () => {
  const disputed = await aDisputed();
  await addDocument(disputed, aPdf('killed'));
  let calls = 0;
  answerBy({
    ...{ acceptDispute: async (request) => stripe.acceptDispute(request) },
    contestDispute: async (request) => {
      calls++;
      await stripe.contestDispute(request);
      standIn.book.decide(disputed.reference, 'won');
      await state(disputed.reference, 'closed');
      await until(
        () => chargebacksOf(disputed.payment),
        ([chargeback]) => chargeback?.status === 'rejected',
      );
      throw new Error('the worker was killed');
    },
  });
  await send(disputed);
  expect(await answered(disputed)).toBe('done');
  expect([calls, atStripe(disputed).submissions, await isForwarded(disputed)]).toEqual([1, 1, [true]]);
});

test('two documents, which Stripe does not take, are listed for operators', async () => {
  const disputed = await aDisputed();
  await addDocument(disputed, aPdf('one'));
  await addDocument(disputed, aPdf('two'));
  await send(disputed);
  expect(await answered(disputed)).toBe('refused');
  const found = await listFindings(harness.store.database, { statuses: ['open'], limit: 1_000 });
  expect(found.find(({ connectorReference }) => connectorReference === disputed.reference)).toMatchObject({
    kind: 'dispute',
    facts: { disputeStage: 'chargeback', disputeProblem: 'answerRefused', text: 'oneDocument' },
  });
  expect([atStripe(disputed).submissions, await isForwarded(disputed)]).toEqual([0, [false, false]]);
});

test('a document whose file was changed is not sent, and is listed for operators', async () => {
  const disputed = await aDisputed();
  await addDocument(disputed, aPdf('signed'));
  const { documents } = await readEvidenceCase(harness.store.database, ownerOf(disputed));
  const path = join(await mkdtemp(join(tmpdir(), 'changed-')), 'document');
  await writeFile(path, aPdf('another'));
  for (const document of documents) await harness.files.save(getEvidenceFileKey(document), path);
  await send(disputed);
  expect(await answered(disputed)).toBe('refused');
  const found = await listFindings(harness.store.database, { statuses: ['open'], limit: 1_000 });
  expect(found.find(({ connectorReference }) => connectorReference === disputed.reference)).toMatchObject({
    facts: { disputeProblem: 'answerRefused', text: 'notSent:document' },
  });
  expect([atStripe(disputed).submissions, await isForwarded(disputed)]).toEqual([0, [false]]);
});

test('a forged activity sends no document that the merchant has not sent', async () => {
  const disputed = await aDisputed();
  await addDocument(disputed, aPdf('draft'));
  const { store, files } = harness;
  const connectors = new FixedConnectors(harness.connectors, accountSource(store));
  const activities = createDisputeAnswerActivities({ store, files, connectors });
  const { invoiceID, paymentID, id, round, stage } = disputed.chargeback;
  const forged = { invoiceID, paymentID, chargebackID: id, round, stage, answer: 'contest' } as const;
  await expect(new MockActivityEnvironment().run(() => activities.answerDispute(forged))).rejects.toThrow(
    'no document was sent',
  );
  const accepted = new MockActivityEnvironment().run(() => activities.answerDispute({ ...forged, answer: 'accept' }));
  expect(await accepted).toEqual({ result: 'ended' });
  expect(atStripe(disputed)).toMatchObject({ status: 'needs_response', submissions: 0 });
});

test('an operator’s acceptance closes the dispute at Stripe', async () => {
  const disputed = await aDisputed();
  const command = { ...ownerOf(disputed), idempotencyKey: `accept-${disputed.reference}` };
  await acceptChargeback(harness.store, command);
  expect(await answered(disputed, 'accept')).toBe('done');
  expect(atStripe(disputed)).toMatchObject({ status: 'lost', submissions: 0 });
});

test('documents of a connector that answers no disputes stay with operators', async () => {
  const disputed = await aDisputed();
  answerBy(undefined);
  await addDocument(disputed, aPdf('by hand'));
  await send(disputed);
  expect(await answered(disputed)).toBe('byHand');
  expect([atStripe(disputed).submissions, await isForwarded(disputed)]).toEqual([0, [false]]);
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HOLD, anInvoice, buildPath, pay, tokenise, untilPayment, CARDS } from '../../tests/harness/factories/payment';
import { aDestination, anIdentity, aWallet, RUB_ACCOUNT, WALLET } from '../../tests/harness/factories/wallet';
import { startMerchantPlatform, type MerchantPlatform } from '../../tests/harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { factText } from './fact-text';
import type { MissingFact, TimelineFact } from '../../domain/operators/timeline/facts';
import { startWebhookReceiver, type WebhookReceiver } from '../../tests/harness/webhook-receiver';

/* Timelines of withdrawals, destinations, refunds and customers over the operators' API and the command line. */

const run = promisify(execFile);

/** The sandbox pays out and does not respond: docs/sandbox.md. */
const SILENT_AFTER_EFFECT = 667_707;

let harness: MerchantPlatform;
let endpoint: WebhookReceiver;
let key: string;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  endpoint = await startWebhookReceiver();
  endpoint.answerWith(() => ({ status: 503, body: 'closed on Sundays' }));
  key = ((await shell('operator-key', 'create', '--name', 'alice')) as { operatorKey: string }).operatorKey;
});

afterAll(async () => {
  await endpoint?.close();
  await harness?.stop();
});

async function shell(...args: string[]): Promise<unknown> {
  const cli = join(__dirname, '..', '..', 'dist', 'cli', 'main.js');
  const env = { ...process.env, ...harness.platform.environment, HOLDFAST_OPERATOR: 'alice' };
  const { stdout } = await run(process.execPath, [cli, ...args], { env });
  return JSON.parse(stdout.split('\n')[0] ?? '');
}

interface TimelineBody {
  entries: { at: string; kind: string; fact: TimelineFact; workflow?: { workflowID: string } }[];
  missing: MissingFact[];
}

async function overHttp(path: string): Promise<TimelineBody> {
  const headers = { authorization: `Bearer ${key}`, 'x-request-id': 'timeline' };
  const answer = await fetch(`${harness.platform.apiUrl}/operators/v1/${path}/timeline`, { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as TimelineBody;
}

const formatLine = ({ kind, fact, workflow }: TimelineBody['entries'][number]): string =>
  `${kind}: ${workflow ? `${workflow.workflowID}: ` : ''}${factText(fact)}`;

/** Waits until a timeline has an entry for each pattern in chronological order, then compares the command line. */
async function assertTimeline(
  path: string,
  command: readonly string[],
  patterns: readonly RegExp[],
): Promise<string[]> {
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  const lacks = ({ entries }: TimelineBody) =>
    patterns.filter((one) => !entries.some((entry) => one.test(formatLine(entry))));
  let reported = await overHttp(path);
  while (lacks(reported).length > 0 && Date.now() < end) {
    await sleep(200);
    reported = await overHttp(path);
  }
  expect({ lacks: lacks(reported), lines: lacks(reported).length > 0 && reported.entries.map(formatLine) }).toEqual({
    lacks: [],
    lines: false,
  });
  expect(reported.missing).toEqual([]);
  const times = reported.entries.map(({ at }) => Date.parse(at));
  expect(times).toEqual([...times].sort((one, other) => one - other));
  const printed = (await shell(...command, '--json')) as TimelineBody;
  expect(lacks(printed)).toEqual([]);
  expect(printed.missing).toEqual([]);
  return reported.entries.map(formatLine);
}

async function until(path: string, isEnough: (body: any) => boolean): Promise<any> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(100)) {
    const { body } = await harness.merchant.get<any>(path);
    if (isEnough(body)) return body;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(body)}`);
  }
}

async function walletWebhook(identityID: string, scope: object): Promise<void> {
  const webhook = { identityID, scope, url: endpoint.url };
  expect((await harness.merchant.post(`${WALLET}/webhooks`, webhook)).status).toBe(201);
}

test('the timelines of a withdrawal and a destination reach from the call to the last webhook attempt', async () => {
  const { merchant } = harness;
  const identity = await anIdentity(merchant);
  const reviewed = await anIdentity(merchant, { provider: 'test-reviewed' });
  const wallet = await aWallet(merchant, { identity });
  const scope = {
    topic: 'WithdrawalsTopic',
    walletID: wallet,
    eventTypes: ['WithdrawalStarted', 'WithdrawalSucceeded'],
  };
  await walletWebhook(identity, scope);
  await walletWebhook(reviewed, {
    topic: 'DestinationsTopic',
    eventTypes: ['DestinationCreated', 'DestinationAuthorized'],
  });
  await shell('source', 'create', JSON.stringify({ id: 'bank', name: 'Bank', currency: 'RUB' }));
  await shell(
    'deposit',
    'create',
    JSON.stringify({ walletID: wallet, sourceID: 'bank', amount: 1_000_000, currency: 'RUB' }),
    '--reason',
    'test',
  );
  const destination = await aDestination(merchant, { identity });
  await until(`${WALLET}/destinations/${destination}`, ({ status }) => status === 'Authorized');
  const approved = await aDestination(merchant, { identity: reviewed, resource: RUB_ACCOUNT });
  await shell('destination', 'approve', approved, '--reason', 'checked');
  await until(`${WALLET}/destinations/${approved}`, ({ status }) => status === 'Authorized');
  const order = { wallet, destination, body: { amount: SILENT_AFTER_EFFECT, currency: 'RUB' } };
  const { body: withdrawal } = await merchant.post<any>(`${WALLET}/withdrawals`, order);
  await until(`${WALLET}/withdrawals/${withdrawal.id}`, ({ status }) => status === 'Succeeded');

  const id = withdrawal.id as string;
  const lines = await assertTimeline(
    `withdrawals/${id}`,
    ['withdrawal', id],
    [
      /^call: call operation=createWithdrawal caller=apiKey\/\S+ requestID=\S+ status=202/,
      /^event: .*change=StatusChanged status=Pending/,
      /^event: .*change=StatusChanged status=Succeeded/,
      /^ledger: .*transfer=pending .*amount="6610\.30 RUB"/,
      /^ledger: .*fee-post\S* transfer=post .*amount="66\.77 RUB"/,
      new RegExp(`^workflow: withdrawal/${id}: step step=started`),
      /^workflow: .*step=activityCompleted name=payOutAfterLookUp attempt=\d+/,
      new RegExp(`^workflow: withdrawal/${id}: step step=ended name=completed`),
      new RegExp(`^connector: .*connector=sandbox operationID=withdrawal/${id}/payOut cause=route`),
      new RegExp(`^connector: .*operationID=withdrawal/${id}/payOut outcome=approved text=SBX`),
      /^webhook: .*eventType=WithdrawalStarted attempt=1 status=503 durationMs=\d+ text="closed on Sundays"/,
      /^webhook: .*state=waiting .*eventType=WithdrawalSucceeded/,
      new RegExp(`^workflow: webhook/\\S+/withdrawal/${id}: step step=timerStarted`),
    ],
  );
  expect(lines[0]).toMatch(/^call: .*operation=createWithdrawal/);
  await assertTimeline(
    `subjects/withdrawal/${id}`,
    ['subject', `withdrawal/${id}`],
    [/^call: .*operation=createWithdrawal/, /^ledger: /],
  );

  const reported = await assertTimeline(
    `subjects/destination/${approved}`,
    ['subject', `destination/${approved}`],
    [
      /^call: .*operation=createDestination caller=apiKey\/\S+ requestID=\S+ status=201/,
      /^operator: .*command=approveDestination step=requested by=demo-operator role=finance text=checked/,
      /^operator: .*command=approveDestination step=succeeded/,
      /^workflow: destination\/\S+: step step=started/,
      /^workflow: destination\/\S+: step step=ended name=completed/,
      /^webhook: .*eventType=DestinationCreated attempt=1 status=503/,
      /^webhook: .*state=waiting .*eventType=DestinationAuthorized/,
    ],
  );
  expect(reported.join('\n')).not.toMatch(/withdrawal\//);
});

test('a refund has a timeline of its own and is part of its invoice’s', async () => {
  const { merchant, shopID } = harness;
  const scope = { topic: 'InvoicesTopic', shopID, eventTypes: ['PaymentCaptured', 'RefundSucceeded'] };
  await merchant.post('/v2/processing/webhooks', { url: endpoint.url, scope });
  const ref = await harness.captured({ amount: 10_000 });
  const { body: refund } = await merchant.post<any>(buildPath(ref, '/refunds'), { amount: 2_500, currency: 'RUB' });
  const { id } = refund as { id: string };
  await until(buildPath(ref, `/refunds/${id}`), ({ status }) => status === 'succeeded');
  const name = `${ref.invoiceID}.${ref.paymentID}.${id}`;
  const patterns = [
    /^call: .*operation=createRefund caller=apiKey\/\S+ requestID=\S+ status=201/,
    /^event: .*change=RefundStarted .*paymentID=\d+ refundID=\d+/,
    /^event: .*change=RefundStatusChanged status=succeeded paymentID=\d+ refundID=\d+/,
    /^ledger: .*transfer=pending .*amount="25\.00 RUB"/,
    /^ledger: .*transfer=post .*amount="25\.00 RUB"/,
    new RegExp(`^workflow: refund/${name}: step step=started`),
    new RegExp(`^workflow: refund/${name}: step step=ended name=completed result=succeeded`),
    new RegExp(`^connector: .*connector=sandbox operationID=refund/${name}/refund cause=payment`),
    new RegExp(`^connector: .*operationID=refund/${name}/refund outcome=approved text=SBX`),
    /^webhook: .*state=waiting .*eventType=RefundSucceeded/,
  ];
  const path = `payments/${ref.invoiceID}/${ref.paymentID}/refunds/${id}`;
  const lines = await assertTimeline(path, ['refund', name], patterns);
  expect(lines.join('\n')).not.toMatch(/createPayment|PaymentCaptured|100\.00 RUB/);

  const webhook = /^webhook: .*eventType=PaymentCaptured attempt=1 status=503/;
  const delivery = new RegExp(`^workflow: webhook/\\S+/invoice/${ref.invoiceID}: step step=timerStarted`);
  const subject = `invoice/${ref.invoiceID}`;
  await assertTimeline(
    `subjects/${subject}`,
    ['subject', subject],
    [...patterns, webhook, delivery, /^call: .*operation=createInvoice/],
  );
});

test('a customer’s timeline includes its bindings', async () => {
  const { merchant, shopID } = harness;
  const eventTypes = ['CustomerCreated', 'CustomerBindingSucceeded', 'CustomerBindingFailed'];
  const scope = { topic: 'CustomersTopic', shopID, eventTypes };
  await merchant.post('/v2/processing/webhooks', { url: endpoint.url, scope });
  const made = await merchant.post<any>('/v2/processing/customers', {
    shopID,
    contactInfo: { email: 'anna@example.com' },
    metadata: {},
  });
  const { id } = made.body.customer as { id: string };
  const payer = merchant.as(made.body.customerAccessToken.payload);
  const bind = async (card: string, status: string): Promise<string> => {
    const path = `/v2/processing/customers/${id}/bindings`;
    const { body } = await payer.post<any>(path, { paymentResource: await tokenise(payer, card) });
    await until(`${path}/${body.id}`, (binding) => binding.status === status);
    return body.id as string;
  };
  const [failed, bound] = [await bind(CARDS.noMoney, 'failed'), await bind(CARDS.good, 'succeeded')];
  const lines = await assertTimeline(
    `subjects/customer/${id}`,
    ['subject', `customer/${id}`],
    [
      /^call: .*operation=createCustomer caller=apiKey\/\S+ requestID=\S+ status=201/,
      /^call: .*operation=createBinding caller=customerToken\/\S+ requestID=\S+ status=201/,
      new RegExp(`^event: .*change=CustomerBindingStarted .*bindingID=${bound}`),
      new RegExp(`^event: .*change=CustomerBindingStatusChanged status=succeeded bindingID=${bound}`),
      new RegExp(
        `^event: .*event=2 change=CustomerBindingStatusChanged status=failed bindingID=${failed} failure=authorization_failed`,
      ),
      new RegExp(`^workflow: binding/${id}.${bound}: step step=started`),
      new RegExp(`^workflow: binding/${id}.${bound}: step step=ended name=completed`),
      new RegExp(`^workflow: binding/${id}.${failed}: step step=ended name=completed`),
      new RegExp(`^connector: .*connector=sandbox operationID=binding/${id}.${bound}/verify cause=route`),
      new RegExp(`^connector: .*operationID=binding/${id}.${bound}/verify outcome=approved`),
      new RegExp(`^connector: .*operationID=binding/${id}.${failed}/verify outcome=ended failure=authorization_failed`),
      /^webhook: .*eventType=CustomerCreated attempt=1 status=503/,
      /^webhook: .*state=waiting .*eventType=CustomerBindingSucceeded/,
      new RegExp(`^workflow: webhook/\\S+/customer/${id}: step step=timerStarted`),
    ],
  );
  expect(lines.join('\n')).not.toMatch(/anna@example\.com|4242424242424242/);
});

test('a payment without an operator’s action has no operator entry', async () => {
  const { merchant, shopID } = harness;
  const invoice = await anInvoice(merchant, shopID);
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow: HOLD });
  await untilPayment(merchant, { invoiceID: invoice.id, paymentID }, 'processed');
  const { entries } = await overHttp(`payments/${invoice.id}/${paymentID}`);
  expect(entries.filter(({ kind }) => kind === 'operator')).toEqual([]);
});

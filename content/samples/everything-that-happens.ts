import {
  CARDS,
  HOLD,
  INSTANT,
  anInvoice,
  buildPath,
  pay,
  tokenise,
  untilPayment,
  type CreatedPayment,
} from '../../tests/harness/factories/payment';
import { aCardToken, anIdentity, aWallet, WALLET } from '../../tests/harness/factories/wallet';
import { httpClient, untilBody, untilStatus, type HttpClient } from '../../tests/harness/http-client';
import type { Platform } from '../../tests/harness/platform';
import { approveThrough } from '../../tests/harness/second-person';
import { startWebhookReceiver, type WebhookReceiver } from '../../tests/harness/webhook-receiver';
import { holdfast } from './operator';

export type Message = { eventType: string } & Record<string, unknown>;

/** The invoice, payout and customer that the samples show when several entities produce the same event. */
const SHOWN = { invoice: 'order-7001', withdrawal: 'payout-7001' };

/** External ids of this run; guides use the same shop with other ids. */
const OURS = /"(?:order|payout|card)-70\d\d"/;

/** Amounts that trigger special sandbox behaviour, see docs/sandbox.md. */
const SANDBOX = { refundIsRefused: 667_738, lessIsTaken: 667_781, payoutIsRefused: 667_741 };

interface Made {
  id: string;
  status: string;
}

interface Tool {
  paymentToolToken: string;
  paymentSession: string;
}

interface Stage {
  platform: Platform;
  merchant: HttpClient;
  shopID: string;
  receiver: WebhookReceiver;
}

/** Produces every webhook event and returns one message of each type, by type. */
export async function produceEvents(platform: Platform, eventTypes: readonly string[]): Promise<Map<string, Message>> {
  const receiver = await startWebhookReceiver();
  const merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  const stage: Stage = { platform, merchant, shopID: platform.demo.shopID, receiver };
  const messages = () => receiver.accepted().map((one) => one.json<Message>());
  try {
    await Promise.all([invoices(stage), customers(stage), wallets(stage), payouts(stage)]);
    const seen = () => new Set(messages().map(({ eventType }) => eventType));
    await receiver.until(() => eventTypes.every((name) => seen().has(name)));
    const isShown = createShownFilter(messages());
    return new Map(eventTypes.map((name) => [name, getFirst(messages().filter(sameType(name)), isShown)]));
  } finally {
    await receiver.close();
  }
}

const sameType =
  (name: string) =>
  ({ eventType }: Message): boolean =>
    eventType === name;

function getFirst(messages: readonly Message[], isShown: (message: Message) => boolean): Message {
  const message = messages.find(isShown) ?? messages.find((one) => OURS.test(JSON.stringify(one))) ?? messages[0];
  if (!message) throw new Error('there is no such message');
  return message;
}

/** Tells whether a message is about the shown invoice or payout, which some messages name only by id. */
function createShownFilter(messages: readonly Message[]): (message: Message) => boolean {
  const invoices = messages.map(({ invoice }) => invoice as { id: string; externalId?: string } | undefined);
  const id = invoices.find((invoice) => invoice?.externalId === SHOWN.invoice)?.id;
  return (message) => {
    const text = JSON.stringify(message);
    return [id, ...Object.values(SHOWN)].some((name) => text.includes(`"${name}"`));
  };
}

async function subscribe({ merchant, receiver }: Stage, path: string, body: object): Promise<void> {
  const { status, body: answer } = await merchant.post<Made>(path, { ...body, url: receiver.url });
  if (status !== 201) throw new Error(`a webhook: ${status} ${JSON.stringify(answer)}`);
}

async function invoices(stage: Stage): Promise<void> {
  const { shopID } = stage;
  const eventTypes = [
    ...['InvoiceCreated', 'InvoicePaid', 'InvoiceCancelled', 'InvoiceFulfilled', 'PaymentStarted', 'PaymentProcessed'],
    ...['PaymentCaptured', 'PaymentCancelled', 'PaymentFailed', 'PaymentRefunded', 'PaymentChargedBack'],
    ...['PaymentCashChanged', 'RefundCreated', 'RefundPending', 'RefundSucceeded', 'RefundFailed'],
    ...['PaymentInteractionRequested', 'PaymentInteractionCompleted'],
  ];
  await subscribe(stage, '/v2/processing/webhooks', { scope: { topic: 'InvoicesTopic', shopID, eventTypes } });
  await Promise.all([paidAndReturned(stage), cancelled(stage), failed(stage), disputed(stage), paidLess(stage)]);
}

/** The shown invoice: held with 3-D Secure, captured, fulfilled and refunded at the second attempt. */
async function paidAndReturned(stage: Stage): Promise<void> {
  const { merchant } = stage;
  const amount = 799_990;
  const ref = await payment(stage, { amount, card: CARDS.threeDSecure, flow: HOLD, externalID: SHOWN.invoice });
  await confirm(stage, ref);
  await untilPayment(merchant, ref, 'processed');
  await merchant.post(buildPath(ref, '/capture'), { reason: 'Заказ собран' });
  await untilPayment(merchant, ref, 'captured');
  await merchant.post(`/v2/processing/invoices/${ref.invoiceID}/fulfill`, { reason: 'Заказ получен' });
  const returned = { currency: 'RUB', reason: 'Возврат товара' };
  const refused = { amount: SANDBOX.refundIsRefused, ...returned, externalID: 'return-7001-1' };
  await refund(stage, ref, refused, 'failed');
  await refund(stage, ref, { amount, ...returned, externalID: 'return-7001-2' }, 'succeeded');
}

async function refund({ merchant }: Stage, ref: CreatedPayment, order: object, wanted: string): Promise<void> {
  const { body } = await merchant.post<Made>(buildPath(ref, '/refunds'), order);
  await untilStatus(merchant, buildPath(ref, `/refunds/${body.id}`), wanted);
}

async function cancelled(stage: Stage): Promise<void> {
  const { merchant } = stage;
  const ref = await payment(stage, { card: CARDS.good, flow: HOLD, externalID: 'order-7002' });
  await untilPayment(merchant, ref, 'processed');
  await merchant.post(buildPath(ref, '/cancel'), { reason: 'Товара нет на складе' });
  await untilPayment(merchant, ref, 'cancelled');
  await merchant.post(`/v2/processing/invoices/${ref.invoiceID}/rescind`, { reason: 'Товара нет на складе' });
}

async function failed(stage: Stage): Promise<void> {
  const ref = await payment(stage, { card: CARDS.noMoney, flow: INSTANT, externalID: 'order-7003' });
  await untilPayment(stage.merchant, ref, 'failed');
}

async function disputed(stage: Stage): Promise<void> {
  const amount = 199_990;
  const ref = await payment(stage, { amount, card: CARDS.good, flow: INSTANT, externalID: 'order-7004' });
  await untilPayment(stage.merchant, ref, 'captured');
  const claim = { ...ref, body: amount, levy: 50_000, reasonCode: '10.4' };
  const { chargebackID } = await holdfast(stage.platform, 'chargeback', 'create', claim);
  await holdfast(stage.platform, 'chargeback', 'accept', { ...ref, chargebackID });
}

async function paidLess(stage: Stage): Promise<void> {
  const { merchant, shopID } = stage;
  const invoice = await anInvoice(merchant, shopID, order({ amount: SANDBOX.lessIsTaken, externalID: 'order-7005' }));
  const paymentTool = { paymentToolType: 'PaymentTerminalData', provider: 'euroset' };
  const clientInfo = { fingerprint: '79051d187f7d1d0d0d1d0d0d1d0d0d1d' };
  const tokenised = await merchant.post<Tool>('/v2/processing/payment-resources', { paymentTool, clientInfo });
  const { paymentToolToken, paymentSession } = tokenised.body;
  const contactInfo = { email: 'user@example.com' };
  const payer = { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo };
  const { body } = await merchant.post<Made>(`/v2/processing/invoices/${invoice.id}/payments`, {
    flow: INSTANT,
    payer,
  });
  await confirm(stage, { invoiceID: invoice.id, paymentID: body.id });
}

interface PaymentOrder {
  card: string;
  flow: object;
  externalID: string;
  amount?: number;
}

async function payment({ merchant, shopID }: Stage, given: PaymentOrder): Promise<CreatedPayment> {
  const { id: invoiceID } = await anInvoice(merchant, shopID, order(given));
  const fields = { externalID: `${given.externalID}-payment-1`, metadata: { attempt: 1 } };
  return { invoiceID, paymentID: await pay(merchant, invoiceID, { card: given.card, flow: given.flow, fields }) };
}

const order = ({ amount = 199_990, externalID }: { amount?: number; externalID: string }) => ({
  amount,
  externalID,
  body: { product: `Заказ № ${externalID.slice(-4)}`, metadata: { orderID: Number(externalID.slice(-4)) } },
});

async function confirm({ platform }: Stage, { invoiceID, paymentID }: CreatedPayment): Promise<void> {
  const operation = encodeURIComponent(`payment/${invoiceID}.${paymentID}/authorise`);
  await untilBody(
    async () => {
      const answer = await fetch(`${platform.sandboxUrl}/interactions/${operation}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ decision: 'confirm' }),
      });
      return { status: answer.status, headers: answer.headers, body: answer.ok };
    },
    (isDone) => isDone,
  );
}

async function customers(stage: Stage): Promise<void> {
  const { merchant, shopID } = stage;
  const eventTypes = [
    ...['CustomerCreated', 'CustomerReady', 'CustomerDeleted'],
    ...['CustomerBindingStarted', 'CustomerBindingSucceeded', 'CustomerBindingFailed'],
  ];
  await subscribe(stage, '/v2/processing/webhooks', { scope: { topic: 'CustomersTopic', shopID, eventTypes } });
  const contactInfo = { email: 'user@example.com', phoneNumber: '+79031234567' };
  const created = await merchant.post<{ customer: Made }>('/v2/processing/customers', {
    shopID,
    contactInfo,
    metadata: { userID: 42 },
  });
  const path = `/v2/processing/customers/${created.body.customer.id}`;
  for (const [card, wanted] of [
    [CARDS.good, 'succeeded'],
    [CARDS.noMoney, 'failed'],
  ] as const) {
    const binding = await merchant.post<Made>(`${path}/bindings`, { paymentResource: await tokenise(merchant, card) });
    await untilStatus(merchant, `${path}/bindings/${binding.body.id}`, wanted);
  }
  await merchant.delete(path);
}

async function wallets(stage: Stage): Promise<void> {
  const { merchant, platform } = stage;
  const identityID = await anIdentity(merchant, { name: 'ООО «Ромашка»' });
  const scopes = [
    { topic: 'WithdrawalsTopic', eventTypes: ['WithdrawalStarted', 'WithdrawalSucceeded', 'WithdrawalFailed'] },
    { topic: 'DestinationsTopic', eventTypes: ['DestinationCreated', 'DestinationUnauthorized', 'DestinationAuthorized'] }, // prettier-ignore
  ];
  for (const scope of scopes) await subscribe(stage, `${WALLET}/webhooks`, { identityID, scope });
  const wallet = await aWallet(merchant, { identity: identityID });
  const source = await holdfast(platform, 'source', 'create', { name: 'Банк', currency: 'RUB' });
  const money = { walletID: wallet, sourceID: source['id'], amount: 1_000_000, currency: 'RUB' };
  await holdfast(platform, 'deposit', 'create', money);
  const resource = { type: 'BankCardDestinationResource', token: await aCardToken(merchant, CARDS.good) };
  const destination = await readCard(merchant, { identity: identityID, resource });
  const orders = [
    { externalID: SHOWN.withdrawal, amount: 10_000, wanted: 'Succeeded' },
    { externalID: 'payout-7002', amount: SANDBOX.payoutIsRefused, wanted: 'Failed' },
  ];
  for (const { externalID, amount, wanted } of orders) {
    const body = { amount, currency: 'RUB' };
    const fields = { wallet, destination, body, externalID, metadata: { payoutID: Number(externalID.slice(-4)) } };
    const made = await merchant.post<Made>(`${WALLET}/withdrawals`, fields);
    await untilStatus(merchant, `${WALLET}/withdrawals/${made.body.id}`, wanted);
  }
}

async function readCard(merchant: HttpClient, fields: { identity: string; resource: object }): Promise<string> {
  const given = { name: 'Карта для выплат', currency: 'RUB', externalID: 'card-7001', ...fields };
  const { status, body } = await merchant.post<Made>(`${WALLET}/destinations`, given);
  if (status !== 201) throw new Error(`a destination: ${status} ${JSON.stringify(body)}`);
  await untilStatus(merchant, `${WALLET}/destinations/${body.id}`, 'Authorized');
  return body.id;
}

/** A shop that no guide uses, so that its payout has always the same amount: paid, and then returned by the bank. */
async function payouts(stage: Stage): Promise<void> {
  const { apiUrl: baseUrl, demo } = stage.platform;
  const shopID = `${demo.shopID}-brief-hold`;
  const eventTypes = ['PayoutCreated', 'PayoutPaid', 'PayoutFailed'];
  await subscribe(stage, '/v2/processing/webhooks', { scope: { topic: 'PayoutsTopic', shopID, eventTypes } });
  const [first, second] = [demo.operatorKey, demo.approverKey].map((token) => httpClient({ baseUrl, token }));
  const command = async (type: string, parameters: object): Promise<void> => {
    const { body } = await first!.post<Made>('/operators/v1/commands', { type, parameters, reason: 'test' });
    await approveThrough(second!, { status: 202, body });
  };
  const money = { amount: 1_852_430, currency: 'RUB' };
  await command('correctSettlement', { shopID, ...money, direction: 'credit', text: 'Остаток' });
  await holdfast(stage.platform, 'settlement', 'close', { shopID, currency: money.currency });
  const { body } = await stage.merchant.get<{ result: Made[] }>(`/v2/processing/shops/${shopID}/payouts`);
  const payoutID = body.result[0]?.id;
  await command('recordPayout', { payoutID, status: 'sent' });
  await command('recordPayout', { payoutID, status: 'paid', bankReference: '418' });
  await command('recordPayout', { payoutID, status: 'returned', text: 'Счёт закрыт' });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { decideAt, decideAtSandbox } from '../acquirers';
import type { Acknowledged } from '../checker/evidence';
import type { Journal } from '../journal';
import type { Random } from '../../harness/random';
import {
  EndedOtherwise,
  expectStatus,
  formatText,
  TokenRefused,
  until,
  type LoadResponse,
  type LoadClient,
} from './client';

/** Flows of merchants and payers of `/v2`. Each is one order from its invoice to its end. */

/** Cards of the sandbox with their results. */
export const CARDS = {
  good: '4242424242424242',
  noMoney: '4000000000000002',
  redirected: '4012888888881881',
} as const;

const END_MS = 600_000;
const MAX_HOLD_MS = 60_000;
const HOLD = { type: 'PaymentFlowHold', onHoldExpiration: 'cancel' };
const INSTANT = { type: 'PaymentFlowInstant' };

export interface LoadPayment {
  invoiceID: string;
  paymentID: string;
  /** The path of the payment. */
  path: string;
  amount: number;
}

export interface ShopOptions {
  client: LoadClient;
  journal: Journal;
  random: Random;
  shopID: string;
  briefHoldShopID: string;
  sandboxUrl: string;
  /** Stand-ins that run now. */
  acquirerUrls: () => string[];
  /** The prefix of external ids of this flow. */
  name: string;
}

interface InvoiceFields {
  shopID?: string;
  dueInMs?: number;
}

interface Invoice {
  id: string;
  token: string;
  amount: number;
}

export class LoadOrder {
  private count = 0;

  constructor(readonly options: ShopOptions) {}

  externalID(): string {
    this.count += 1;
    return `${this.options.name}-${this.count}`;
  }

  acknowledge(kind: Acknowledged['kind'], externalID: string, id: string): void {
    this.options.journal.acknowledged.push({ kind, externalID, id });
  }

  async invoice(fields: InvoiceFields = {}): Promise<Invoice> {
    const invoice = await this.tryInvoice(fields);
    if (!invoice) throw new Error('the invoice was due before it was made');
    return invoice;
  }

  /** Undefined if the invoice was already due, because the request was late or the API's clock is ahead. */
  async tryInvoice(fields: InvoiceFields): Promise<Invoice | undefined> {
    const { client, random, shopID } = this.options;
    const externalID = this.externalID();
    const amount = random.int(100, 600_000);
    const answer = await client.post('/v2/processing/invoices', {
      externalID,
      shopID: fields.shopID ?? shopID,
      dueDate: new Date(Date.now() + (fields.dueInMs ?? 3_600_000)).toISOString(),
      amount,
      currency: 'RUB',
      product: `Заказ ${externalID}`,
      metadata: {},
    });
    if (answer.status === 400 && JSON.stringify(answer.body).includes('body.dueDate')) return undefined;
    expectStatus(answer, 'an invoice', 201);
    const id = formatText(answer.body, 'invoice', 'id');
    this.acknowledge('invoice', externalID, id);
    return { id, token: formatText(answer.body, 'invoiceAccessToken', 'payload'), amount };
  }

  async tool(client: LoadClient, cardNumber: string): Promise<{ paymentToolToken: string; paymentSession: string }> {
    const answer = await client.post('/v2/processing/payment-resources', {
      paymentTool: { paymentToolType: 'CardData', cardNumber, expDate: '12/29', cvv: '739' },
      clientInfo: { fingerprint: 'browser' },
    });
    expectStatus(answer, 'a card', 201);
    return {
      paymentToolToken: formatText(answer.body, 'paymentToolToken'),
      paymentSession: formatText(answer.body, 'paymentSession'),
    };
  }

  async pay(
    given: { card?: string; flow?: object; payer?: object; processingDeadline?: string } = {},
    invoiceFields: InvoiceFields = {},
  ): Promise<LoadPayment> {
    const { client } = this.options;
    const invoice = await this.invoice(invoiceFields);
    const payer = client.as(invoice.token);
    const externalID = this.externalID();
    const resource = given.payer ?? {
      payerType: 'PaymentResourcePayer',
      ...(await this.tool(payer, given.card ?? CARDS.good)),
      contactInfo: {},
    };
    const path = `/v2/processing/invoices/${invoice.id}/payments`;
    const { flow = HOLD, processingDeadline } = given;
    const body = { externalID, flow, payer: resource, processingDeadline };
    const answer = await (given.payer ? client : payer).post(path, body);
    expectStatus(answer, 'a payment', 201);
    const paymentID = formatText(answer.body, 'id');
    this.acknowledge('payment', externalID, `${invoice.id}.${paymentID}`);
    return { invoiceID: invoice.id, paymentID, path: `${path}/${paymentID}`, amount: invoice.amount };
  }

  payInstantly(given: { card?: string; payer?: object } = {}): Promise<LoadPayment> {
    return this.pay({ ...given, flow: INSTANT });
  }

  /** The remaining time of the hold, as shown to the merchant. */
  async heldForMs({ path }: LoadPayment): Promise<number> {
    const { body } = await this.options.client.get(path);
    return Date.parse(formatText(body, 'flow', 'heldUntil')) - Date.now();
  }

  until(path: string, statuses: readonly string[]): Promise<string> {
    return until(this.options.client, path, statuses);
  }

  /** Captures or cancels. A decision accepted at the first attempt is recorded and must be carried out. */
  async decide(payment: LoadPayment, decision: 'capture' | 'cancel', body: object = {}): Promise<LoadResponse> {
    const { client, journal } = this.options;
    const answer = await client.post(`${payment.path}/${decision}`, { reason: 'trial', ...body });
    expectStatus(answer, decision, ...(answer.attempts === 1 ? [202] : [202, 400]));
    if (answer.status === 202) {
      const name = `${payment.invoiceID}.${payment.paymentID}`;
      journal.decided.push({ payment: name, decision: decision === 'capture' ? 'captured' : 'cancelled' });
    }
    return answer;
  }

  async refund(payment: LoadPayment, amount: number): Promise<string> {
    const { client } = this.options;
    const externalID = this.externalID();
    const answer = await client.post(`${payment.path}/refunds`, {
      externalID,
      amount,
      currency: 'RUB',
      reason: 'trial',
    });
    expectStatus(answer, 'a refund', 201);
    const id = formatText(answer.body, 'id');
    this.acknowledge('refund', externalID, `${payment.invoiceID}.${payment.paymentID}.${id}`);
    return this.until(`${payment.path}/refunds/${id}`, ['succeeded', 'failed']);
  }
}

export type Flow = (order: LoadOrder) => Promise<unknown>;

async function instant(order: LoadOrder): Promise<void> {
  const payment = await order.payInstantly();
  await order.until(payment.path, ['captured']);
}

async function captured(order: LoadOrder): Promise<void> {
  const payment = await order.pay();
  await order.until(payment.path, ['processed']);
  const isWhole = order.options.random.next() < 0.5;
  await order.decide(payment, 'capture', isWhole ? {} : { amount: Math.ceil(payment.amount / 3) });
  await order.until(payment.path, ['captured']);
}

async function cancelled(order: LoadOrder): Promise<void> {
  const payment = await order.pay();
  await order.until(payment.path, ['processed']);
  await order.decide(payment, 'cancel');
  await order.until(payment.path, ['cancelled']);
}

async function declined(order: LoadOrder): Promise<void> {
  const payment = await order.payInstantly({ card: CARDS.noMoney });
  await order.until(payment.path, ['failed']);
  const invoice = `/v2/processing/invoices/${payment.invoiceID}`;
  const answer = await order.options.client.post(`${invoice}/rescind`, { reason: 'trial' });
  expectStatus(answer, 'to rescind', ...(answer.attempts === 1 ? [204] : [204, 400]));
  await order.until(invoice, ['cancelled']);
}

async function refunded(order: LoadOrder): Promise<void> {
  const payment = await order.payInstantly();
  await order.until(payment.path, ['captured']);
  const first = Math.ceil(payment.amount / 4);
  await order.refund(payment, first);
  if (order.options.random.next() < 0.5) await order.refund(payment, payment.amount - first);
}

/** An undecided hold expires after five seconds, or by a later date if the API's clock is ahead; then the operation is requested. */
async function expired(order: LoadOrder): Promise<void> {
  const onHoldExpiration = order.options.random.pick(['cancel', 'capture'] as const);
  const flow = { type: 'PaymentFlowHold', onHoldExpiration };
  const payment = await order.pay({ flow }, { shopID: order.options.briefHoldShopID });
  const end = onHoldExpiration === 'cancel' ? 'cancelled' : 'captured';
  if ((await order.heldForMs(payment)) > MAX_HOLD_MS) {
    await order.until(payment.path, ['processed']);
    await order.decide(payment, onHoldExpiration);
  }
  await order.until(payment.path, [end]);
}

async function overdue(order: LoadOrder): Promise<void> {
  const invoice = await order.tryInvoice({ dueInMs: 3_000 });
  if (!invoice) return;
  await order.until(`/v2/processing/invoices/${invoice.id}`, ['cancelled']);
}

/** A redirected payer decides on the connector's page, which sends a callback. */
async function redirected(order: LoadOrder): Promise<void> {
  const { random, sandboxUrl, acquirerUrls } = order.options;
  const payment = await order.payInstantly({ card: CARDS.redirected });
  const operationID = `payment/${payment.invoiceID}.${payment.paymentID}/authorise`;
  const decision = random.pick(['confirm', 'confirm', 'refuse']);
  for (let end = Date.now() + END_MS; Date.now() < end; await sleep(300)) {
    // A failover numbers the operation.
    for (const each of [operationID, `${operationID}/2`, `${operationID}/3`]) {
      await decideAtSandbox(sandboxUrl, each, decision);
      await decideAt(acquirerUrls(), each, decision === 'confirm');
    }
    // The state of the payment shows what a hung connector has lost.
    const { body } = await order.options.client.get(payment.path);
    if (formatText(body, 'status') !== 'pending') break;
  }
  await order.until(payment.path, ['captured', 'failed']);
}

/** A saved customer is charged without interaction. */
async function customer(order: LoadOrder): Promise<void> {
  const { client, shopID } = order.options;
  const externalID = order.externalID();
  const made = await client.post('/v2/processing/customers', {
    externalID,
    shopID,
    contactInfo: { email: 'a@example.com' },
    metadata: {},
  });
  expectStatus(made, 'a customer', 201);
  const id = formatText(made.body, 'customer', 'id');
  order.acknowledge('customer', externalID, id);
  const payer = client.as(formatText(made.body, 'customerAccessToken', 'payload'));
  const bound = order.externalID();
  const paymentResource = await order.tool(payer, CARDS.good);
  const binding = await payer.post(`/v2/processing/customers/${id}/bindings`, { externalID: bound, paymentResource });
  expectStatus(binding, 'a binding', 201);
  const bindingID = formatText(binding.body, 'id');
  order.acknowledge('binding', bound, `${id}.${bindingID}`);
  await order.until(`/v2/processing/customers/${id}/bindings/${bindingID}`, ['succeeded']);
  const payment = await order.payInstantly({ payer: { payerType: 'CustomerPayer', customerID: id } });
  await order.until(payment.path, ['captured']).catch((error: unknown) => {
    throw error instanceof EndedOtherwise ? new TokenRefused(error.message) : error;
  });
}

/** The flows, weighted by repetition. */
export const PAYMENT_FLOWS: readonly Flow[] = [
  ...[instant, instant, captured, captured, captured, cancelled, cancelled],
  ...[declined, refunded, refunded, expired, overdue, redirected, customer],
];

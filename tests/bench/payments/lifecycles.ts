import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { Pool } from 'undici';
import type { Platform } from '../../harness/platform';
import { buildHeaders, invoiceBody } from './merchant';
import { listenLocally, stopServer } from '../../harness/local-server';

interface Received {
  eventType: string;
  occuredAt: string;
  invoice: { id: string };
  payment?: { id: string };
}

/** An invoice whose amount is held. */
interface HeldPayment {
  invoiceID: string;
  paymentID: string;
  /** From the payment request to the webhook about the hold. */
  authorisedMs: number;
}

/** An invoice that is paid by a captured hold. */
export interface MeasuredLifecycle extends HeldPayment {
  /** From the capture request to the webhook about the paid invoice. */
  capturedMs: number;
}

/** The messages of one lifecycle. */
const EVENT_TYPES = ['InvoiceCreated', 'PaymentStarted', 'PaymentProcessed', 'PaymentCaptured', 'InvoicePaid'];

/** A test card of the sandbox that is always approved. */
const CARD = { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '123' };

/** A message that is lost does not hang the bench. */
const MAX_WAIT_MS = 120_000;

/** A merchant that creates an invoice, pays it by a hold and captures, driven by webhooks without polling. */
export class MeasuredLifecycles {
  /** From each change, dated shortly before its commit, to the receipt of its message. */
  readonly lagsMs: number[] = [];
  private readonly awaited = new Map<string, (message: Received) => void>();
  private readonly api: Pool;
  private readonly receiver: Server;
  private webhookID = '';

  /** @param otherEvents further events to subscribe to */
  constructor(
    private readonly platform: Pick<Platform, 'apiUrl' | 'demo'>,
    private readonly otherEvents: readonly string[] = [],
  ) {
    this.api = new Pool(platform.apiUrl, { connections: 128 });
    this.receiver = createServer((request, response) => {
      void this.receive(request).then(() => response.writeHead(200).end());
    });
  }

  /** Subscribes to every event of a lifecycle. */
  async open(): Promise<void> {
    const url = `${await listenLocally(this.receiver)}/`;
    const { shopID, apiKey } = this.platform.demo;
    const scope = { topic: 'InvoicesTopic', shopID, eventTypes: [...EVENT_TYPES, ...this.otherEvents] };
    const { id } = await this.post<{ id: string }>('webhooks', apiKey, JSON.stringify({ scope, url }));
    this.webhookID = id;
  }

  /** Unsubscribes, so that the platform does not retry deliveries. */
  async close(): Promise<void> {
    await this.call('DELETE', `webhooks/${this.webhookID}`, this.platform.demo.apiKey);
    await stopServer(this.receiver);
    await this.api.close();
  }

  /** Runs one lifecycle. */
  async live(): Promise<MeasuredLifecycle> {
    const held = await this.hold();
    return { ...held, capturedMs: await this.capture(held) };
  }

  /** Creates an invoice and holds its amount. */
  async hold(): Promise<HeldPayment> {
    const { apiKey } = this.platform.demo;
    const body = invoiceBody(this.platform);
    const created = await this.post<any>('invoices', apiKey, body);
    const invoiceID = created.invoice.id as string;
    const token = created.invoiceAccessToken.payload as string;
    const card = JSON.stringify({ paymentTool: CARD, clientInfo: { fingerprint: 'browser' } });
    const { paymentToolToken, paymentSession } = await this.post<any>('payment-resources', token, card);
    const held = this.next(invoiceID, 'PaymentProcessed');
    const flow = { type: 'PaymentFlowHold', onHoldExpiration: 'cancel' };
    const payer = { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo: {} };
    const requested = performance.now();
    const { id } = await this.post<any>(`invoices/${invoiceID}/payments`, token, JSON.stringify({ flow, payer }));
    await held;
    return { invoiceID, paymentID: id, authorisedMs: performance.now() - requested };
  }

  /** Captures a hold. @returns the milliseconds to the webhook about the paid invoice */
  capture(payment: Pick<HeldPayment, 'invoiceID' | 'paymentID'>): Promise<number> {
    return this.complete(payment, { step: 'capture', body: { reason: 'shipped' }, eventType: 'InvoicePaid' });
  }

  /** Refunds a captured payment. @returns the milliseconds to the webhook about the refund */
  refund(payment: Pick<HeldPayment, 'invoiceID' | 'paymentID'>): Promise<number> {
    return this.complete(payment, { step: 'refunds', body: {}, eventType: 'RefundSucceeded' });
  }

  private async complete(
    { invoiceID, paymentID }: Pick<HeldPayment, 'invoiceID' | 'paymentID'>,
    { step, body, eventType }: { step: string; body: object; eventType: string },
  ): Promise<number> {
    const completed = this.next(invoiceID, eventType);
    const path = `invoices/${invoiceID}/payments/${paymentID}/${step}`;
    const requested = performance.now();
    await this.post(path, this.platform.demo.apiKey, JSON.stringify(body));
    await completed;
    this.awaited.delete(invoiceID);
    return performance.now() - requested;
  }

  private next(invoiceID: string, eventType: string): Promise<void> {
    const arrival = new Promise<void>((resolve, reject) => {
      const late = new Error(`${eventType} of ${invoiceID} did not arrive within ${MAX_WAIT_MS / 1_000} s`);
      const timer = setTimeout(() => reject(late), MAX_WAIT_MS).unref();
      this.awaited.set(invoiceID, (message) => {
        if (message.eventType !== eventType) return;
        clearTimeout(timer);
        resolve();
      });
    });
    // A call that fails before does not wait for it.
    arrival.catch(() => undefined);
    return arrival;
  }

  private async receive(request: IncomingMessage): Promise<void> {
    const receivedAt = Date.now();
    const message = JSON.parse(await readText(request)) as Received;
    this.lagsMs.push(receivedAt - Date.parse(message.occuredAt));
    this.awaited.get(message.invoice.id)?.(message);
  }

  private post<Answer>(path: string, token: string, body: string): Promise<Answer> {
    return this.call<Answer>('POST', path, token, body);
  }

  private async call<Answer>(method: 'POST' | 'DELETE', path: string, token: string, body?: string): Promise<Answer> {
    const headers = buildHeaders(token);
    const answer = await this.api.request({ method, path: `/v2/processing/${path}`, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path} answers ${answer.statusCode}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }
}

import { createHmac } from 'node:crypto';
import { openDescription } from '../../testing/description';
import { StandInServer, type StandInRequest, type StandInResponse } from '../../testing/stand-in-server';
import type { Lie } from '../../testing/losing-proxy';
import type { Meanness } from '../../testing/meanness';
import { AdyenBook, RejectedByAdyen, type BookEvent, type AdyenFields } from './adyen-book';

interface CallToAdyen {
  method: string;
  path: string;
  key: string | undefined;
  apiKey: string | undefined;
  body: AdyenFields;
}

interface StandInOptions {
  hmacKey: Buffer;
  merchantAccount: string;
  /** Receives each webhook as its bytes. */
  deliver: (body: Buffer) => Promise<void>;
}

const CREATED: ReadonlySet<string> = new Set(['captures', 'cancels', 'refunds']);

/**
 * A stateful stand-in of Adyen's Checkout API. Each request, answer and webhook is checked against the published description;
 * problems are collected in `problems`.
 */
export class AdyenStandIn extends StandInServer {
  readonly calls: CallToAdyen[] = [];
  readonly problems: string[] = [];
  /** Webhooks that were not delivered yet, if `isDelayed`. */
  readonly waiting: Buffer[] = [];
  isDelayed = false;
  /** Changes what webhooks state. */
  lie: Lie | undefined;
  /** How long after an answer its webhooks are delivered; undefined: before the answer. */
  delayMs: number | undefined;
  /** Lets webhooks come by a seed, beside those of other merchant accounts. */
  meanness: Meanness | undefined;
  readonly book = new AdyenBook((event) => {
    if (this.meanness) this.waiting.push(this.toWebhook({ ...event, isSuccess: !event.isSuccess }, 'AnotherTEST'));
    this.waiting.push(this.toWebhook(event));
  });
  private readonly check = openDescription('adyen-checkout-v71');
  private readonly checkWebhook = openDescription('adyen-webhooks-v1');
  readonly responses = new Map<string, { status: number; body: unknown }>();

  constructor(private readonly options: StandInOptions) {
    super('/v71');
  }

  override async start(): Promise<string> {
    // The descriptions are compiled before requests are timed.
    const statuses = {
      '/payments': 200,
      '/payments/details': 200,
      '/payments/1/captures': 201,
      '/payments/1/refunds': 201,
    };
    for (const [path, status] of Object.entries(statuses)) {
      this.check({ method: 'POST', path, body: {} });
      this.check({ method: 'POST', path, status, body: {} });
    }
    for (const event of ['AUTHORISATION', 'CAPTURE', 'REFUND'])
      this.checkWebhook({ method: 'WEBHOOK', path: `/${event}`, body: {} });
    return super.start();
  }

  /** States an event that no request caused. */
  async announce(event: BookEvent): Promise<void> {
    this.waiting.push(this.toWebhook(event));
    await this.deliverWaiting();
  }

  deliver(webhook: Buffer): Promise<void> {
    return this.options.deliver(webhook);
  }

  async deliverWaiting(): Promise<void> {
    const webhooks = this.waiting.splice(0);
    for (const webhook of this.meanness?.post(webhooks) ?? webhooks) await this.deliver(webhook);
  }

  private async deliverInTime(): Promise<void> {
    if (this.isDelayed) return;
    if (this.delayMs === undefined) await this.deliverWaiting();
    else setTimeout(() => void this.deliverWaiting(), this.delayMs);
  }

  protected override async respond({ method, path, query, headers, text }: StandInRequest): Promise<StandInResponse> {
    const key = headers['idempotency-key'] as string | undefined;
    const apiKey = headers['x-api-key'] as string | undefined;
    const body = text === '' ? {} : (JSON.parse(text) as AdyenFields);
    this.calls.push({ method, path, key, apiKey, body });
    if (method === 'POST') this.problems.push(...this.check({ method, path, body }));
    if (key !== undefined && key.length > 64) this.problems.push(`${path} has an Idempotency-Key of ${key.length}`);
    const { status, body: answer } = this.answer({ method, path, key, body, query });
    const sent = JSON.stringify(answer);
    if (sent !== undefined)
      this.problems.push(...this.check({ method, path, status, body: JSON.parse(sent) as unknown }));
    await this.deliverInTime();
    return { status, body: answer };
  }

  /** A repeated request with the same key gets the first response; a rejected one is not remembered. */
  private answer(input: Answered): { status: number; body: unknown } {
    const known = input.key === undefined ? undefined : this.responses.get(input.key);
    if (known) return known;
    try {
      const [, kind = '', , action = ''] = input.path.split('/');
      const isCreated = CREATED.has(action) || kind === 'cancels';
      const status = input.method === 'DELETE' ? 204 : isCreated ? 201 : 200;
      const made = { status, body: structuredClone(this.execute(input)) };
      if (input.key !== undefined) this.responses.set(input.key, made);
      return made;
    } catch (error) {
      if (!(error instanceof RejectedByAdyen)) throw error;
      const { status, errorCode, message } = error;
      return { status, body: { status, errorCode, message, errorType: 'validation' } };
    }
  }

  private execute({ method, path, body, query }: Answered): unknown {
    const [, kind = '', id = '', action] = path.split('/');
    if (kind === 'storedPaymentMethods') return this.storedMethods(method, id, query);
    if (body['merchantAccount'] !== undefined && body['merchantAccount'] !== this.options.merchantAccount) {
      throw new RejectedByAdyen(422, '901', 'Invalid Merchant Account');
    }
    if (kind === 'paymentMethods') return { paymentMethods: [] };
    if (kind === 'cancels') return this.book.cancelByReference(body);
    if (kind === 'payments' && id === 'details') return this.book.submitDetails(body);
    if (kind === 'payments' && action === 'captures') return this.book.capture(this.book.get(id), body);
    if (kind === 'payments' && action === 'cancels') return this.book.cancel(this.book.get(id), body);
    if (kind === 'payments' && action === 'refunds') return this.book.refund(this.book.get(id), body);
    if (kind === 'payments' && id === '') return this.book.pay(body);
    throw new RejectedByAdyen(404, '000', 'Not found');
  }

  private storedMethods(method: string, id: string, query: URLSearchParams): unknown {
    const shopperReference = query.get('shopperReference') ?? '';
    if (method === 'DELETE') return void this.book.methods.delete(id);
    const own = [...this.book.methods].filter(([, shopper]) => shopper === shopperReference);
    const storedPaymentMethods = own.map(([each]) => ({ id: each, shopperReference, type: 'scheme', brand: 'visa' }));
    return { merchantAccount: query.get('merchantAccount'), shopperReference, storedPaymentMethods };
  }

  private toWebhook(stated: BookEvent, merchantAccount = this.options.merchantAccount): Buffer {
    const { isSuccess, eventCode, additionalData, ...event } = structuredClone(stated);
    this.lie?.(event);
    const { hmacKey } = this.options;
    const { pspReference, originalReference = '', merchantReference, amount } = event;
    const success = String(isSuccess);
    const signed = [pspReference, originalReference, merchantAccount, merchantReference];
    const text = [...signed, amount.value, amount.currency, eventCode, success].join(':');
    const hmacSignature = createHmac('sha256', hmacKey).update(text).digest('base64');
    const item = {
      ...event,
      additionalData: { ...additionalData, hmacSignature },
      eventCode,
      eventDate: new Date().toISOString(),
      merchantAccountCode: merchantAccount,
      paymentMethod: 'visa',
      success,
    };
    const body = { live: 'false', notificationItems: [{ NotificationRequestItem: item }] };
    this.problems.push(...this.checkWebhook({ method: 'WEBHOOK', path: `/${eventCode}`, body }));
    return Buffer.from(JSON.stringify(body));
  }
}

interface Answered {
  method: string;
  path: string;
  key: string | undefined;
  body: AdyenFields;
  query: URLSearchParams;
}

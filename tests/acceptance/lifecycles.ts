import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from '../bench/measure/in-parallel';
import { httpClient, type HttpClient } from '../harness/http-client';
import type { Platform } from '../harness/platform';
import type { WebhookReceiver } from '../harness/webhook-receiver';
import { CARDS, HOLD, INSTANT, ledgerFaults, getTypes } from '../harness/factories/payment';

/*
 * Concurrent payments of clients that retry unanswered requests under the same external id, at another address if there is
 * one. Although processes are killed, every payment must happen exactly once.
 */

const FINAL = ['captured', 'cancelled', 'failed'];
const LIMIT_MS = 180_000;

export interface Lifecycle {
  invoiceID: string;
  paymentID: string;
}

interface Answer<Body> {
  status: number;
  body: Body;
}

export class Lifecycles {
  private readonly merchants: readonly HttpClient[];
  private readonly lives: Lifecycle[] = [];

  /** @param apiUrls addresses of API processes */
  constructor(
    private readonly platform: Platform,
    private readonly endpoint: WebhookReceiver,
    apiUrls: readonly string[] = [platform.apiUrl],
  ) {
    this.merchants = apiUrls.map((baseUrl) => httpClient({ baseUrl, token: platform.demo.apiKey }));
  }

  /** Runs `count` payments; a quarter each is instant, captured, cancelled and declined. */
  async live({ count, atOnce }: { count: number; atOnce: number }): Promise<void> {
    await inParallel({ count, atOnce }, (number) => this.runPayment(number));
  }

  /** Expects every payment to end correctly, to happen once at the connector and to be notified once and in order. */
  async expectWhole(): Promise<void> {
    const { lives } = this;
    const statuses = await Promise.all(lives.map((life) => this.untilStatus(life, FINAL)));
    expect(new Set(lives.map(({ invoiceID }) => invoiceID)).size).toBe(lives.length);
    const counted = FINAL.map((status) => statuses.filter((one) => one === status).length);
    expect(counted).toEqual([lives.length / 2, lives.length / 4, lives.length / 4]);
    await this.everyOperationHappenedOnce();
    await this.everyMessageArrivedInOrder(statuses);
    expect(await ledgerFaults(this.platform.databaseUrl)).toEqual([]);
  }

  private async runPayment(number: number): Promise<void> {
    const dueDate = new Date(Date.now() + 3_600_000).toISOString();
    const invoice = await this.withRetries<any>((merchant) =>
      merchant.post('/v2/processing/invoices', {
        shopID: this.platform.demo.shopID,
        dueDate,
        amount: 10_000 + number,
        currency: 'RUB',
        product: `Заказ № ${number}`,
        metadata: {},
        externalID: `order-${number}`,
      }),
    );
    const invoiceID: string = invoice.body.invoice.id;
    const token: string = invoice.body.invoiceAccessToken.payload;
    const cardNumber = number % 4 === 3 ? CARDS.noMoney : CARDS.good;
    const tool = await this.withRetries<any>((merchant) =>
      merchant.as(token).post('/v2/processing/payment-resources', {
        paymentTool: { paymentToolType: 'CardData', cardNumber, expDate: '12/29', cvv: '123' },
        clientInfo: { fingerprint: 'browser' },
      }),
    );
    const { paymentToolToken, paymentSession } = tool.body;
    const payment = await this.withRetries<any>((merchant) =>
      merchant.as(token).post(`/v2/processing/invoices/${invoiceID}/payments`, {
        externalID: `payment-${number}`,
        flow: number % 4 === 0 ? INSTANT : HOLD,
        payer: { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo: {} },
      }),
    );
    const life = { invoiceID, paymentID: payment.body.id as string };
    if (number % 4 === 1 || number % 4 === 2) await this.decide(life, number % 4 === 1 ? 'capture' : 'cancel');
    this.lives.push(life);
  }

  private async decide(life: Lifecycle, decision: 'capture' | 'cancel'): Promise<void> {
    await this.untilStatus(life, ['processed']);
    const path = `/v2/processing/invoices/${life.invoiceID}/payments/${life.paymentID}/${decision}`;
    await this.withRetries((merchant) => merchant.post(path, { reason: 'crash test' }));
  }

  private async untilStatus({ invoiceID, paymentID }: Lifecycle, statuses: readonly string[]): Promise<string> {
    const path = `/v2/processing/invoices/${invoiceID}/payments/${paymentID}`;
    for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(200)) {
      const { body } = await this.withRetries<any>((merchant) => merchant.get(path));
      if (statuses.includes(body.status)) return body.status;
    }
    throw new Error(`payment ${invoiceID}.${paymentID} does not become ${statuses.join(' or ')}`);
  }

  /** Retries a request after connection errors and 5xx responses. */
  private async withRetries<Body>(call: (merchant: HttpClient) => Promise<Answer<Body>>): Promise<Answer<Body>> {
    for (let attempt = 0; ; attempt++) {
      const merchant = this.merchants[attempt % this.merchants.length]!;
      const answer = await call(merchant).catch((error: unknown) => {
        if (attempt > 300 || !isBrokenConnection(error)) throw error;
        return undefined;
      });
      if (answer && answer.status < 500) return answer;
      await sleep(100);
    }
  }

  private async everyOperationHappenedOnce(): Promise<void> {
    const operations = (await (await fetch(`${this.platform.sandboxUrl}/operations?prefix=payment/`)).json()) as any[];
    expect(operations.length).toBeGreaterThan(this.lives.length);
    expect(operations.filter(({ effects }) => effects > 1)).toEqual([]);
  }

  private async everyMessageArrivedInOrder(statuses: readonly string[]): Promise<void> {
    const { endpoint } = this;
    const expected: Record<string, string[]> = {
      captured: ['InvoiceCreated', 'PaymentStarted', 'PaymentProcessed', 'PaymentCaptured', 'InvoicePaid'],
      cancelled: ['InvoiceCreated', 'PaymentStarted', 'PaymentProcessed', 'PaymentCancelled'],
      failed: ['InvoiceCreated', 'PaymentStarted', 'PaymentFailed'],
    };
    const total = statuses.reduce((sum, status) => sum + (expected[status]?.length ?? 0), 0);
    const distinct = (): number => new Set(endpoint.accepted().map((one) => one.json<any>().eventID)).size;
    await endpoint.until(() => distinct() >= total, LIMIT_MS);
    this.lives.forEach(({ invoiceID }, index) => {
      const received = endpoint.accepted().filter((one) => one.json<any>().invoice?.id === invoiceID);
      const firstOfEach = [...new Map(received.map((one) => [one.json<any>().eventID, getTypes(one)])).values()];
      expect(firstOfEach).toEqual(expected[statuses[index] ?? '']);
    });
  }
}

function isBrokenConnection(error: unknown): boolean {
  return ['fetch failed', 'terminated'].includes((error as Error).message);
}

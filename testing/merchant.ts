import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { anInvoice, pay, untilPayment, CARDS, HOLD, INSTANT } from '../acceptance/story';
import { httpClient, type HttpAnswer, type HttpClient } from './http-client';
import { PATIENCE_MS } from './patience';
import { startPlatform, type Platform, type PlatformOptions } from './platform';

export type PaymentRef = { invoiceID: string; paymentID: string };

/** A platform with its merchant, and the few things that tests of the money half of `/v2` do again and again. */
export type Stage = {
  platform: Platform;
  merchant: HttpClient;
  shopID: string;
  /** Runs SQL in the platform's own database, for what no API changes: a shop's terms, a party's blocking. */
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** An instant payment, captured. */
  captured(fields?: {
    amount?: number;
    shopID?: string;
    card?: string;
    payment?: object;
    invoice?: object;
  }): Promise<PaymentRef>;
  /** A hold, processed. */
  held(fields?: { amount?: number; shopID?: string }): Promise<PaymentRef>;
  /** What the sandbox has on record of a payment's money. */
  provider(ref: PaymentRef): Promise<{ authorised: number; captured: number; voided: number; refunded: number }>;
  stop(): Promise<void>;
};

export async function aStage(options: PlatformOptions = {}): Promise<Stage> {
  const platform = await startPlatform(options);
  const merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  const database = new Client({ connectionString: platform.databaseUrl });
  await database.connect();
  const { shopID } = platform.demo;

  const started = async (
    fields: { amount?: number; shopID?: string; card?: string; payment?: object; invoice?: object },
    flow: object,
  ) => {
    const invoice = await anInvoice(merchant, fields.shopID ?? shopID, { amount: fields.amount, body: fields.invoice });
    const paymentID = await pay(merchant.as(invoice.token), invoice.id, {
      card: fields.card ?? CARDS.good,
      flow,
      fields: fields.payment,
    });
    return { invoiceID: invoice.id, paymentID };
  };
  return {
    platform,
    merchant,
    shopID,
    sql: async <Row>(text: string, values: unknown[] = []) => (await database.query(text, values)).rows as Row[],
    captured: async (fields = {}) => {
      const ref = await started(fields, INSTANT);
      await untilPayment(merchant, ref, 'captured');
      return ref;
    },
    held: async (fields = {}) => {
      const ref = await started(fields, HOLD);
      await untilPayment(merchant, ref, 'processed');
      return ref;
    },
    provider: async ({ invoiceID, paymentID }) => {
      const name = encodeURIComponent(`payment/${invoiceID}.${paymentID}/authorise`);
      return (await fetch(`${platform.sandboxUrl}/payments/${name}`)).json() as never;
    },
    stop: async () => {
      await database.end();
      await platform.stop();
    },
  };
}

/** The path of a payment, or of something below it. */
export function pathOf({ invoiceID, paymentID }: PaymentRef, below = ''): string {
  return `/v2/processing/invoices/${invoiceID}/payments/${paymentID}${below}`;
}

/** Asks again and again until the answer's body is enough, and returns it; fails with what was seen last. */
export async function untilBody<Body = any>(
  ask: () => Promise<HttpAnswer<Body>>,
  isEnough: (body: Body) => boolean,
  limitMs = PATIENCE_MS,
): Promise<Body> {
  const end = Date.now() + limitMs;
  for (;;) {
    const { body } = await ask();
    if (isEnough(body)) return body;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(body)}`);
    await sleep(50);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Platform } from '../../harness/platform';
import type { Bench, BenchResult } from '../bench';
import type { Receipts } from '../floors/receiver';
import { nextMessage, type BenchHarness } from '../harness';
import { inParallel } from '../measure/in-parallel';
import { ProcessorMeter } from '../measure/processor';
import { buildHeaders, invoiceBody } from './merchant';
import { untilSettled } from './settled';

const INVOICES = 3_000;
const AT_ONCE = 16;
/** Some seconds of deliveries, until V8 has compiled the hot code. */
const WARM_UP = 1_500;
const STEADY_SECONDS = 10;
const AIMS = { perSecond: 1_000, msEach: 1.3, lagMs: 1_000 };
/** The receiver is not counted. */
const PARTS = ['api', 'worker', 'temporal', 'postgres'];

/** Measures the maximum rate of deliveries, the cost of one, and the lag at a sustainable rate. */
export const deliveries: Bench = {
  title: `${INVOICES.toLocaleString('en')} invoices, told to five webhooks and to one`,
  run: async (harness) => {
    const reported = await Subscriber.open(harness);
    const findings: BenchResult[] = [];
    for (const count of [5, 1]) findings.push(...(await measured(reported, count)));
    await reported.close();
    return findings;
  },
};

async function measured(reported: Subscriber, webhooks: number): Promise<BenchResult[]> {
  await reported.subscribe(webhooks);
  await reported.burst(WARM_UP);
  const name = `with ${webhooks}`;
  const { perSecond, p50Ms, p99Ms } = await reported.meter.during(name, () => reported.burst(INVOICES));
  const steady = await reported.steadily(Math.min(100, Math.round((0.6 * perSecond) / webhooks)));
  const msEach = reported.meter.msEach(name, PARTS);
  const isAimed = webhooks === 5;
  const aim = (text: string, isReached: boolean) => (isAimed ? { aim: { text, isReached } } : {});
  return [
    {
      name: `burst, ${webhooks} webhooks`,
      found: `${Math.round(perSecond)} a second, lag p50 ${p50Ms} ms, p99 ${p99Ms} ms`,
      ...aim(`at least ${AIMS.perSecond}`, perSecond >= AIMS.perSecond),
    },
    ...reported.meter.finding(name),
    {
      name: 'without the receiver',
      found: `${msEach.toFixed(2)} ms each`,
      ...aim(`at most ${AIMS.msEach} ms`, msEach <= AIMS.msEach),
    },
    {
      name: `steady, ${Math.round(steady.perSecond)} a second`,
      found: `lag p50 ${steady.p50Ms} ms, p99 ${steady.p99Ms} ms`,
      aim: { text: `p99 at most ${AIMS.lagMs} ms`, isReached: steady.p99Ms <= AIMS.lagMs },
    },
  ];
}

type ReceivedBurst = Receipts & { perSecond: number };

/** A merchant with webhooks at a receiver in another process. */
class Subscriber {
  readonly meter = new ProcessorMeter();
  private readonly api: Pool;
  private webhookIDs: string[] = [];

  private constructor(
    private readonly platform: Platform,
    private readonly receiver: Awaited<ReturnType<BenchHarness['floor']>>['process'],
    private readonly url: string,
  ) {
    this.api = new Pool(platform.apiUrl, { connections: AT_ONCE });
  }

  static async open(harness: BenchHarness): Promise<Subscriber> {
    const platform = await harness.platform();
    const { process, ready } = await harness.floor<{ url: string }>('receiver', {});
    return new Subscriber(platform, process, ready.url);
  }

  /** Replaces all subscriptions. */
  async subscribe(count: number): Promise<void> {
    await this.unsubscribe();
    const scope = { topic: 'InvoicesTopic', shopID: this.platform.demo.shopID, eventTypes: ['InvoiceCreated'] };
    for (let number = 0; number < count; number++) {
      const body = JSON.stringify({ scope, url: `${this.url}/${number}` });
      this.webhookIDs.push(((await this.call('POST', 'webhooks', body)) as { id: string }).id);
    }
  }

  /** Creates invoices as fast as possible and waits for all messages. */
  async burst(invoices: number): Promise<ReceivedBurst> {
    return this.measure(() => inParallel({ count: invoices, atOnce: AT_ONCE }, () => this.createInvoice()));
  }

  async steadily(perSecond: number): Promise<ReceivedBurst> {
    return this.measure(async () => {
      const began = performance.now();
      const created: Promise<void>[] = [];
      for (let number = 1; number <= perSecond * STEADY_SECONDS; number++) {
        created.push(this.createInvoice());
        await sleep(began + (number * 1_000) / perSecond - performance.now());
      }
      await Promise.all(created);
    });
  }

  async close(): Promise<void> {
    await this.unsubscribe();
    await this.api.close();
  }

  private async measure(cause: () => Promise<void>): Promise<ReceivedBurst> {
    await cause();
    await untilSettled(this.platform);
    const answer = nextMessage<Receipts>(this.receiver);
    this.receiver.send('how many?');
    const receipts = await answer;
    return { ...receipts, perSecond: receipts.count / receipts.seconds };
  }

  private async unsubscribe(): Promise<void> {
    for (const id of this.webhookIDs.splice(0)) await this.call('DELETE', `webhooks/${id}`);
  }

  private async createInvoice(): Promise<void> {
    await this.call('POST', 'invoices', invoiceBody(this.platform));
  }

  private async call(method: 'POST' | 'DELETE', path: string, body?: string): Promise<unknown> {
    const headers = buildHeaders(this.platform.demo.apiKey);
    const answer = await this.api.request({ method, path: `/v2/processing/${path}`, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path} answers ${answer.statusCode}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}

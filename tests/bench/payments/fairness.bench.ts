import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { startPlatform, type Platform } from '../../harness/platform';
import type { Bench, BenchResult } from '../bench';
import { percentile } from '../measure/statistics';
import { addParty } from './add-party';
import { MeasuredLifecycles } from './lifecycles';
import { buildHeaders, invoiceBody } from './merchant';
import { untilSettled } from './settled';

const ATTACKERS = 24;
const VICTIMS = 4;
const IDLE_MS = 8_000;
const FLOOD_MS = 25_000;
/** Between two payments of the other party. */
const PAUSE_MS = 100;

/** One key far above its rate limit, and the default limit of waiting. */
const ENVIRONMENT = {
  KEY_REQUESTS_PER_SECOND: '1000000',
  TOKEN_REQUESTS_PER_SECOND: '1000000',
  PARTY_WAITING_SECONDS: '5',
};

const CARD = { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '123' };

interface Times {
  authorisedMs: number[];
  capturedMs: number[];
}

/** Measures the payments and captures of a party while another party creates instant payments without a pause. */
export const fairness: Bench = {
  title: `Payments of a party beside ${ATTACKERS} callers of another`,
  run: async () => {
    const platform = await startPlatform({ environment: ENVIRONMENT });
    const flood = new Flood(platform);
    const victim = new MeasuredLifecycles({ apiUrl: platform.apiUrl, demo: await addParty(platform) });
    await victim.open();
    try {
      await livesUntil(victim, Date.now() + 3_000);
      const idle = await livesUntil(victim, Date.now() + IDLE_MS);
      const flooding = flood.run(ATTACKERS, Date.now() + FLOOD_MS);
      const beside = await livesUntil(victim, Date.now() + FLOOD_MS);
      const statuses = await flooding;
      const began = performance.now();
      await untilSettled(platform);
      const settledSeconds = (performance.now() - began) / 1_000;
      return [
        { name: 'flood', found: JSON.stringify(Object.fromEntries(statuses)) },
        { name: 'settled after the flood', found: `${settledSeconds.toFixed(1)} s` },
        await discardedFinding(platform, statuses.get('payments 201') ?? 0),
        finding('captured', idle.capturedMs, beside.capturedMs),
        finding('authorised', idle.authorisedMs, beside.authorisedMs),
      ];
    } finally {
      await victim.close();
      await flood.close();
      await platform.stop();
    }
  },
};

async function discardedFinding({ processes }: Platform, payments: number): Promise<BenchResult> {
  const text = await (await fetch(`${processes.worker.url}/metrics`)).text();
  const count = Number(/^holdfast_discarded_workflow_tasks_total (\d+)/m.exec(text)?.[1]);
  const share = count / Math.max(1, payments);
  return {
    name: 'discarded workflow tasks',
    found: `${count} of ${payments} payments`,
    aim: { text: 'at most 0.1 %', isReached: share <= 0.001 },
  };
}

function finding(name: string, idle: readonly number[], beside: readonly number[]): BenchResult {
  const p99 = percentile(beside, 99);
  const limitMs = Math.max(1_000, 3 * percentile(idle, 99));
  return {
    name: `${name}, ${beside.length} beside the flood`,
    found: `${described(beside)}; idle ${described(idle)}`,
    aim: { text: `p99 at most ${Math.round(limitMs)} ms`, isReached: p99 <= limitMs },
  };
}

function described(times: readonly number[]): string {
  return `p50 ${Math.round(percentile(times, 50))} ms, p99 ${Math.round(percentile(times, 99))} ms`;
}

async function livesUntil(merchant: MeasuredLifecycles, endMs: number): Promise<Times> {
  const times: Times = { authorisedMs: [], capturedMs: [] };
  const call = async (): Promise<void> => {
    while (Date.now() < endMs) {
      const { authorisedMs, capturedMs } = await merchant.live();
      times.authorisedMs.push(authorisedMs);
      times.capturedMs.push(capturedMs);
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: VICTIMS }, call));
  return times;
}

/** Creates invoices and instant payments without waiting for their outcome. */
class Flood {
  private readonly api: Pool;
  private readonly statuses = new Map<string, number>();

  constructor(private readonly platform: Platform) {
    this.api = new Pool(platform.apiUrl, { connections: 128 });
  }

  async run(callers: number, endMs: number): Promise<ReadonlyMap<string, number>> {
    const call = async (): Promise<void> => {
      while (Date.now() < endMs) await this.pay();
    };
    await Promise.all(Array.from({ length: callers }, call));
    return this.statuses;
  }

  close(): Promise<void> {
    return this.api.close();
  }

  private async pay(): Promise<void> {
    const created = await this.post('invoices', this.platform.demo.apiKey, invoiceBody(this.platform));
    if (!created) return;
    const payer = created.invoiceAccessToken.payload as string;
    const body = JSON.stringify({ paymentTool: CARD, clientInfo: { fingerprint: 'browser' } });
    const tool = await this.post('payment-resources', payer, body);
    if (!tool) return;
    const { paymentToolToken, paymentSession } = tool;
    const payment = {
      flow: { type: 'PaymentFlowInstant' },
      payer: { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo: {} },
    };
    await this.post(`invoices/${created.invoice.id}/payments`, payer, JSON.stringify(payment));
  }

  private async post(path: string, token: string, body: string): Promise<any> {
    const headers = buildHeaders(token);
    const answer = await this.api.request({ method: 'POST', path: `/v2/processing/${path}`, headers, body });
    const text = await answer.body.text();
    const name = `${path.split('/').at(-1)} ${answer.statusCode}`;
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1);
    if (answer.statusCode < 300) return JSON.parse(text);
    await sleep(50);
    return undefined;
  }
}

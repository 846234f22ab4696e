import type { Bench } from '../bench';
import { ratioFinding } from '../bench';
import { describeLoad, load } from '../measure/load';
import { ProcessorMeter } from '../measure/processor';
import { interleave, medians } from '../measure/rounds';
import { buildHeaders, invoiceBody } from './merchant';
import { untilSettled } from './settled';

const ROUNDS = 5;
const SECONDS = 3;
const AIM = 0.7;
const KEPT = 50;

/** (c) Compares reading an invoice with a bare select by key. */
export const reads: Bench = {
  title: 'GET invoice, to a bare Express + pg select by key',
  run: async (harness) => {
    const platform = await harness.platform();
    const { ready } = await harness.floor<{ url: string }>('bare-server', {
      DATABASE_URL: await harness.emptyDatabase(),
    });
    const body = invoiceBody(platform);
    const { apiKey } = platform.demo;
    const create = async (url: string): Promise<{ id: string }> =>
      (await (await fetch(url, { method: 'POST', headers: buildHeaders(apiKey), body })).json()) as { id: string };
    const known: string[] = [];
    const knownBare: string[] = [];
    for (let number = 0; number < KEPT; number++) {
      const answer = (await create(`${platform.apiUrl}/v2/processing/invoices`)) as unknown as {
        invoice: { id: string };
      };
      known.push(answer.invoice.id);
      knownBare.push((await create(`${ready.url}/invoices`)).id);
    }
    const read = (url: string, path: string, ids: readonly string[]) => (seconds: number) => {
      let next = 0;
      const request = () => ({
        method: 'GET' as const,
        path: `${path}/${ids[next++ % ids.length]}`,
        headers: buildHeaders(apiKey),
      });
      return load({ url, seconds, request });
    };
    const onPlatform = read(platform.apiUrl, '/v2/processing/invoices', known);
    const onFloor = read(ready.url, '/invoices', knownBare);
    await onPlatform(SECONDS);
    await onFloor(SECONDS);
    await untilSettled(platform);
    const meter = new ProcessorMeter();
    const outcome = await interleave({
      rounds: ROUNDS,
      floor: () => meter.during('bare select', () => onFloor(SECONDS)),
      platform: () => meter.during('GET invoice', () => onPlatform(SECONDS)),
      settle: () => Promise.resolve(),
    });
    return [
      { name: 'bare select', found: describeLoad(medians(outcome.floor)) },
      { name: 'GET invoice', found: describeLoad(medians(outcome.platform)) },
      ...meter.finding('bare select'),
      ...meter.finding('GET invoice'),
      ratioFinding(outcome.ratio, AIM),
    ];
  },
};

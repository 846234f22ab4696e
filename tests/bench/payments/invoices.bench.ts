import type { Bench } from '../bench';
import { ratioFinding } from '../bench';
import { describeLoad, load } from '../measure/load';
import { ProcessorMeter } from '../measure/processor';
import { interleave, medians } from '../measure/rounds';
import { buildHeaders, invoiceBody } from './merchant';
import { untilSettled } from './settled';

const ROUNDS = 5;
const SECONDS = 4;
/** V8 needs about ten seconds to compile the hot code of both sides. */
const WARM_UP_SECONDS = 10;
const AIM = 0.5;

/** (a) Compares creating invoices with bare inserts by Express and PostgreSQL. */
export const invoices: Bench = {
  title: 'Invoices created, to a bare Express + pg insert',
  run: async (harness) => {
    const platform = await harness.platform();
    const { ready } = await harness.floor<{ url: string }>('bare-server', {
      DATABASE_URL: await harness.emptyDatabase(),
    });
    const body = invoiceBody(platform);
    const create = (url: string, path: string) => (seconds: number) =>
      load({
        url,
        seconds,
        request: () => ({ method: 'POST', path, headers: buildHeaders(platform.demo.apiKey), body }),
      });
    const onPlatform = create(platform.apiUrl, '/v2/processing/invoices');
    const onFloor = create(ready.url, '/invoices');
    await onPlatform(WARM_UP_SECONDS);
    await untilSettled(platform);
    await onFloor(WARM_UP_SECONDS);
    const meter = new ProcessorMeter();
    const outcome = await interleave({
      rounds: ROUNDS,
      floor: () => meter.during('bare insert', () => onFloor(SECONDS)),
      platform: () => meter.during('invoice', () => onPlatform(SECONDS)),
      settle: () => untilSettled(platform),
    });
    return [
      { name: 'bare insert', found: describeLoad(medians(outcome.floor)) },
      { name: 'invoice', found: describeLoad(medians(outcome.platform)) },
      ...meter.finding('bare insert'),
      ...meter.finding('invoice'),
      ratioFinding(outcome.ratio, AIM),
    ];
  },
};

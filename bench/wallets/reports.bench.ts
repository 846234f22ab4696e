import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeRegistry } from '../../activities/report/registry-writer';
import type { RegistryRow } from '../../store/report/registry-rows';
import type { Bench, Finding } from '../bench';

const ROWS = 1_000_000;
const AIM_MB = 300;
const MEGABYTE = 1_048_576;

/** What a report of a million rows takes of memory above what the process had before. */
export const reports: Bench = {
  title: `Files of a report with ${ROWS} rows`,
  isOnDemand: true,
  run: async () => {
    const findings: Finding[] = [];
    for (const format of ['csv', 'xlsx'] as const) findings.push(await fileOf(format));
    return findings;
  },
};

async function fileOf(format: 'csv' | 'xlsx'): Promise<Finding> {
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const began = performance.now();
  await pipeline(Readable.fromWeb(await writeRegistry(rows(), format)), createWriteStream('/dev/null'));
  clearInterval(watch);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const [grown, whole] = [peak - before, peak].map((bytes) => Math.round(bytes / MEGABYTE));
  return {
    name: format,
    found: `${seconds} s, ${grown} MB above the start, ${whole} MB in all`,
    aim: { text: `under ${AIM_MB} MB in all`, isReached: (whole ?? AIM_MB) < AIM_MB },
  };
}

/** Rows as the record gives them: in batches, with a wait between. */
async function* rows(): AsyncGenerator<RegistryRow> {
  for (let number = 0; number < ROWS; number++) {
    if (number % 2_000 === 0) await new Promise(setImmediate);
    const id = `0wq5bt2hr${number.toString(36).padStart(11, '0')}`;
    yield [
      id,
      new Date(1.7e12 + number).toISOString(),
      id,
      id,
      number,
      'RUB',
      null,
      `order-${number}`,
      'Succeeded',
      null,
    ];
  }
}

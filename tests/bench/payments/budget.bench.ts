import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { emptyDatabase } from '../../harness/database';
import { listenLocally } from '../../harness/local-server';
import { startPlatform, type Platform } from '../../harness/platform';
import type { Bench, BenchFlags, BenchResult } from '../bench';
import { nextMessage, UNLIMITED } from '../harness';
import { readMemory } from '../measure/processor';
import { untilSettled } from './settled';
import { alternate, MeasuredSide } from './side';

const FLOOR_PARTS = ['floor'];
const PLATFORM_PARTS = ['api', 'worker', 'vault', 'sandbox'];
const MAX_RATIO = 1.7;
const MAX_MEMORY_MB = 1_400;
/** Milliseconds with one caller, p50 and p99. */
const ALONE = { authorisedMs: [25, 45], wholeMs: [65, 95] } as const;

/** Compares lifecycles of payments with the least code that does the same work, `floors/payments.ts`, in alternating rounds. */
export const budget: Bench = {
  title: 'Hold to capture with five webhooks, to the least code that does the same',
  run: async (flags) => {
    const kind = flags.temporal === 'postgresql' ? 'server' : 'own';
    const platform = await startPlatform({ environment: UNLIMITED, temporal: kind });
    const settle = () => untilSettled(platform);
    const ours = new MeasuredSide({ ...platform, name: 'platform', without: FLOOR_PARTS, settle });
    try {
      const { floor, stop } = await startFloor(platform);
      try {
        return await compare(ours, floor, flags);
      } finally {
        await stop();
      }
    } finally {
      await ours.end();
      await platform.stop();
    }
  },
};

async function startFloor({ temporalAddress, demo }: Platform) {
  const acquirer = createServer((request, response) => {
    request.resume().once('end', () => response.end('{"status":"approved","reference":"1"}'));
  });
  acquirer.unref();
  const databaseUrl = await emptyDatabase();
  const addresses = { DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress };
  const env = { ...process.env, ...addresses, ACQUIRER_URL: await listenLocally(acquirer) };
  const child = fork(join(__dirname, '../floors/payments.js'), { env });
  // An aborted bench may still write to a stopped floor.
  child.on('error', () => undefined);
  const { apiUrl, apiKey } = await nextMessage<{ apiUrl: string; apiKey: string }>(child);
  const settle = () => untilSettled({ databaseUrl }, 'messages');
  const options = { apiUrl, demo: { ...demo, apiKey }, name: 'floor', without: PLATFORM_PARTS, settle };
  const floor = new MeasuredSide(options);
  const stop = async (): Promise<void> => {
    await floor.end();
    child.kill('SIGKILL');
  };
  return { floor, stop };
}

async function compare(ours: MeasuredSide, floor: MeasuredSide, flags: BenchFlags): Promise<BenchResult[]> {
  const { callers = [16], rounds = 3, seconds = 10 } = flags;
  const counts = [1, ...callers.filter((count) => count !== 1)];
  await alternate({ callers: counts, rounds, seconds }, [floor, ours]);
  const memory = readMemory();
  const parts = [...memory].map(([part, mb]) => `${part} ${mb.toFixed(0)}`).join(', ');
  const sum = [...memory].reduce((total, [part, mb]) => (FLOOR_PARTS.includes(part) ? total : total + mb), 0);
  return [
    ...counts.flatMap((count) => [
      ...floor.findings(count),
      ...ours.findings(count),
      compareProcessor(count, ours, floor),
    ]),
    alone('one caller, request to webhook', 'authorisedMs', ours),
    alone('one caller, lifecycle', 'wholeMs', ours),
    {
      name: `memory after ${ours.count} lifecycles`,
      found: `${sum.toFixed(0)} MB without the floor (${parts})`,
      aim: { text: `at most ${MAX_MEMORY_MB}`, isReached: sum <= MAX_MEMORY_MB },
    },
  ];
}

function compareProcessor(callers: number, ours: MeasuredSide, floor: MeasuredSide): BenchResult {
  const ratio = ours.processorMs(callers) / floor.processorMs(callers);
  const aim = { text: `at most ${MAX_RATIO}`, isReached: ratio <= MAX_RATIO };
  return { name: `  ratio to the floor, ${callers} callers`, found: ratio.toFixed(2), aim };
}

function alone(name: string, of: keyof typeof ALONE, side: MeasuredSide): BenchResult {
  const [p50, p99] = [side.percentileMs(1, 50, of), side.percentileMs(1, 99, of)];
  const aim = { text: `${ALONE[of].join(' and ')} ms`, isReached: p50 <= ALONE[of][0] && p99 <= ALONE[of][1] };
  return { name, found: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`, aim };
}

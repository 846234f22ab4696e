import { request } from 'node:http';
import { startApi, type TestApi } from '../../testing/api';
import { victims } from '../../testing/worst-bodies';

/** What a body may cost: more, and whoever sends ten of them a second stops all others. */
const MAX_CPU_MS = 100;
/** What `yardstick` takes on a machine of the kind for which that is meant; a slower one is given as much more. */
const YARDSTICK_MS = 100;
/** A noisy neighbour, the collector and the compiler are counted too: the best of so many tries is the body's own. */
const TRIES = 12;
const MAX_ANSWER_BYTES = 16_384;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(async () => api?.stop());

describe.each(['payments', 'wallets', 'payres'])('of %s', (specification) => {
  test.each(victims(specification))(
    '$name takes the worst body within a tenth of a second, and answers in few words',
    async ({ method, path, bodies }) => {
      const costly: string[] = [];
      for (const { what, text } of bodies) {
        const problem = await readProblem({ method, path, body: Buffer.from(text()) });
        if (problem) costly.push(`${what}: ${problem}`);
      }
      expect(costly).toEqual([]);
    },
    300_000,
  );
});

type Sending = { method: string; path: string; body: Buffer };

async function readProblem(sending: Sending): Promise<string | undefined> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES; tries++) {
    const before = process.cpuUsage();
    const { status, bytes } = await send(sending);
    const { user, system } = process.cpuUsage(before);
    const takenMs = (user + system) / 1_000;
    if (status >= 500) return `is answered ${status}`;
    if (bytes > MAX_ANSWER_BYTES) return `is answered with ${bytes} bytes`;
    if (takenMs <= MAX_CPU_MS) return undefined;
    // Beside each try: what slows a machine comes and goes.
    least = Math.min(least, takenMs / Math.max(1, yardstick() / YARDSTICK_MS));
    if (least <= MAX_CPU_MS) return undefined;
  }
  return `takes ${Math.round(least)} ms`;
}

/** How long the same sums take here and now, in milliseconds of processor time. */
function yardstick(): number {
  const before = process.cpuUsage();
  let sum = 1;
  for (let i = 0; i < 20_000_000; i++) sum = (sum * 1_103_515_245 + 12_345) & 0x7fffffff;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 + (sum < 0 ? 1 : 0);
}

/** Sent as bytes: a client that makes the body would be counted with it. */
function send({ method, path, body }: Sending): Promise<{ status: number; bytes: number }> {
  const headers = {
    Authorization: `Bearer ${api.own.apiKey}`,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'X-Request-ID': 'worst',
  };
  return new Promise((resolve, reject) => {
    const call = request(`${api.url}${path}`, { method: method.toUpperCase(), headers }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => (bytes += part.length));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
    });
    call.on('error', reject);
    call.end(body);
  });
}

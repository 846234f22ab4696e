import { request } from 'node:http';
import { startApi, type TestApi } from '../../tests/harness/api';
import { victims } from '../../tests/harness/worst-bodies';

/** The CPU budget of a body; with more, ten requests per second would block the process. */
const MAX_CPU_MS = 100;
/** The duration of `yardstick` on the reference machine; slower machines get proportionally more time. */
const YARDSTICK_MS = 100;
/** Takes the best of several tries to exclude other load, garbage collection and compilation. */
const TRIES = 12;
const MAX_ANSWER_BYTES = 16_384;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(async () => api?.stop());

describe.each(['payments', 'wallets', 'payres'])('the worst body for %s', (specification) => {
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
    // Measured with each try, because the machine's speed varies.
    least = Math.min(least, takenMs / Math.max(1, yardstick() / YARDSTICK_MS));
    if (least <= MAX_CPU_MS) return undefined;
  }
  return `takes ${Math.round(least)} ms`;
}

/** The CPU time of a fixed computation in milliseconds. */
function yardstick(): number {
  const before = process.cpuUsage();
  let sum = 1;
  for (let i = 0; i < 20_000_000; i++) sum = (sum * 1_103_515_245 + 12_345) & 0x7fffffff;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 + (sum < 0 ? 1 : 0);
}

/** Sends prepared bytes, so that encoding the body is not measured. */
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

import { Agent, request as ask } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPlatform, type Platform } from '../tests/harness/platform';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ processes: ['api'] });
});
afterAll(() => platform?.stop());

interface Outcome {
  status?: number;
  code?: string;
}

/** Sends one request; a refused connection is not a lost request. */
function createInvoice(agent: Agent): Promise<Outcome> {
  const { apiUrl, demo } = platform;
  const dueDate = new Date(Date.now() + 3_600_000).toISOString();
  const body = { shopID: demo.shopID, dueDate, amount: 100, currency: 'RUB', product: 'Чай', metadata: {} };
  const headers = {
    Authorization: `Bearer ${demo.apiKey}`,
    'X-Request-ID': Math.random().toString(36).slice(2),
    'Content-Type': 'application/json; charset=utf-8',
  };
  return new Promise((resolve) => {
    const sent = ask(`${apiUrl}/v2/processing/invoices`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve({ status: answer.statusCode }));
      answer.once('error', ({ code }: NodeJS.ErrnoException) => resolve({ code }));
    });
    sent.once('error', ({ code }: NodeJS.ErrnoException) => resolve({ code }));
    sent.end(JSON.stringify(body));
  });
}

test('repeated restarts under sixteen clients lose no accepted request', async () => {
  const outcomes: Outcome[] = [];
  let isOver = false;
  const callers = Array.from({ length: 16 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      const outcome = await createInvoice(agent);
      outcomes.push(outcome);
      // The port is closed; a load balancer would use another process.
      if (outcome.code === 'ECONNREFUSED') await sleep(20);
    }
    agent.destroy();
  });
  for (let round = 0; round < 3; round++) {
    await sleep(1_500);
    await platform.processes.api.stop();
    await platform.processes.api.start();
  }
  await sleep(1_000);
  isOver = true;
  await Promise.all(callers);
  const sent = outcomes.filter(({ code }) => code !== 'ECONNREFUSED');
  expect(sent.length).toBeGreaterThan(100);
  expect(sent.filter(({ status }) => status !== 201)).toEqual([]);
});

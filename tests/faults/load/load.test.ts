import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Journal } from '../journal';
import { Random } from '../../harness/random';
import { LoadClient } from './client';
import { ExperimentLoad } from './load';
import { listenLocally } from '../../harness/local-server';

const ENOUGH = 40;
const DESK = {
  identity: 'i',
  wallets: ['a', 'b'],
  dollars: 'c',
  destinations: { RUB: 'd', USD: 'e' },
  payees: ['d', 'f', 'g'],
  source: 's',
  operators: ['o', 'p'],
} as const;

/** The requests of each caller to an API that refuses everything after a delay. */
async function askedWith(seed: string, answerAfterMs: () => number): Promise<Map<string, unknown[]>> {
  const requested = new Map<string, unknown[]>();
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      const { dueDate, ...given } = JSON.parse(body) as Record<string, unknown>;
      const what = [request.url, request.headers['x-request-id'], given];
      const caller = /(payer|wallet)-\d+/.exec(body)?.[0] ?? 'somebody';
      requested.set(caller, [...(requested.get(caller) ?? []), what]);
      await sleep(answerAfterMs());
      response.writeHead(400).end('{}');
    });
  });
  const url = await listenLocally(server);
  const journal = new Journal();
  const world = {
    journal,
    wallets: DESK,
    acquirers: [],
    closed: new AbortController().signal,
    situation: { demo: { partyID: 'p', shopID: 's', apiKey: 'k' }, sandboxUrl: url },
    client: (random: Random) => new LoadClient({ apiUrls: [url], token: 'k', random, journal }),
  };
  const load = new ExperimentLoad(world, { payments: 3, wallets: 2 }, 'trial', new Random(seed));
  while ([...requested.values()].filter((each) => each.length >= ENOUGH).length < 5) await sleep(20);
  await load.stop();
  await new Promise((resolve) => server.close(resolve));
  return requested;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? '{}' : text;
}

const beginnings = (requested: Map<string, unknown[]>) =>
  [...requested]
    .filter(([caller]) => caller !== 'somebody')
    .map(([caller, each]) => [caller, each.slice(0, ENOUGH)])
    .sort();

test('one seed gives the same requests of each caller, independent of timing', async () => {
  const quick = await askedWith('7', () => 0);
  const uneven = await askedWith('7', () => Math.random() * 15);
  expect(beginnings(uneven)).toEqual(beginnings(quick));
  expect(beginnings(await askedWith('8', () => 0))).not.toEqual(beginnings(quick));
});

test('callers stop when the platform is closed', async () => {
  const closing = new AbortController();
  const journal = new Journal();
  const apiUrls = ['http://127.0.0.1:1'];
  const world = {
    journal,
    wallets: DESK,
    acquirers: [],
    closed: closing.signal,
    situation: { demo: { partyID: 'p', shopID: 's', apiKey: 'k' }, sandboxUrl: '' },
    client: (random: Random) => new LoadClient({ apiUrls, token: 'k', random, journal, signal: closing.signal }),
  };
  const load = new ExperimentLoad(world, { payments: 2, wallets: 1 }, 'trial', new Random('1'));
  await sleep(50);
  closing.abort();
  await sleep(50);
  await load.stop();
  expect(journal.complaints).toHaveLength(3);
});

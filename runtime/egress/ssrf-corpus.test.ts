import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import corpus from './ssrf-corpus.json';
import { HttpSender } from '../../webhooks/http-sender';

/**
 * Attempts each address of the corpus through the real sender. A trap listens on loopback, where addresses without a port lead. 127.0.0.2
 * represents the public internet, where a test allows it.
 */

const PUBLIC = '127.0.0.2';
const message = { body: Buffer.from('{}'), contentSignature: 'alg=RS256; digest=AA==' };

let trapped = 0;
let trap: Server;
let port: number;
let redirect: string | undefined;
let publicServer: Server;

beforeAll(async () => {
  trap = createServer((_request, response) => (trapped++, response.end()));
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  ({ port } = trap.address() as AddressInfo);
  publicServer = createServer((_request, response) => {
    const headers = { Connection: 'close', ...(redirect !== undefined && { Location: redirect }) };
    response.writeHead(redirect === undefined ? 200 : 307, headers).end();
  });
  await new Promise<void>((resolve) => publicServer.listen(port, PUBLIC, resolve));
});

afterAll(() => [trap, publicServer].forEach((server) => server?.close()));

afterEach(() => expect(trapped).toBe(0));

const addresses = (list: readonly string[]): LookupAddress[] =>
  list.map((address) => ({ address, family: isIP(address) }));

/** Returns these results in order, then the last one always. */
function resolving(...answers: (readonly string[])[]) {
  let count = 0;
  return async () => addresses(answers[Math.min(count++, answers.length - 1)] ?? []);
}

async function attempt(sender: HttpSender, url: string) {
  const atTrap = URL.canParse(url) && new URL(url).port === '' ? withPort(url) : url;
  return sender.send({ ...message, url: atTrap });
}

function withPort(url: string): string {
  const parsed = new URL(url);
  parsed.port = String(port);
  return parsed.href;
}

async function attempts(url: string, resolver: ReturnType<typeof resolving>, allowedNetworks: string[] = []) {
  const sender = new HttpSender({ allowedNetworks, resolver });
  try {
    return [await attempt(sender, url), await attempt(sender, url)];
  } finally {
    await sender.close();
  }
}

test('the corpus has more than two hundred addresses', () => {
  expect(Object.values(corpus.refused).flat().length).toBeGreaterThan(200);
});

test.each(Object.entries(corpus.refused))('%s: the sender makes no attempt', async (_, urls) => {
  for (const url of urls) {
    const [first] = await attempts(url, resolving(['127.0.0.1']));
    expect([url, first?.status]).toEqual([url, null]);
    const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
    if (isWeb) expect([url, first?.error]).toEqual([url, 'ADDRESS_REFUSED']);
  }
});

test.each(Object.entries(corpus.names))('%s: no attempt reaches a server', async (_, names) => {
  for (const [name, answer] of Object.entries(names)) {
    const made = await attempts(`http://${name}/`, resolving(answer));
    expect([name, ...made.map(({ error }) => error)]).toEqual([name, 'ADDRESS_REFUSED', 'ADDRESS_REFUSED']);
  }
});

test.each(Object.entries(corpus.rebinding))(
  '%s, which was public at the first attempt, is refused at the next',
  async (name, later) => {
    const made = await attempts(`http://${name}/`, resolving([PUBLIC], later), [`${PUBLIC}/32`]);
    expect(made).toMatchObject([{ status: 200 }, { status: null, error: 'ADDRESS_REFUSED' }]);
  },
);

test('a name with public and private addresses is reached at the public ones only', async () => {
  const both = resolving(['127.0.0.1', PUBLIC, '::1']);
  expect(await attempts('http://both.example.com/', both, [`${PUBLIC}/32`])).toMatchObject([
    { status: 200 },
    { status: 200 },
  ]);
});

test.each(corpus.redirects)('a redirect to %s is not followed', async (location) => {
  redirect = location.replace('127.0.0.1/', `127.0.0.1:${port}/`);
  const made = await attempts('http://redirects.example.com/', resolving([PUBLIC]), [`${PUBLIC}/32`]);
  redirect = undefined;
  expect(made).toMatchObject([{ status: 307 }, { status: 307 }]);
});

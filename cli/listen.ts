import { verify } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { listEventTypes } from '../domain/delivery/webhook/subscription';
import { newId } from '../store/id';
import { withRemoteOption } from './remote';

interface ListenOptions {
  demo: string;
  port: string;
}

interface DemoFile {
  apiUrl: string;
  apiKey: string;
  shopID: string;
}

interface Webhook {
  id: string;
  url: string;
  publicKey: string;
}

/**
 * `listen` is a merchant's endpoint for development: it subscribes, prints each event with its signature check, and
 * unsubscribes.
 */
export function addListenCommand(program: Command): void {
  withRemoteOption(program.command('listen'))
    .description('receive the webhooks of the demo shop and verify each signature')
    .option('--demo <file>', 'the file that `npm start` wrote about its demo shop', '.data/demo.json')
    .option('--port <port>', 'port to listen on; default: a free port', '0')
    .action(listen);
}

/** The path distinguishes listeners' webhooks from others, and the response to GET identifies a running listener. */
const PATH = '/holdfast-listen';
const LISTENER_ID = 'holdfast listen';
const LISTENER_URL = new RegExp(`^http://127\\.0\\.0\\.1:\\d+${PATH}$`);

/** @throws Error unless `npm start` wrote the file */
function readDemo(path: string): DemoFile {
  const text = readFileSync(path, 'utf8');
  try {
    const demo = JSON.parse(text) as Partial<DemoFile> | null;
    if (demo?.apiUrl && URL.canParse(demo.apiUrl) && demo.apiKey && demo.shopID) return demo as DemoFile;
  } catch {
    // Reported below.
  }
  throw new Error(`${path} is not a demo file of a local start: run \`npm start\``);
}

/** A shop may have ten webhooks, so a listener removes its own on exit; after `kill -9` the next listener does. */
async function listen({ demo, port }: ListenOptions): Promise<void> {
  const { apiUrl, apiKey, shopID } = readDemo(demo);
  const webhooks = webhooksClient(apiUrl, apiKey);
  const ended = stopSignal();
  const server = createServer().listen(Number(port), '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  try {
    await removeStale(webhooks, url);
    const created = webhooks.create(url, shopID);
    server.on('request', (request, response) => void receive(request, response, created));
    const { id } = await created;
    try {
      process.stdout.write(`listening on ${url} for the events of ${shopID}; Ctrl-C stops it\n`);
      await ended;
    } finally {
      await webhooks.remove(id);
    }
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

type Webhooks = ReturnType<typeof webhooksClient>;

function webhooksClient(apiUrl: string, apiKey: string) {
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`${apiUrl}/v2/processing/webhooks${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'X-Request-ID': newId(), 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.ok || (method === 'DELETE' && answer.status === 404)) return answer;
    throw new Error(`${method} of a webhook: ${answer.status} ${await answer.text()}`);
  };
  return {
    list: async () => (await (await call('GET', '')).json()) as Webhook[],
    create: async (url: string, shopID: string) => {
      const scope = { topic: 'InvoicesTopic', shopID, eventTypes: listEventTypes('InvoicesTopic') };
      return (await (await call('POST', '', { url, scope })).json()) as Webhook;
    },
    remove: async (id: string) => void (await call('DELETE', `/${id}`)),
  };
}

/** Removes webhooks of listeners that no longer run, and of this one's address. */
async function removeStale(webhooks: Webhooks, own: string): Promise<void> {
  const listeners = (await webhooks.list()).filter(({ url }) => LISTENER_URL.test(url));
  for (const { id, url } of listeners) if (url === own || !(await isRunning(url))) await webhooks.remove(id);
}

async function isRunning(url: string): Promise<boolean> {
  const id = fetch(url, { signal: AbortSignal.timeout(2_000) }).then((answer) => answer.text());
  return (await id.catch(() => undefined)) === LISTENER_ID;
}

/** Resolves on Ctrl-C, a closed terminal or a supervisor's signal. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

async function receive(request: IncomingMessage, response: ServerResponse, webhook: Promise<Webhook>): Promise<void> {
  if (request.method !== 'POST') return void response.end(LISTENER_ID);
  try {
    const body = await buffer(request);
    const isValid = isSigned((await webhook).publicKey, body, request.headers['content-signature']);
    process.stdout.write(`${describe(body, isValid)}\n`);
    response.writeHead(200).end();
  } catch (error) {
    process.stderr.write(`invalid event: ${error instanceof Error ? error.message : String(error)}\n`);
    response.writeHead(400).end();
  }
}

/** Verifies the header's digest of the exact bytes with the webhook's published key. */
function isSigned(publicKey: string, body: Buffer, header: string | string[] | undefined): boolean {
  const digest = /^alg=RS256; digest=([\w-]+=*)$/.exec(String(header))?.[1];
  if (!digest) return false;
  return verify('sha256', body, publicKey, Buffer.from(digest, 'base64url'));
}

function describe(body: Buffer, isValid: boolean): string {
  const event = JSON.parse(body.toString('utf8')) as { eventID: number; eventType: string; invoice?: { id: string } };
  const signature = isValid ? 'signature valid' : 'SIGNATURE INVALID';
  return `${event.eventID}  ${event.eventType.padEnd(28)} ${event.invoice?.id ?? ''}  ${signature}`;
}

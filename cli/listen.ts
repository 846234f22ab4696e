import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { listEventTypes } from '../domain/webhook/subscription';
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

/** `listen`: a merchant's endpoint for development: subscribes, prints each event with its signature checked, unsubscribes. */
export function addListenCommand(program: Command): void {
  withRemoteOption(program.command('listen'))
    .description('receive the webhooks of the demo shop here, and say whether each signature is good')
    .option('--demo <file>', 'what the local start wrote about its demo shop', '.data/demo.json')
    .option('--port <port>', 'where to listen; a free port by default', '0')
    .action(listen);
}

/** The path tells a listener's webhooks from the shop's others, and the answer to GET a listener that lives. */
const PATH = '/holdfast-listen';
const LIVING = 'holdfast listen';
const LISTENER = new RegExp(`^http://127\\.0\\.0\\.1:\\d+${PATH}$`);

/** @throws Error where the file is not what a local start wrote */
function readDemo(path: string): DemoFile {
  const text = readFileSync(path, 'utf8');
  try {
    const demo = JSON.parse(text) as Partial<DemoFile> | null;
    if (demo?.apiUrl && URL.canParse(demo.apiUrl) && demo.apiKey && demo.shopID) return demo as DemoFile;
  } catch {
    // Said below, in words.
  }
  throw new Error(`${path} is not what a local start writes about its demo shop: run \`npm start\``);
}

/** A shop has ten webhooks, so a listener's is put away however the listener ends; after `kill -9` the next one does it. */
async function listen({ demo, port }: ListenOptions): Promise<void> {
  const { apiUrl, apiKey, shopID } = readDemo(demo);
  const webhooks = getWebhooks(apiUrl, apiKey);
  const ended = signalled();
  const key = withResolvers<string>();
  const server = createServer((request, response) => void take(request, response, key.promise));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(Number(port), '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  try {
    await removeStale(webhooks, url);
    const webhook = await webhooks.create(url, shopID);
    key.resolve(webhook.publicKey);
    try {
      process.stdout.write(`listening on ${url} for the events of ${shopID}; Ctrl-C ends it\n`);
      await ended;
    } finally {
      await webhooks.remove(webhook.id);
    }
  } finally {
    close(server);
  }
}

type Webhooks = ReturnType<typeof getWebhooks>;

function getWebhooks(apiUrl: string, apiKey: string) {
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

/** Removes the webhooks of listeners that were killed: nobody answers there any more, or we do. */
async function removeStale(webhooks: Webhooks, own: string): Promise<void> {
  const listeners = (await webhooks.list()).filter(({ url }) => LISTENER.test(url));
  for (const { id, url } of listeners) if (url === own || !(await isLiving(url))) await webhooks.remove(id);
}

async function isLiving(url: string): Promise<boolean> {
  const asked = fetch(url, { signal: AbortSignal.timeout(2_000) }).then((answer) => answer.text());
  return (await asked.catch(() => undefined)) === LIVING;
}

/** Ctrl-C, the end of the terminal, and whoever supervises processes. Asking twice is asking once. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

async function take(request: IncomingMessage, response: ServerResponse, key: Promise<string>): Promise<void> {
  if (request.method !== 'POST') return void response.end(LIVING);
  try {
    const body = await readBody(request);
    process.stdout.write(`${described(body, isGood(await key, body, request.headers['content-signature']))}\n`);
    response.writeHead(200).end();
  } catch (error) {
    process.stderr.write(`not an event: ${error instanceof Error ? error.message : String(error)}\n`);
    response.writeHead(400).end();
  }
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}

function withResolvers<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** What any merchant does: the header's digest against the exact bytes and the webhook's published key. */
function isGood(publicKey: string, body: Buffer, header: string | string[] | undefined): boolean {
  const digest = /^alg=RS256; digest=([\w-]+=*)$/.exec(String(header))?.[1];
  if (!digest) return false;
  return verify('sha256', body, readPublicKey(publicKey), Buffer.from(digest, 'base64url'));
}

/** PEM, as `/v2` answers it, or its base64 alone. */
function readPublicKey(publicKey: string): KeyObject {
  const der = Buffer.from(publicKey.replace(/-----[^-]+-----/g, ''), 'base64');
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}

function described(body: Buffer, isSigned: boolean): string {
  const event = JSON.parse(body.toString('utf8')) as { eventID: number; eventType: string; invoice?: { id: string } };
  const signature = isSigned ? 'signature good' : 'SIGNATURE BAD';
  return `${event.eventID}  ${event.eventType.padEnd(28)} ${event.invoice?.id ?? ''}  ${signature}`;
}

import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { eventTypesOf } from '../domain/webhook/subscription';
import { newId } from '../store/id';

interface ListenOptions {
  demo: string;
  port: string;
}

interface DemoFile {
  apiUrl: string;
  apiKey: string;
  shopID: string;
}

/** `listen`: a merchant's endpoint for development: subscribes, prints each event with its signature checked, unsubscribes. */
export function addListenCommand(program: Command): void {
  program
    .command('listen')
    .description('receive the webhooks of the demo shop here, and say whether each signature is good')
    .option('--demo <file>', 'what the local start wrote about its demo shop', '.data/demo.json')
    .option('--port <port>', 'where to listen; a free port by default', '0')
    .action(listen);
}

async function listen({ demo, port }: ListenOptions): Promise<void> {
  const { apiUrl, apiKey, shopID } = JSON.parse(readFileSync(demo, 'utf8')) as DemoFile;
  const call = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${apiUrl}/v2/processing/webhooks${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'X-Request-ID': newId(), 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });

  let publicKey = '';
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      process.stdout.write(`${described(body, isGood(publicKey, body, request.headers['content-signature']))}\n`);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
  const eventTypes = eventTypesOf('InvoicesTopic');
  const answer = await call('POST', '', { url, scope: { topic: 'InvoicesTopic', shopID, eventTypes } });
  if (!answer.ok) throw new Error(`the webhook was not made: ${answer.status} ${await answer.text()}`);
  const webhook = (await answer.json()) as { id: string; publicKey: string };
  publicKey = webhook.publicKey;
  process.stdout.write(`listening on ${url} for the events of ${shopID}; Ctrl-C ends it\n`);
  await new Promise<void>((resolve) => process.once('SIGINT', resolve));
  await call('DELETE', `/${webhook.id}`);
  server.close();
  server.closeAllConnections();
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** What any merchant does: the header's digest against the exact bytes and the webhook's published key. */
function isGood(publicKey: string, body: Buffer, header: string | string[] | undefined): boolean {
  const digest = /^alg=RS256; digest=([\w-]+=*)$/.exec(String(header))?.[1];
  if (!digest) return false;
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return verify('sha256', body, key, Buffer.from(digest, 'base64url'));
}

function described(body: Buffer, isSigned: boolean): string {
  const event = JSON.parse(body.toString('utf8')) as { eventID: number; eventType: string; invoice?: { id: string } };
  const signature = isSigned ? 'signature good' : 'SIGNATURE BAD';
  return `${event.eventID}  ${event.eventType.padEnd(28)} ${event.invoice?.id ?? ''}  ${signature}`;
}

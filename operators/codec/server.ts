import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PayloadUnreadable, type EncryptingCodec } from '../../runtime/payload-codec';
import { utf8Text } from '../../runtime/json-text';
import type { Logger } from '../../runtime/logger';
import { NotPayloads, readPayloads, writePayloads } from './payload-json';

export interface CodecServerOptions {
  host: string;
  port: number;
  codec: EncryptingCodec;
  namespace: string;
  /** Of the pages that may ask: Temporal UI's. */
  origins: readonly string[];
  /** The names by which it may be called in `Host`, beside those of loopback. */
  hostnames: readonly string[];
  logger: Logger;
}

/** What is refused, with the status of the answer. */
class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Temporal UI sends a page of a history at once; a history has fifty megabytes at most. */
const MAX_BYTES = 64 * 1_048_576;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Temporal's codec protocol, for Temporal UI and the command line of Temporal: `POST …/decode` and `POST …/encode`. It asks
 * nobody who he is: it listens where only operators come, and answers no page but Temporal UI's (decision 58).
 */
export async function startCodecServer(
  options: CodecServerOptions,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((request, response) => void answer(options, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop: () => close(server) };
}

async function answer(options: CodecServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
  };
  try {
    const { pathname } = new URL(request.url ?? '/', 'http://codec');
    if (request.method === 'GET' && ['/healthz', '/readyz'].includes(pathname)) return send(200, 'ok');
    response.setHeader('Vary', 'Origin');
    assertOurs(options, request);
    if (request.headers.origin !== undefined) allow(response, request.headers.origin);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const work = getWork(options, pathname);
    if (request.method !== 'POST') throw new Refused(405, 'POST is what it takes');
    assertNamespace(options, request);
    send(200, writePayloads(await work(readPayloads(await readBody(request)))), 'application/json');
  } catch (error) {
    const { status, text } = getRefusal(error);
    options.logger[status === 500 ? 'error' : 'warn']({ err: error, status }, 'payloads were not given');
    // What is left of the body is not waited for.
    response.setHeader('Connection', 'close');
    send(status, text);
  }
}

function getRefusal(error: unknown): { status: number; text: string } {
  if (error instanceof Refused) return { status: error.status, text: error.message };
  const isTheirs = error instanceof NotPayloads || error instanceof PayloadUnreadable;
  return isTheirs ? { status: 400, text: error.message } : { status: 500, text: 'it failed: see the log' };
}

/** A page of a stranger's, and one that has our address under a name of its own, are refused before anything is done. */
function assertOurs({ origins, hostnames }: CodecServerOptions, { headers }: IncomingMessage): void {
  const called = URL.canParse(`http://${headers.host}`) ? new URL(`http://${headers.host}`).hostname : '';
  if (![...LOOPBACK, ...hostnames].includes(called)) throw new Refused(403, 'it is not called by this name: CODEC_URL');
  if (headers.origin === undefined || origins.includes(headers.origin)) return;
  throw new Refused(403, 'it answers pages of Temporal UI only: TEMPORAL_UI_URL');
}

function allow(response: ServerResponse, origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Methods', 'POST');
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type, X-Namespace, Authorization');
  response.setHeader('Access-Control-Max-Age', '600');
}

/** Only the last part of a path counts, so that it may be mounted anywhere. */
function getWork({ codec }: CodecServerOptions, pathname: string): EncryptingCodec['encode'] {
  if (pathname.endsWith('/decode')) return (payloads) => codec.decode(payloads);
  if (pathname.endsWith('/encode')) return (payloads) => codec.encode(payloads);
  throw new Refused(404, 'there are /encode and /decode');
}

function assertNamespace({ namespace }: CodecServerOptions, { headers }: IncomingMessage): void {
  const asked = headers['x-namespace'];
  if (asked !== undefined && asked !== namespace) throw new Refused(403, `it is of the namespace ${namespace}`);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES) throw new Refused(413, `at most ${MAX_BYTES} bytes at once`);
    parts.push(part);
  }
  const text = utf8Text(Buffer.concat(parts));
  if (text === undefined) throw new Refused(400, 'the body is not encoded in UTF-8');
  return text;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeIdleConnections();
  await closed;
}

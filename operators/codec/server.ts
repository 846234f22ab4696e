import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { PayloadUnreadable, type EncryptingCodec } from '../../runtime/payload-codec';
import { utf8Text } from '../../runtime/json-text';
import { listen } from '../../runtime/listen';
import type { Logger } from '../../runtime/logger';
import { NotPayloads, readPayloads, writePayloads } from './payload-json';

export interface CodecServerOptions {
  host: string;
  port: number;
  codec: EncryptingCodec;
  namespace: string;
  /** Origins of Temporal UI, whose pages may send requests. */
  origins: readonly string[];
  /** Accepted `Host` names besides loopback. */
  hostnames: readonly string[];
  logger: Logger;
}

/** A refused request with its status. */
class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Temporal UI sends a page of a history per request; a history has at most fifty megabytes. */
const MAX_BYTES = 64 * 1_048_576;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Serves Temporal's codec protocol to Temporal UI and the Temporal CLI: `POST …/decode` and `POST …/encode`. It has no
 * authentication: it listens on the operators' network and accepts pages of Temporal UI only (decision 58).
 */
export async function startCodecServer(
  options: CodecServerOptions,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((request, response) => void answer(options, request, response));
  return { port: await listen(server, options), stop: () => close(server) };
}

async function answer(options: CodecServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
  };
  try {
    const { pathname } = new URL(request.url ?? '/', 'http://codec');
    if (request.method === 'GET' && ['/healthz', '/readyz'].includes(pathname)) return send(200, 'ok');
    response.setHeader('Vary', 'Origin');
    assertTrusted(options, request);
    if (request.headers.origin !== undefined) allowOrigin(response, request.headers.origin);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const work = selectOperation(options, pathname);
    if (request.method !== 'POST') throw new Refused(405, 'only POST is allowed');
    assertNamespace(options, request);
    send(200, writePayloads(await work(readPayloads(await readBody(request)))), 'application/json');
  } catch (error) {
    const { status, text } = toResponse(error);
    options.logger[status === 500 ? 'error' : 'warn']({ err: error, status }, 'a request was refused');
    // The rest of the body is not read.
    response.setHeader('Connection', 'close');
    send(status, text);
  }
}

function toResponse(error: unknown): { status: number; text: string } {
  if (error instanceof Refused) return { status: error.status, text: error.message };
  const isClientError = error instanceof NotPayloads || error instanceof PayloadUnreadable;
  return isClientError ? { status: 400, text: error.message } : { status: 500, text: 'internal error: see the log' };
}

/** Refuses foreign origins and, against DNS rebinding, foreign host names. */
function assertTrusted({ origins, hostnames }: CodecServerOptions, { headers }: IncomingMessage): void {
  const hostname = URL.canParse(`http://${headers.host}`) ? new URL(`http://${headers.host}`).hostname : '';
  if (![...LOOPBACK, ...hostnames].includes(hostname)) throw new Refused(403, 'unknown host name: set CODEC_URL');
  if (headers.origin === undefined || origins.includes(headers.origin)) return;
  throw new Refused(403, 'only pages of Temporal UI are allowed: set TEMPORAL_UI_URL');
}

function allowOrigin(response: ServerResponse, origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Methods', 'POST');
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type, X-Namespace, Authorization');
  response.setHeader('Access-Control-Max-Age', '600');
}

/** Only the last path segment counts, so the server may be mounted under any path. */
function selectOperation({ codec }: CodecServerOptions, pathname: string): EncryptingCodec['encode'] {
  if (pathname.endsWith('/decode')) return (payloads) => codec.decode(payloads);
  if (pathname.endsWith('/encode')) return (payloads) => codec.encode(payloads);
  throw new Refused(404, 'the paths are /encode and /decode');
}

function assertNamespace({ namespace }: CodecServerOptions, { headers }: IncomingMessage): void {
  const requested = headers['x-namespace'];
  if (requested !== undefined && requested !== namespace)
    throw new Refused(403, `only the namespace ${namespace} is served`);
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

import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request as send } from 'undici';
import type { CallbackReader } from '../../callback';
import type { MemoryBook } from './memory-book';

/** Forwards requests to Adyen, and can lose the answers to requests with an effect. */
export class LosingProxy {
  isLosing = false;
  private server?: Server;

  constructor(private readonly target: string) {}

  async start(): Promise<string> {
    this.server = createServer((request, response) => {
      void (async () => {
        const body = await readBody(request);
        const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
        const url = new URL(request.url ?? '/', this.target);
        const method = request.method as 'GET' | 'POST' | 'DELETE';
        const answer = await send(url, { method, headers, body: body.length === 0 ? null : body });
        const text = await answer.body.text();
        if (this.isLosing && method === 'POST') return void request.socket.destroy();
        response.writeHead(answer.statusCode, { 'Content-Type': 'application/json' }).end(text);
      })();
    });
    const port = await listen(this.server, 0);
    return `http://127.0.0.1:${port}${new URL(this.target).pathname}`;
  }

  async losingResponses<Result>(work: () => Promise<Result>): Promise<Result> {
    this.isLosing = true;
    try {
      return await work();
    } finally {
      this.isLosing = false;
    }
  }

  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

/** Receives webhooks and returning payers, and keeps what they state, as the API does. */
export async function receive(reader: CallbackReader, book: MemoryBook, port: number): Promise<Server> {
  const listener: RequestListener = (request, response) => {
    void (async () => {
      const body = await readBody(request);
      if (request.method === 'GET') {
        const returned = reader.readReturn?.(new URL(request.url ?? '/', 'http://localhost').searchParams);
        await book.record(returned ? [returned.notice] : []);
        return void response.end('Done.');
      }
      const header = (name: string) => request.headers[name.toLowerCase()] as string | undefined;
      const reading = reader.read({ body, header });
      if (reading.kind !== 'read') return void response.writeHead(401).end();
      await book.record(reading.notices ?? []);
      response.end(reading.response?.body);
    })();
  };
  const server = createServer(listener);
  await listen(server, port);
  return server;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

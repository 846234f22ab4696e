import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request as send } from 'undici';

/** Forwards requests to an acquirer, and can lose the answers to requests with an effect. */
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
      })().catch(() => request.socket.destroy());
    });
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const { port } = this.server.address() as AddressInfo;
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

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

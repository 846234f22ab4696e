import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { CallbackReader } from '../../callback';
import { readBody } from '../../testing/losing-proxy';
import type { MemoryBook } from '../../testing/memory-book';

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

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

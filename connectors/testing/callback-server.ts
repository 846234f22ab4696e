import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Receive } from './environment';

/** Receives callbacks and returning payers. @returns how to stop */
export async function listenForCallbacks(receive: Receive, port: number): Promise<() => void> {
  const server = createServer((request, response) => {
    void (async () => {
      const { search } = new URL(request.url ?? '/', 'http://localhost');
      const { status, contentType, body } = await receive({ query: search.slice(1), body: await text(request) });
      response.writeHead(status, { 'Content-Type': contentType }).end(body);
    })().catch(() => request.socket.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return () => {
    server.closeAllConnections();
    server.close();
  };
}

import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** A client sends at most this after its answer. */
const MAX_DISCARDED_BYTES = 1024 * 1024;
/** Shorter than a drain. */
const MAX_LINGER_MS = 2_000;

/** Starts listening; requests that cannot be read are answered. @returns the port */
export async function listen(
  server: Server,
  { host, port, backlog = 511 }: { host: string; port: number; backlog?: number },
): Promise<number> {
  refuseUnreadable(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Node itself would reset the connection, and the client would lose the answer. */
function refuseUnreadable(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request, response) => latest.set(request.socket, response));
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (socket.writableEnded) return;
    const [status, message] = toRefusal(code);
    const response = latest.get(socket);
    if (status === undefined || !socket.writable || isUnderWay(response)) return void socket.destroy();
    discardRest(socket);
    if (isLast(response)) return void socket.end();
    const body = JSON.stringify({ code: 'invalidRequest', message });
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json`;
    socket.end(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  });
}

/** No status stands for a broken connection. */
function toRefusal(code: string): [status?: number, message?: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'the headers are too large'];
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return [413, 'the extensions of chunks are too large'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'the request was not complete in time'];
  return code.startsWith('HPE_') ? [400, 'the request is not valid HTTP'] : [];
}

/** Whether the client would take an answer for that of an earlier request. */
function isUnderWay(response: ServerResponse | undefined): boolean {
  if (!response || response.writableFinished) return false;
  return response.socket === null || response.headersSent || response.req.complete;
}

/** Whether the latest answer was complete and said that none follows. */
function isLast(response: ServerResponse | undefined): boolean {
  if (!response?.writableFinished) return false;
  return !response.shouldKeepAlive || response.getHeader('connection') === 'close';
}

/** Nothing of the rest reaches the parser, and the socket is closed soon. */
function discardRest(socket: Duplex): void {
  let bytes = 0;
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) socket.destroy();
  });
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), MAX_LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

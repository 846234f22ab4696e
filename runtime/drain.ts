import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilReady } from './response-end';

/** Without a request for this long, clients have noticed the shutdown. */
const QUIET_MS = 500;
/** The longest time for which clients with open connections are served. */
const KEEP_ALIVE_GRACE_MS = 4_000;
/** Requests in flight after this are aborted. */
const MAX_DRAIN_MS = 4_000;
/** Longer than a client needs to reconnect, even on a busy machine. */
const EMPTY_ENTRY_MS = 100;
const MAX_EMPTYING_MS = 1_000;
const MAX_ENTRY_MS = 2_000;
const SHORT_TURN_MS = 0.2;

/** A server that can shut down without resetting connections. */
export interface DrainingServer {
  server: Server;
  /**
   * Shuts down: `/readyz` answers 503 at once, each response closes its connection, and clients are served until they have
   * moved on, for at least `serveMs`; then the server stops listening and finishes the requests in flight.
   */
  drain: () => Promise<void>;
}

export function createDrainingServer(
  options: ServerOptions & { /** How long a load balancer needs to notice that `/readyz` fails. */ serveMs?: number },
  handle: RequestListener,
  create: (options: ServerOptions, handle: RequestListener) => Server = createServer,
): DrainingServer {
  const inFlight = new Set<ServerResponse>();
  /** Requests that arrive while the server stops listening. */
  let held: (() => void)[] | undefined;
  let isDraining = false;
  let lastRequestMs = 0;
  const server = create(options, (request, response) => {
    inFlight.add(response);
    void untilReady(response).then(() => inFlight.delete(response));
    lastRequestMs = performance.now();
    if (!isDraining) return handle(request, response);
    response.shouldKeepAlive = false;
    // Also while the server stops listening, or a load balancer would keep sending clients.
    if (request.url?.split('?', 1)[0] === '/readyz') {
      return void response.writeHead(503, { 'Content-Type': 'text/plain' }).end('stopping');
    }
    if (held) return void held.push(() => handle(request, response));
    handle(request, response);
  });
  const untilQuiet = async (maxMs: number): Promise<void> => {
    const beganMs = performance.now();
    lastRequestMs = beganMs;
    for (let now = beganMs; now - lastRequestMs < QUIET_MS && now - beganMs < maxMs; now = performance.now()) {
      await sleep(50);
    }
  };
  const drain = async (): Promise<void> => {
    isDraining = true;
    // A response whose headers are sent keeps its connection open for one more request.
    for (const response of inFlight) if (!response.headersSent) response.shouldKeepAlive = false;
    await sleep(options.serveMs ?? 0);
    await untilQuiet(KEEP_ALIVE_GRACE_MS);
    held = [];
    await untilNonePending(server);
    const closed = stopListening(server);
    for (const begin of held) begin();
    held = undefined;
    const cut = setTimeout(() => server.closeAllConnections(), MAX_DRAIN_MS);
    await untilQuiet(MAX_DRAIN_MS);
    server.closeIdleConnections();
    await closed;
    clearTimeout(cut);
  };
  return { server, drain };
}

/**
 * Waits until no connection is pending: the system would reset connections that are not accepted yet. Under constant load
 * it waits for a turn of the event loop, which accepts one connection, that accepted none and was too short for a new one.
 */
async function untilNonePending(server: Server): Promise<void> {
  const beganMs = performance.now();
  let lastConnectionMs = beganMs;
  const onConnection = () => (lastConnectionMs = performance.now());
  server.on('connection', onConnection);
  let turnMs = Infinity;
  for (let now = beganMs; now - beganMs < MAX_ENTRY_MS; now = performance.now()) {
    const isQuiet = now - lastConnectionMs > EMPTY_ENTRY_MS || now - beganMs > MAX_EMPTYING_MS;
    if (isQuiet && lastConnectionMs < now - turnMs && turnMs < SHORT_TURN_MS) break;
    if (isQuiet) await new Promise((resolve) => void setImmediate(resolve));
    else await sleep(5);
    turnMs = performance.now() - now;
  }
  server.off('connection', onConnection);
}

/** Stops listening and resolves after the last connection. `http.Server.close` would reset unread requests. */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => void NetServer.prototype.close.call(server, () => resolve()));
}

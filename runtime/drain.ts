import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** When no request came for so long, callers have heard that this process goes. */
const QUIET_MS = 500;
/** Callers that go on asking are served no longer than this. */
const KEEP_ALIVE_GRACE_MS = 4_000;
/** Who came in through the door before it was closed is waited for; what is then still in hand is cut off. */
const MAX_DRAIN_MS = 4_000;
/** Longer than a caller who was answered needs to come again, also where the processor is shared with many. */
const EMPTY_ENTRY_MS = 100;
const MAX_EMPTYING_MS = 1_000;
const MAX_ENTRY_MS = 2_000;
const SHORT_TURN_MS = 0.2;

/** A server that can end without cutting anybody off. */
export interface DrainingServer {
  server: Server;
  /**
   * Ends the server: `/readyz` says so at once, each answer closes its connection, and callers that keep connections are
   * answered until they have gone elsewhere, for `serveMs` at least; then nobody is let in, and what is in hand is finished.
   */
  drain: () => Promise<void>;
}

/** Makes a server that answers with `handle` until it is drained. */
export function createDrainingServer(
  options: ServerOptions & { /** How long a balancer needs to see that `/readyz` fails. */ serveMs?: number },
  handle: RequestListener,
): DrainingServer {
  const inFlight = new Set<ServerResponse>();
  /** Requests that came while the door was being closed. */
  let held: (() => void)[] | undefined;
  let isDraining = false;
  let lastAskedMs = 0;
  const server = createServer(options, (request, response) => {
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
    lastAskedMs = performance.now();
    if (!isDraining) return handle(request, response);
    response.shouldKeepAlive = false;
    // Also while the door is being closed: a balancer that is told "ready" then would send callers to a closed door.
    if (request.url?.split('?', 1)[0] === '/readyz') {
      return void response.writeHead(503, { 'Content-Type': 'text/plain' }).end('stopping');
    }
    if (held) return void held.push(() => handle(request, response));
    handle(request, response);
  });
  const untilQuiet = async (longestMs: number): Promise<void> => {
    const beganMs = performance.now();
    lastAskedMs = beganMs;
    for (let now = beganMs; now - lastAskedMs < QUIET_MS && now - beganMs < longestMs; now = performance.now()) {
      await sleep(50);
    }
  };
  const drain = async (): Promise<void> => {
    isDraining = true;
    // An answer whose head has left keeps its connection, which is answered once more.
    for (const response of inFlight) if (!response.headersSent) response.shouldKeepAlive = false;
    await sleep(options.serveMs ?? 0);
    await untilQuiet(KEEP_ALIVE_GRACE_MS);
    held = [];
    await untilNobodyWaits(server);
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
 * Who has connected and was not let in would be cut off with what he has sent. So the door is closed when nobody has come
 * for a while: callers without an answer wait inside. Where there is always somebody who comes, it is closed at a turn of
 * the event loop in which nobody came (it lets in one a turn), and which was so short that nobody can have come since.
 */
async function untilNobodyWaits(server: Server): Promise<void> {
  const beganMs = performance.now();
  let lastCameMs = beganMs;
  const onConnection = () => (lastCameMs = performance.now());
  server.on('connection', onConnection);
  let turnMs = Infinity;
  for (let now = beganMs; now - beganMs < MAX_ENTRY_MS; now = performance.now()) {
    const isAlone = now - lastCameMs > EMPTY_ENTRY_MS || now - beganMs > MAX_EMPTYING_MS;
    if (isAlone && lastCameMs < now - turnMs && turnMs < SHORT_TURN_MS) break;
    if (isAlone) await new Promise((resolve) => void setImmediate(resolve));
    else await sleep(5);
    turnMs = performance.now() - now;
  }
  server.off('connection', onConnection);
}

/**
 * Lets nobody in any more. Not `http.Server`'s own way, which also cuts off those who have come in and whose request has
 * not been read yet.
 * @returns when the last connection has ended
 */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => void NetServer.prototype.close.call(server, () => resolve()));
}

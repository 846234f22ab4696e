import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const loopback = '127.0.0.1';

/**
 * Finds a free port below the ephemeral range, so that no other process gets it before it is used (and below 32,768,
 * the limit of Temporal tables), and above 10,080, because `fetch` blocks some ports up to there.
 */
export async function freeLowPort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000);
    if (await isPortFree(port)) return port;
  }
}

export async function isPortFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

/** Whether a process accepts connections on the port. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, loopback);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Waits until a stopping process has released the port. */
export async function waitForFreePort(port: number, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (!(await isPortFree(port))) {
    if (Date.now() > end) return false;
    await sleep(100);
  }
  return true;
}

async function listenOnce(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: loopback, exclusive: true }, () => server.close(() => resolve()));
  });
}

import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const loopback = '127.0.0.1';

/**
 * A port that nobody listens on right now. It is below those that systems give out by themselves, so that it is nobody's
 * either until it is listened on; Temporal's tables on PostgreSQL hold none above 32,767. Above 10,080, which neither
 * browsers nor `fetch` connect to.
 */
export async function freeLowPort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000);
    if (await isPortFree(port)) return port;
  }
}

/** Whether a process could listen on the port now. */
export async function isPortFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

/** Whether somebody accepts connections on the port now. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, loopback);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Waits until the port is free: a predecessor that was just told to stop still holds it for a moment. */
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

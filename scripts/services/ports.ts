import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const loopback = '127.0.0.1';

/** A port that nobody listens on right now. */
export async function freePort(): Promise<number> {
  return listenOnce(0);
}

/** One below those that systems give out by themselves: Temporal's tables on PostgreSQL hold none above 32,767. */
export async function freeLowPort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
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

async function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: loopback, exclusive: true }, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(taken));
    });
  });
}

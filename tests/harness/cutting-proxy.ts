import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from './local-server';

/** A proxy to a database that cuts the connection when the server confirms a commit. */
export async function startCuttingProxy(target: string): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(target);
  const sockets: Socket[] = [];
  const server = createServer((local) => {
    const remote = connect(Number(port), hostname);
    sockets.push(local, remote);
    for (const socket of [local, remote])
      socket.on('error', () => undefined).on('close', () => (local.destroy(), remote.destroy()));
    local.on('data', (bytes) => void remote.write(bytes));
    // The tag of a confirmed commit; responses to earlier statements may arrive separately.
    remote.on('data', (bytes) => (bytes.includes('COMMIT\0') ? local.destroy() : local.write(bytes)));
  });
  const { host } = new URL(await listenLocally(server));
  const url = Object.assign(new URL(target), { host });
  return { url: url.href, close: () => (server.close(), sockets.forEach((socket) => socket.destroy())) };
}

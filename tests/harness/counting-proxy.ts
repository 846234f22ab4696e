import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy to a database that counts round trips. */
export interface CountingProxy {
  url: string;
  roundTrips(): number;
  close(): void;
}

/** Counts a round trip when a connection sends after a response. */
export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl);
  const sockets: Socket[] = [];
  let count = 0;
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let isAnswered = true;
    near.on('data', (sent) => {
      if (isAnswered) count += 1;
      isAnswered = false;
      far.write(sent);
    });
    far.on('data', (answer) => {
      isAnswered = true;
      near.write(answer);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('close', () => other.destroy()).on('error', () => other.destroy());
      sockets.push(one);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    roundTrips: () => count,
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

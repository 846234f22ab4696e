import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from './local-server';

/** What connections have asked of a database. */
export interface DatabaseCounts {
  /** A connection that sends after a response begins another. */
  roundTrips: number;
  /** Ended transactions, including those of single statements and of reads. */
  transactions: number;
  /** Executions by name of the prepared statement; of others by the beginning of their text. */
  statements: Map<string, number>;
}

export type CountingProxy = Awaited<ReturnType<typeof startCountingProxy>>;

/** A proxy to a database that counts what passes through it. */
export async function startCountingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const { hostname, port } = target;
  const sockets: Socket[] = [];
  const counted: DatabaseCounts = { roundTrips: 0, transactions: 0, statements: new Map() };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isAnswered = true;
    const readSent = messageReader(countStatements(counted.statements), { isClient: true });
    const readAnswer = messageReader((type, body) => {
      if (type === 'Z' && body.toString() === 'I') counted.transactions += 1;
    });
    near.on('data', (sent: Buffer) => {
      if (isAnswered) counted.roundTrips += 1;
      isAnswered = false;
      readSent(sent);
      far.write(sent);
    });
    far.on('data', (answer: Buffer) => {
      isAnswered = true;
      readAnswer(answer);
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
  const { host } = new URL(await listenLocally(server));
  return {
    url: Object.assign(target, { host }).href,
    counts: (): DatabaseCounts => ({ ...counted, statements: new Map(counted.statements) }),
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

type OnMessage = (type: string, body: Buffer) => void;

/** Splits a stream of PostgreSQL's protocol into messages: a letter, a length that includes itself, a body. */
function messageReader(onMessage: OnMessage, { isClient = false } = {}): (data: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  // The first message of a client has no letter.
  let letters = isClient ? 0 : 1;
  return (data) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    while (rest.length >= letters + 4) {
      const end = letters + rest.readUInt32BE(letters);
      if (rest.length < end) return;
      if (letters === 1) onMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, end));
      rest = rest.subarray(end);
      letters = 1;
    }
  };
}

const UNNAMED_LENGTH = 60;

function countStatements(statements: Map<string, number>): OnMessage {
  let unnamed = '';
  return (type, body) => {
    const [first = '', second = ''] = body.toString('utf8', 0, 2_000).split('\0', 2);
    if (type === 'P' && first === '') unnamed = second.replace(/\s+/g, ' ').trim().slice(0, UNNAMED_LENGTH);
    const name = type === 'Q' ? first : second || unnamed;
    if (type === 'Q' || type === 'B') statements.set(name, (statements.get(name) ?? 0) + 1);
  };
}

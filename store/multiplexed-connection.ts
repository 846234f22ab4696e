import type { Client } from './client';

/** Where connections come from and go to. */
export interface Connections {
  connect(): Promise<Client>;
  /** Takes it back; one that is lost is thrown away. */
  release(connection: Client, given: { isLost: boolean }): void;
}

interface Sharing {
  readonly connection: Promise<Client>;
  users: number;
  joined: number;
  isLost: boolean;
  /** Whether what is sent now waits for the end of the turn. */
  isCorked: boolean;
}

/** One that is slow would keep all behind it waiting, so not all are on one connection; and it is given back now and then. */
const MAX_USERS = 32;
const MAX_JOINED = 1_000;

/**
 * A connection for all look-ups that are under way at once. They are answered in the order in which they are sent, and what is sent in one
 * turn of the event loop leaves as one: a write to a socket, and a process of PostgreSQL that is woken, cost more than a look-up.
 */
export class MultiplexedConnection {
  private open: Sharing | undefined;

  constructor(private readonly connections: Connections) {}

  async use<Result>(
    work: (connection: Client) => Promise<Result>,
    isLost: (error: unknown) => boolean,
  ): Promise<Result> {
    const sharing = this.join();
    try {
      const connection = await sharing.connection;
      corkForThisTurn(sharing, connection);
      return await work(connection);
    } catch (error) {
      sharing.isLost ||= isLost(error);
      throw error;
    } finally {
      this.leave(sharing);
    }
  }

  private join(): Sharing {
    const { open } = this;
    const isFull = !open || open.isLost || open.users >= MAX_USERS || open.joined >= MAX_JOINED;
    const sharing = isFull ? opened(this.connections.connect()) : open;
    sharing.users += 1;
    sharing.joined += 1;
    this.open = sharing;
    return sharing;
  }

  private leave(sharing: Sharing): void {
    sharing.users -= 1;
    if (sharing.users > 0) return;
    if (this.open === sharing) this.open = undefined;
    const { isLost } = sharing;
    sharing.connection.then(
      (connection) => this.connections.release(connection, { isLost }),
      // Nobody got one.
      () => undefined,
    );
  }
}

function opened(connection: Promise<Client>): Sharing {
  return { connection, users: 0, joined: 0, isLost: false, isCorked: false };
}

/** Until all that has arrived at this process by now has been looked at. */
function corkForThisTurn(sharing: Sharing, { connection: { stream } }: Client): void {
  if (sharing.isCorked) return;
  sharing.isCorked = true;
  stream.cork();
  setImmediate(() => {
    sharing.isCorked = false;
    stream.uncork();
  });
}

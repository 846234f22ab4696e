import type { DatabaseClient } from './client';

export interface Connections {
  connect(): Promise<DatabaseClient>;
  /** Returns a connection to the pool, or destroys it if it was lost. */
  release(connection: DatabaseClient, given: { isLost: boolean }): void;
}

interface Sharing {
  readonly connection: Promise<DatabaseClient>;
  users: number;
  joined: number;
  isLost: boolean;
  /** Whether writes wait for the end of the turn. */
  isCorked: boolean;
}

/** Bounds how many look-ups wait behind a slow one, and how long a connection is kept from the pool. */
const MAX_USERS = 32;
const MAX_JOINED = 1_000;

/**
 * Runs concurrent look-ups on one connection. Their statements of one turn of the event loop leave in one write, which costs more than a
 * look-up.
 */
export class MultiplexedConnection {
  private open: Sharing | undefined;

  constructor(private readonly connections: Connections) {}

  async use<Result>(
    work: (connection: DatabaseClient) => Promise<Result>,
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

  /** The next look-up opens another connection. */
  renew(): void {
    this.open = undefined;
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
      // No connection was opened.
      () => undefined,
    );
  }
}

function opened(connection: Promise<DatabaseClient>): Sharing {
  return { connection, users: 0, joined: 0, isLost: false, isCorked: false };
}

/** Collects the writes of this turn of the event loop. */
function corkForThisTurn(sharing: Sharing, { connection: { stream } }: DatabaseClient): void {
  if (sharing.isCorked) return;
  sharing.isCorked = true;
  stream.cork();
  setImmediate(() => {
    sharing.isCorked = false;
    stream.uncork();
  });
}

import { Gauge, type Registry } from 'prom-client';

/** The pool of database connections of a process. */
export interface ConnectionCounts {
  using: number;
  idle: number;
  /** Statements that wait for a connection. */
  waiting: number;
}

export function measureConnections(registry: Registry, read: () => ConnectionCounts): void {
  new Gauge({
    name: 'holdfast_database_connections',
    help: 'Database connections in use and idle, and statements that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { using, idle, waiting } = read();
      for (const [state, count] of Object.entries({ using, idle, waiting })) this.set({ state }, count);
    },
  });
}

import { Gauge, type Registry } from 'prom-client';

/** The connections that a process keeps to the record. */
export interface Connections {
  using: number;
  idle: number;
  /** How many statements wait for one. */
  waiting: number;
}

/** Tells how many connections of a process are taken, and how much waits for one. */
export function measureConnections(registry: Registry, look: () => Connections): void {
  new Gauge({
    name: 'holdfast_database_connections',
    help: 'Connections to the record by what they do, and work that waits for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { using, idle, waiting } = look();
      for (const [state, count] of Object.entries({ using, idle, waiting })) this.set({ state }, count);
    },
  });
}

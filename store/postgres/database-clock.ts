import { lookup, type Database } from './database';

/** Tells the time that decides what is due. */
export type Clock = () => Promise<Date>;

const NOW = lookup<{ now: Date }>('database-clock', 'SELECT clock_timestamp() AS now');

/** How long an answer of the database is continued by the process's monotonic clock. */
const MAX_AGE_MS = 10_000;

/** The database's time, which is asked for at most every ten seconds, so that a payment costs no statement for it. */
export function databaseClock(database: Database): Clock {
  let known: { ms: number; readAtMs: number } | undefined;
  return async () => {
    if (!known || performance.now() - known.readAtMs > MAX_AGE_MS) {
      const [row] = await database.run(NOW, []);
      if (!row) throw new Error('the database does not tell the time');
      known = { ms: row.now.getTime(), readAtMs: performance.now() };
    }
    return new Date(known.ms + performance.now() - known.readAtMs);
  };
}

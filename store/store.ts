import { Database } from './database';
import type { EncryptionKey } from './secrets/encryption';
import type { ChangeResult } from './record';
import { WakeUp } from './wake-up';
import type { Origin } from './audit/origin';

/** What every transition and query works with: the record, the way to wake the dispatcher, and the key of secrets at rest. */
export interface Store {
  database: Database;
  wakeUp: WakeUp;
  encryptionKey: EncryptionKey;
  /** Who asked for what is changed with it; none where the platform acts by itself. */
  origin?: Origin;
}

/** Opens the record with what a process was configured with. */
export function openStore(configuration: { DATABASE_URL: string; ENCRYPTION_KEY: string }, poolSize?: number): Store {
  const database = new Database({ url: configuration.DATABASE_URL, poolSize });
  return {
    database,
    wakeUp: new WakeUp(database),
    encryptionKey: Buffer.from(configuration.ENCRYPTION_KEY, 'base64'),
  };
}

/** Wakes whom a committed change concerns. */
export function wakeFor({ wakeUp }: Store, { hasCommands, hasSubscribers }: ChangeResult): void {
  if (hasCommands) wakeUp.send('outbox');
  if (hasSubscribers) wakeUp.send('deliveries');
}

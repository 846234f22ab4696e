import { Database } from './database';
import type { EncryptionKey } from './secrets/encryption';
import { Admission, type AdmissionLimits } from './outbox/admission';
import type { ChangeResult } from './record';
import { WakeUp } from './wake-up';
import type { Origin } from './audit/origin';

/**
 * What every transition and query works with: the record, the way to wake the dispatcher, the key of secrets at rest, and
 * who says whether new work is taken.
 */
export interface Store {
  database: Database;
  wakeUp: WakeUp;
  encryptionKey: EncryptionKey;
  admission: Admission;
  /** Who asked for what is changed with it; none where the platform acts by itself. */
  origin?: Origin;
}

/** Opens the record with what a process was configured with. */
export function openStore(
  configuration: { DATABASE_URL: string; ENCRYPTION_KEY: string } & AdmissionLimits,
  poolSize?: number,
): Store {
  const database = new Database({ url: configuration.DATABASE_URL, poolSize });
  return {
    database,
    wakeUp: new WakeUp(database),
    admission: new Admission(database, configuration),
    encryptionKey: Buffer.from(configuration.ENCRYPTION_KEY, 'base64'),
  };
}

/** Wakes whom a committed change concerns. */
export function wakeFor({ wakeUp }: Store, { hasCommands, hasSubscribers }: ChangeResult): void {
  if (hasCommands) wakeUp.send('outbox');
  if (hasSubscribers) wakeUp.send('deliveries');
}

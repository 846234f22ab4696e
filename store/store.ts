import { Database } from './database';
import type { EncryptionKeys } from './secrets/encryption';
import { readKeyRing } from './secrets/key-ring';
import { Admission, type AdmissionLimits } from './outbox/admission';
import type { ChangeResult } from './change-log';
import { WakeUp } from './wake-up';
import type { Origin } from './audit/origin';
import { EgressPolicy } from './webhook/egress-policy';

/**
 * What every transition and query works with: the record, the way to wake the dispatcher, the keys of secrets at rest, and
 * who says whether new work is taken and where webhooks may lead.
 */
export interface Store {
  database: Database;
  wakeUp: WakeUp;
  encryptionKeys: EncryptionKeys;
  admission: Admission;
  /** Where webhooks may lead. */
  reachable: EgressPolicy;
  /** Who asked for what is changed with it; none where the platform acts by itself. */
  origin?: Origin;
}

/** Opens the record with what a process was configured with. */
export function openStore(
  configuration: {
    DATABASE_URL: string;
    ENCRYPTION_KEY: string;
    WEBHOOK_ALLOWED_NETWORKS?: readonly string[];
  } & AdmissionLimits,
  poolSize?: number,
): Store {
  const database = new Database({ url: configuration.DATABASE_URL, poolSize });
  return {
    database,
    wakeUp: new WakeUp(database),
    admission: new Admission(database, configuration),
    reachable: new EgressPolicy(configuration.WEBHOOK_ALLOWED_NETWORKS),
    encryptionKeys: readKeyRing(configuration.ENCRYPTION_KEY),
  };
}

/** Wakes whom a committed change concerns. */
export function wakeFor({ wakeUp }: Store, { hasCommands, hasSubscribers }: ChangeResult): void {
  if (hasCommands) wakeUp.send('outbox');
  if (hasSubscribers) wakeUp.send('deliveries');
}

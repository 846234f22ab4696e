import type { CardCountries } from '../domain/payments/inspection/card-countries';
import { Database } from './postgres/database';
import type { EncryptionKeys } from '../security/encryption';
import { readKeyRing } from '../security/key-ring';
import { AccountDirectory } from './payments/connector-account/account-directory';
import { Inspector } from './payments/inspection/inspector';
import { Admission, type AdmissionLimits } from './platform/outbox/admission';
import type { ChangeResult } from './change-log';
import { WakeUp } from './postgres/wake-up';
import type { Origin } from './platform/audit/origin';
import { EgressPolicy } from '../runtime/egress/egress-policy';

export interface Store {
  database: Database;
  wakeUp: WakeUp;
  encryptionKeys: EncryptionKeys;
  admission: Admission;
  accounts: AccountDirectory;
  inspector: Inspector;
  reachable: EgressPolicy;
  /** Where connectors may send requests besides the published addresses of their acquirers; absent: anywhere. */
  acquirers?: EgressPolicy;
  /** The caller that changes are attributed to; missing for automatic changes. */
  origin?: Origin;
}

export function openStore(
  configuration: {
    DATABASE_URL: string;
    ENCRYPTION_KEY: string;
    WEBHOOK_ALLOWED_NETWORKS?: readonly string[];
    CONNECTOR_PRIVATE_NETWORKS?: readonly string[];
  } & AdmissionLimits,
  poolSize?: number,
  cards?: CardCountries,
): Store {
  const database = new Database({ url: configuration.DATABASE_URL, poolSize });
  return {
    database,
    wakeUp: new WakeUp(database),
    admission: new Admission(database, configuration),
    accounts: new AccountDirectory(database),
    inspector: new Inspector(database, cards),
    reachable: new EgressPolicy(configuration.WEBHOOK_ALLOWED_NETWORKS),
    ...(configuration.CONNECTOR_PRIVATE_NETWORKS && {
      acquirers: new EgressPolicy(configuration.CONNECTOR_PRIVATE_NETWORKS),
    }),
    encryptionKeys: readKeyRing(configuration.ENCRYPTION_KEY),
  };
}

export function wakeDispatchers({ wakeUp }: Store, { hasCommands, hasDeliveries, leased = [] }: ChangeResult): void {
  if (hasCommands) wakeUp.send('outbox');
  if (hasDeliveries) wakeUp.send('deliveries');
  wakeUp.deliveries?.accept(leased);
}

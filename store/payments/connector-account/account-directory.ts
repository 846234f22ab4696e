import type { ConnectorAccount } from '../../../domain/payments/connector-account/connector-account';
import type { AccountStates } from '../../../domain/payments/connector-account/order-accounts';
import { statement, type Database } from '../../postgres/database';
import { listAll } from '../../postgres/readers';
import { ACCOUNT } from './connector-account.table';

/** Changes of accounts take effect in every process after at most this time. */
const MAX_AGE_MS = 1_000;

const LIST = statement<ConnectorAccount>(
  'connector-account-list',
  `SELECT ${ACCOUNT} FROM connector_accounts a ORDER BY id`,
);

/** All accounts of the database by id, without credentials. */
export const listAccounts = listAll(LIST);

const PASSED_OVER = statement<{ account: string }>(
  'connector-account-passed-over',
  `SELECT account FROM connector_account_health WHERE passed_over_until > now()`,
);

export type Accounts = ReadonlyMap<string, ConnectorAccount>;

interface Snapshot {
  accounts: Accounts;
  states: AccountStates;
}

async function readSnapshot(database: Database): Promise<Snapshot> {
  const [list, passedOver] = await Promise.all([listAccounts(database), database.run(PASSED_OVER, [])]);
  const disabled = list.filter(({ isEnabled }) => !isEnabled).map(({ id }) => id);
  return {
    accounts: new Map(list.map((account) => [account.id, account])),
    states: { disabled: new Set(disabled), passedOver: new Set(passedOver.map(({ account }) => account)) },
  };
}

/** The accounts of the database, at most a second old. */
export class AccountDirectory {
  private current?: { snapshot: Snapshot; at: number } | undefined;
  private reading?: Promise<Snapshot> | undefined;

  constructor(private readonly database: Database) {}

  async read(): Promise<Accounts> {
    return (await this.recent()).accounts;
  }

  /** Which accounts take nothing new, and which are passed over. */
  async readStates(): Promise<AccountStates> {
    return (await this.recent()).states;
  }

  /** The next read is of the database. */
  forget(): void {
    this.current = undefined;
    this.reading = undefined;
  }

  /** Reads the database now, or waits for the read that is under way. */
  async refresh(): Promise<Accounts> {
    return (await this.load()).accounts;
  }

  private async recent(): Promise<Snapshot> {
    if (this.current && performance.now() - this.current.at < MAX_AGE_MS) return this.current.snapshot;
    return this.load();
  }

  private async load(): Promise<Snapshot> {
    if (this.reading) return this.reading;
    const at = performance.now();
    const reading = readSnapshot(this.database);
    this.reading = reading;
    try {
      const snapshot = await reading;
      // Not after `forget`, which means that the snapshot is outdated.
      if (this.reading === reading) this.current = { snapshot, at };
      return snapshot;
    } finally {
      if (this.reading === reading) this.reading = undefined;
    }
  }
}

import type { ConnectorAccount } from '../../domain/connector-account/connector-account';
import { statement, type Database } from '../postgres/database';
import { ACCOUNT } from './connector-account.table';

/** Changes of accounts take effect in every process after at most this time. */
const MAX_AGE_MS = 1_000;

const LIST = statement<ConnectorAccount>(
  'connector-account-list',
  `SELECT ${ACCOUNT} FROM connector_accounts a ORDER BY id`,
);

/** All accounts of the database by id, without credentials. */
export async function listAccounts(database: Database): Promise<ConnectorAccount[]> {
  return database.run(LIST, []);
}

export type Accounts = ReadonlyMap<string, ConnectorAccount>;

/** The accounts of the database, at most a second old. */
export class AccountDirectory {
  private current?: { accounts: Accounts; at: number } | undefined;
  private reading?: Promise<Accounts> | undefined;

  constructor(private readonly database: Database) {}

  async read(): Promise<Accounts> {
    if (this.current && performance.now() - this.current.at < MAX_AGE_MS) return this.current.accounts;
    return this.refresh();
  }

  /** The next read is of the database. */
  forget(): void {
    this.current = undefined;
    this.reading = undefined;
  }

  /** Reads the database now, or waits for the read that is under way. */
  async refresh(): Promise<Accounts> {
    if (this.reading) return this.reading;
    const at = performance.now();
    const reading = listAccounts(this.database).then((list) => new Map(list.map((account) => [account.id, account])));
    this.reading = reading;
    try {
      const accounts = await reading;
      // Not after `forget`, which means that the list is outdated.
      if (this.reading === reading) this.current = { accounts, at };
      return accounts;
    } finally {
      if (this.reading === reading) this.reading = undefined;
    }
  }
}

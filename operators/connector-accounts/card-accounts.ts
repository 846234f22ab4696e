import { cardAccess, type AccountCardAccess } from '../../connectors/card-access';
import type { ConnectorAccount } from '../../domain/payments/connector-account/connector-account';
import { readCredentials } from '../../store/payments/connector-account/connector-account.table';
import type { Store } from '../../store/store';

/** The vault, which sends cards with the accounts that it knows only. */
export interface AccountVault {
  registerAccount(account: string, access: Omit<AccountCardAccess, 'account'>): Promise<void>;
}

/** Lets requests with cards use an account. Idempotent. @throws VaultUnavailable */
export async function registerCardAccount(
  vault: AccountVault,
  { id, connector, settings }: Pick<ConnectorAccount, 'id' | 'connector' | 'settings'>,
  credentials: unknown,
): Promise<void> {
  const found = cardAccess(id, connector, { credentials, settings });
  if (!found) return;
  const { account, ...access } = found;
  await vault.registerAccount(account, access);
}

/** The vault may have been restored from a backup. */
const FORGET_MS = 600_000;

/** Registers the accounts of the database. */
export class CardAccounts {
  private versions = new Map<string, number>();
  private forgottenAtMs = performance.now();

  constructor(
    private readonly vault: AccountVault,
    private readonly store: Pick<Store, 'database' | 'encryptionKeys' | 'accounts'>,
  ) {}

  /** Registers what is new or was changed. @throws VaultUnavailable */
  async register(): Promise<void> {
    const { vault, store, versions } = this;
    if (performance.now() - this.forgottenAtMs > FORGET_MS) {
      versions.clear();
      this.forgottenAtMs = performance.now();
    }
    for (const account of (await store.accounts.read()).values()) {
      if (versions.get(account.id) === account.version) continue;
      const found = await readCredentials(store, account);
      if (!found) continue;
      await registerCardAccount(vault, account, found.credentials);
      versions.set(account.id, account.version);
    }
  }
}

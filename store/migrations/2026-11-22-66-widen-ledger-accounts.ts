import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

const SUMS = ['credits_posted', 'debits_posted', 'credits_pending', 'debits_pending'];

/**
 * Sums of accounts get 38 digits. A provider's account sums what all shops take in a currency: in 64 bits a thousand of the
 * largest amounts filled it, and with it the currency for everybody. What a wallet owns stays within 2^53 - 1, because it
 * is told as a JSON integer.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE ledger_accounts ${typed('numeric(38, 0)')},
      ADD CONSTRAINT ledger_accounts_wallets_are_told
        CHECK (kind <> 'wallet' OR credits_posted - debits_posted <= 9007199254740991)
  `);
}

/** Refuses, by PostgreSQL's own error, where a sum has grown past 64 bits. */
export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_wallets_are_told, ${typed('bigint')}
  `);
}

function typed(type: string): string {
  return SUMS.map((column) => `ALTER COLUMN ${column} TYPE ${type}`).join(', ');
}

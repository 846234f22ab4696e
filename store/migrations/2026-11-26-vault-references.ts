import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';

const DROP = 'DROP INDEX CONCURRENTLY IF EXISTS vault_cards_due';

/**
 * Cards are in the vault: here are their ids and when they are deleted. A card that destinations use has no `delete_after`. Cards
 * that the platform had encrypted itself are erased; their tokens are void.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    -- No released version has stored a card in it.
    -- squawk-ignore ban-drop-column
    ALTER TABLE vault_cards DROP COLUMN encrypted_card;
    ALTER TABLE vault_cards ADD COLUMN card_id text, ADD COLUMN delete_after timestamptz, ADD COLUMN deleting_at timestamptz;
    UPDATE vault_cards SET delete_after = now()`);
  await context.sequelize.query(DROP);
  await context.sequelize.query(`
    CREATE INDEX CONCURRENTLY vault_cards_due ON vault_cards (delete_after) WHERE delete_after IS NOT NULL`);
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS vault_cards_card_id');
  await context.sequelize.query('CREATE UNIQUE INDEX CONCURRENTLY vault_cards_card_id ON vault_cards (card_id)');
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(DROP);
  await context.sequelize.query('DROP INDEX CONCURRENTLY IF EXISTS vault_cards_card_id');
  await context.sequelize.query(`
    DELETE FROM vault_cards;
    ALTER TABLE vault_cards DROP COLUMN deleting_at, DROP COLUMN delete_after, DROP COLUMN card_id;
    ALTER TABLE vault_cards ADD COLUMN encrypted_card text NOT NULL`);
}

import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * Commands leave the outbox by lanes and in turns of parties. A process of the version before names neither: until it is
 * replaced what it writes goes on the lane of payers.
 *
 * The table is small and its rows live for milliseconds, so it is vacuumed by their number alone; the room in its pages lets a
 * lease be written beside the row it changes, without touching an index.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE outbox
      ADD COLUMN lane text NOT NULL DEFAULT 'payer' CHECK (lane IN ('payer', 'background')),
      ADD COLUMN party_id text NOT NULL DEFAULT '';
    UPDATE outbox SET
      lane = CASE WHEN split_part(workflow_id, '/', 1) IN ('payment', 'refund', 'binding', 'withdrawal', 'destination')
        THEN 'payer' ELSE 'background' END,
      party_id = coalesce(command -> 'searchAttributes' ->> 'PartyID', '');
    CREATE INDEX outbox_turns ON outbox (lane, party_id, id);
    CREATE INDEX outbox_workflow ON outbox (workflow_id, id);
    ALTER TABLE outbox SET (
      fillfactor = 60,
      autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
      autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000
    );
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    ALTER TABLE outbox RESET (
      fillfactor, autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold,
      autovacuum_vacuum_insert_scale_factor, autovacuum_vacuum_insert_threshold
    );
    DROP INDEX outbox_workflow;
    DROP INDEX outbox_turns;
    ALTER TABLE outbox DROP COLUMN lane, DROP COLUMN party_id;
  `);
}

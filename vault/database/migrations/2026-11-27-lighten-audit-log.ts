import type { ClientBase } from 'pg';

/** The trigger compares rows without a function of PL/pgSQL for each, and entries without a place are in no index of places. */
export async function up(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE UNIQUE INDEX audit_log_by_place ON audit_log (place) WHERE place IS NOT NULL;
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_place_key;
    CREATE TRIGGER audit_log_not_updated BEFORE UPDATE ON audit_log FOR EACH ROW WHEN (NOT (
      OLD.hash IS NULL AND NEW.hash IS NOT NULL
      AND (OLD.id, OLD.occurred_at, OLD.caller, OLD.action, OLD.card_id, OLD.party_id, OLD.operation_id, OLD.account, OLD.origin, OLD.outcome)
        IS NOT DISTINCT FROM
        (NEW.id, NEW.occurred_at, NEW.caller, NEW.action, NEW.card_id, NEW.party_id, NEW.operation_id, NEW.account, NEW.origin, NEW.outcome)
    )) EXECUTE FUNCTION refuse_audit_change();
    CREATE TRIGGER audit_log_not_deleted BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
    DROP TRIGGER audit_log_append_only ON audit_log;
  `);
}

export async function down(client: ClientBase): Promise<void> {
  await client.query(`
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_place_key UNIQUE (place);
    CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
      FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
    DROP TRIGGER audit_log_not_updated ON audit_log;
    DROP TRIGGER audit_log_not_deleted ON audit_log;
    DROP INDEX audit_log_by_place;
  `);
}

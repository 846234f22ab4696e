import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * Routes instead of the one connector that a shop's terms named. Who named none was taken by the sandbox: that is what the
 * payment institutions say from now on, and what shops say themselves whose contract is not recorded. The older field stays
 * for processes of the version before, until the reference data are loaded again.
 */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    UPDATE shops SET terms = terms || jsonb_build_object('routes',
      jsonb_build_array(jsonb_build_object('connector', terms ->> 'provider')))
    WHERE terms ? 'provider';

    UPDATE payment_institutions
    SET terms = terms || '{"routes": [{"connector": "sandbox"}]}' WHERE NOT terms ? 'routes';

    UPDATE shops s SET terms = s.terms || '{"routes": [{"connector": "sandbox"}]}'
    WHERE NOT s.terms ? 'routes'
      AND NOT EXISTS (SELECT 1 FROM contracts c WHERE c.id = s.contract_id AND c.party_id = s.party_id);
  `);
}

/** What named one connector names the first of its routes again. */
export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    UPDATE payment_institutions SET terms = terms - 'routes';
    UPDATE shops SET terms = (terms - 'routes') || jsonb_build_object('provider', terms -> 'routes' -> 0 ->> 'connector')
    WHERE terms ? 'routes';
  `);
}

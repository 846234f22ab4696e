import { Sequelize } from 'sequelize';
import { emptyDatabase } from '../../tests/harness/database';
import { auditWithin } from '../audit/audited';
import { asOperator } from '../audit/origin';
import { verifyAudit } from '../audit/verify';
import { Database } from '../postgres/database';
import { migrator } from './migrate';

test('an audit chain from before values were recorded is verified with later entries that have them', async () => {
  const url = await emptyDatabase();
  const sequelize = new Sequelize(url, { dialect: 'postgres', logging: false });
  const database = new Database({ url, poolSize: 2 });
  try {
    await migrator(sequelize).up({ to: '2026-11-25-name-operators' });
    await sequelize.query(`
      INSERT INTO audit_log (subject_type, subject_id, occurred_at, request_id, operation, caller, reason)
      VALUES ('party', 'p', now(), 'r', 'reference load', 'operator/alice', 'because');
      INSERT INTO parties (id) VALUES ('p');
      INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name, terms)
      VALUES ('s', 'p', 'RUB', 1, 'c', 'https://s.example', 'S', '{"feeBasisPoints": 290}')`);
    await migrator(sequelize).up();
    const { origin } = asOperator({}, { operation: 'changeShop', requestID: 'r', paymentID: null }, 'operator/bob');
    const [created, changed] = [
      { type: 'shop', id: 's', before: null, after: { version: 1 } },
      { type: 'shop', id: 's', before: { 'terms.fee': '2.9%' }, after: { 'terms.fee': '3.5%' } },
    ];
    await database.transaction((tx) => auditWithin(database, origin, [created, changed], tx));
    const { head, fault } = await verifyAudit(database);
    expect([head.number, fault]).toEqual([3n, undefined]);
    expect(await database.search('SELECT terms FROM shop_terms', [])).toEqual([{ terms: { feeBasisPoints: 290 } }]);

    await sequelize.query(`ALTER TABLE audit_log DISABLE TRIGGER USER;
      UPDATE audit_log SET after = '{"terms.fee": "1%"}' WHERE before IS NOT NULL`);
    expect((await verifyAudit(database)).fault).toMatchObject({ found: 'its row in audit_log says something else' });
  } finally {
    await Promise.all([sequelize.close(), database.close()]);
  }
});

import { freshDatabase } from '../../../tests/harness/database';
import { anOperator } from '../../../tests/harness/factories/operator';
import { asOperator } from '../../platform/audit/origin';
import { revokeOperatorKey } from '../operator-key/operator-key.transitions';
import { Database } from '../../postgres/database';
import { countAccessChanges } from './access.changes';
import { assertNotInstalled, installAdministrator } from './operator.install';

let database: Database;

beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 8 });
});

afterAll(() => database?.close());

const expiresAt = new Date(Date.now() + 3_600_000);

function install(name: string) {
  const request = { operation: 'operator create', requestID: 'test', paymentID: null };
  const { origin } = asOperator({}, request, 'operator/root');
  return installAdministrator(database, { name, email: `${name}@provider.example`, expiresAt }, origin);
}

const isOld = async (keyID: string): Promise<boolean | undefined> => {
  const text = `SELECT greatest(o.roles_granted_at, k.granted_at) = '-infinity' AS "isOld"
    FROM operator_keys k JOIN operators o ON o.id = k.operator_id WHERE k.id = $1`;
  return (await database.search<{ isOld: boolean }>(text, [keyID]))[0]?.isOld;
};

const REFUSED = { code: 'operationNotPermitted' };

test('concurrent installations make two administrators, who approve at once and are counted for the alert', async () => {
  await assertNotInstalled(database);
  const names = Array.from({ length: 16 }, (_, index) => `person-${index}`);
  const results = await Promise.allSettled(names.map((name) => install(name)));
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(made).toHaveLength(2);
  for (const { id, roles } of made) expect([await isOld(id), roles]).toEqual([true, null]);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(REFUSED);
  await expect(assertNotInstalled(database)).rejects.toMatchObject(REFUSED);
  const counted = Object.fromEntries(
    (await countAccessChanges(database)).map(({ subject, count }) => [subject, count]),
  );
  expect(counted).toMatchObject({ operator: 2, operatorKey: 2, operatorLimit: 0 });
});

test('an administrator without a valid key gets one that is new, and another person does not', async () => {
  const text =
    'SELECT k.id, o.name, o.id AS "operatorID" FROM operator_keys k JOIN operators o ON o.id = k.operator_id';
  const [lost] = await database.search<{ id: string; name: string; operatorID: string }>(text, []);
  await anOperator(database, { name: 'viewer', roles: ['viewer'] });
  await expect(install('viewer')).rejects.toMatchObject(REFUSED);
  await revokeOperatorKey(database, { id: lost?.id ?? '' });
  await expect(install('viewer')).rejects.toMatchObject(REFUSED);
  const recovered = await install(lost?.name ?? '');
  expect([recovered.operatorID, await isOld(recovered.id)]).toEqual([lost?.operatorID, false]);
  await expect(install('third')).rejects.toMatchObject(REFUSED);
});

import { openStore, type Store } from '../../store/store';
import { freshDatabase } from '../../tests/harness/database';
import { seedReferenceData } from '../../tests/harness/reference-data';
import { cardRulesCheck } from './card-rules.check';

let store: Store;
beforeAll(async () => {
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }, 2);
  await seedReferenceData(store.database);
});
afterAll(() => store?.database.close());

const setRules = (table: string, where: string, ...inspection: object[]) =>
  store.database.search(
    `UPDATE ${table} SET terms = terms || jsonb_build_object('inspection', $1::jsonb) WHERE ${where}`,
    [JSON.stringify(inspection)],
  );
const look = (CARD_COUNTRIES_FILE?: string) => cardRulesCheck({ CARD_COUNTRIES_FILE }, store).look();

test('without a table rules about the country of a card are named, and others are not', async () => {
  expect(await look()).toEqual({ status: 'ok', fact: { kind: 'cardRulesHold' } });
  const [action, cardCountries] = ['reject', ['USA']];
  await setRules(
    'shops',
    `id = 'demo-shop'`,
    { id: 'bins', action, bins: ['4'] },
    { id: 'usa', action, cardCountries },
  );
  await setRules(
    ...(['payment_institutions', 'id = 1'] as const),
    ...[{ id: 'abroad', action, cardCountryMismatch: true }],
    ...[{ id: 'off', action, cardCountryMismatch: false }],
  );
  const names = ['institution 1: abroad', 'shop demo-shop: usa'];
  expect(await look()).toEqual({ status: 'warning', fact: { kind: 'cardRulesNeverHold', count: 2, names } });
  expect(await look('/ranges.csv')).toMatchObject({ status: 'ok' });
});

import { openStore, type Store } from '../../store/store';
import { freshDatabase } from '../../tests/harness/database';
import { seedReferenceData } from '../../tests/harness/reference-data';
import { cardRulesChecks } from './card-rules.check';

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
const look = (CARD_COUNTRIES_FILE?: string) =>
  Promise.all(cardRulesChecks({ CARD_COUNTRIES_FILE }, store).map((check) => check.look()));
const HOLDS = { status: 'ok', fact: { kind: 'cardRulesHold' } };

test('without a table rules about the country of a card are named, and others are not', async () => {
  expect(await look()).toEqual([HOLDS, HOLDS]);
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
  expect(await look()).toEqual([{ status: 'warning', fact: { kind: 'cardRulesNeverHold', count: 2, names } }, HOLDS]);
  expect(await look('/ranges.csv')).toEqual([HOLDS]);
});

test('rules by more digits than are known of a card are named', async () => {
  const rule = (id: string, ...bins: string[]) => ({ id, action: 'reject', bins });
  await setRules('shops', `id = 'demo-shop'`, rule('six', '424242'), rule('seven', '4242', '4242421'));
  await setRules('payment_institutions', 'id = 1', rule('eight', '42424242'));
  const fact = { kind: 'binsTooLong', count: 2, names: ['institution 1: eight', 'shop demo-shop: seven'] };
  expect(await look('/ranges.csv')).toEqual([{ status: 'warning', fact }]);
});

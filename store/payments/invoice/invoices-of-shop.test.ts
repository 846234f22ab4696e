import { aShopStore, anotherShop, type ShopStore } from '../../../tests/harness/factories/webhook';
import { createInvoice } from './invoice.create';
import type { NewInvoice } from './new-invoice';

let shop: ShopStore;
beforeEach(async () => {
  shop = await aShopStore();
});
afterEach(() => shop.store.database.close());

const HOUR_MS = 3_600_000;
const dueDate = new Date(Date.now() + HOUR_MS);

function given(fields: Partial<NewInvoice> = {}): NewInvoice {
  const { partyID, shopID } = shop;
  return { partyID, shopID, dueDate, amountMinor: 100n, currency: 'RUB', product: 'Чай', metadata: {}, ...fields };
}

const count = async (table: string): Promise<number> =>
  (await shop.store.database.search<{ count: number }>(`SELECT count(*)::integer AS count FROM ${table}`, []))[0]
    ?.count ?? NaN;

/** Rows written in one transaction share their xmin. */
const transactions = async (): Promise<number> =>
  (
    await shop.store.database.search<{ count: number }>(
      'SELECT count(DISTINCT xmin::text)::integer AS count FROM invoices',
      [],
    )
  )[0]?.count ?? NaN;

async function outcomes(requested: readonly Promise<{ id: string }>[]): Promise<string[]> {
  const settled = await Promise.allSettled(requested);
  return settled.map((each) =>
    each.status === 'fulfilled' ? 'made' : ((each.reason as { code?: string }).code ?? 'defect'),
  );
}

test('concurrent invoices of a shop are created in few transactions, each with its event', async () => {
  const made = await Promise.all(Array.from({ length: 100 }, async () => createInvoice(shop.store, given())));
  expect(new Set(made.map(({ id }) => id)).size).toBe(100);
  expect(await count('invoices')).toBe(100);
  expect(await count('events')).toBe(100);
  expect(await transactions()).toBeLessThanOrEqual(5);
});

test('a refused invoice leaves others of its batch unaffected', async () => {
  const past = new Date(Date.now() - HOUR_MS);
  const wrong = [{ dueDate: past }, { currency: 'XXX' }, { allocation: [] }] as Partial<NewInvoice>[];
  const requested = [{}, ...wrong, {}].map((fields) => createInvoice(shop.store, given(fields)));
  const [first, ...rest] = await outcomes(requested);
  expect(first).toBe('made');
  expect(rest.at(-1)).toBe('made');
  expect(rest.slice(0, -1)).not.toContain('made');
  expect(await count('invoices')).toBe(await count('events'));
});

test('an invoice that the database rejects leaves others of its batch unaffected', async () => {
  const requested = [{}, { templateID: 'no such template' }, {}].map((fields) =>
    createInvoice(shop.store, given(fields)),
  );
  expect(await outcomes(requested)).toEqual(['made', '23503', 'made']);
  expect(await count('invoices')).toBe(2);
  expect(await count('events')).toBe(2);
});

test('concurrent creations with one external id create one invoice, and other parameters conflict', async () => {
  const named = (externalID: string, amountMinor = 100n) =>
    createInvoice(shop.store, given({ externalID, amountMinor }));
  const same = Promise.all(Array.from({ length: 20 }, async () => named('a')));
  const requested = outcomes([named('b'), named('b', 200n), named('c')]);
  expect(new Set((await same).map(({ id }) => id)).size).toBe(1);
  expect(await requested).toEqual(['made', 'externalIDConflict', 'made']);
  expect(await count('invoices')).toBe(3);
  expect((await named('a')).id).toBe((await same)[0]?.id);
});

test('a blocked shop does not delay another shop', async () => {
  const other = await anotherShop(shop);
  const blocker = await shop.store.database.transaction(async (tx) => {
    await shop.store.database.search('SELECT FROM shops WHERE id = $1 FOR UPDATE', [shop.shopID], tx);
    const stuck = createInvoice(shop.store, given());
    const free = await createInvoice(shop.store, { ...given(), partyID: other.partyID, shopID: other.shopID });
    return { stuck, free };
  });
  expect(blocker.free.id).toBeDefined();
  expect((await blocker.stuck).id).toBeDefined();
});

import { aShopStore, anotherShop, type ShopStore } from '../../testing/factories/webhook';
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

/** How many transactions have made them: rows that were written together have one. */
const transactions = async (): Promise<number> =>
  (
    await shop.store.database.search<{ count: number }>(
      'SELECT count(DISTINCT xmin::text)::integer AS count FROM invoices',
      [],
    )
  )[0]?.count ?? NaN;

async function outcomes(asked: readonly Promise<{ id: string }>[]): Promise<string[]> {
  const settled = await Promise.allSettled(asked);
  return settled.map((each) =>
    each.status === 'fulfilled' ? 'made' : ((each.reason as { code?: string }).code ?? 'defect'),
  );
}

test('invoices of a shop that are asked for at once are made in few transactions, each with its event', async () => {
  const made = await Promise.all(Array.from({ length: 100 }, async () => createInvoice(shop.store, given())));
  expect(new Set(made.map(({ id }) => id)).size).toBe(100);
  expect(await count('invoices')).toBe(100);
  expect(await count('events')).toBe(100);
  expect(await transactions()).toBeLessThanOrEqual(5);
});

test('what is refused of one is not refused of those beside it', async () => {
  const past = new Date(Date.now() - HOUR_MS);
  const wrong = [{ dueDate: past }, { currency: 'XXX' }, { allocation: [] }] as Partial<NewInvoice>[];
  const asked = [{}, ...wrong, {}].map((fields) => createInvoice(shop.store, given(fields)));
  const [first, ...rest] = await outcomes(asked);
  expect(first).toBe('made');
  expect(rest.at(-1)).toBe('made');
  expect(rest.slice(0, -1)).not.toContain('made');
  expect(await count('invoices')).toBe(await count('events'));
});

test('what the record refuses of one undoes none of those beside it', async () => {
  const asked = [{}, { templateID: 'no such template' }, {}].map((fields) => createInvoice(shop.store, given(fields)));
  expect(await outcomes(asked)).toEqual(['made', '23503', 'made']);
  expect(await count('invoices')).toBe(2);
  expect(await count('events')).toBe(2);
});

test('one name is one invoice, however many ask for it at once, and other parameters are a conflict', async () => {
  const named = (externalID: string, amountMinor = 100n) =>
    createInvoice(shop.store, given({ externalID, amountMinor }));
  const same = Promise.all(Array.from({ length: 20 }, async () => named('a')));
  const asked = outcomes([named('b'), named('b', 200n), named('c')]);
  expect(new Set((await same).map(({ id }) => id)).size).toBe(1);
  expect(await asked).toEqual(['made', 'externalIDConflict', 'made']);
  expect(await count('invoices')).toBe(3);
  expect((await named('a')).id).toBe((await same)[0]?.id);
});

test('a shop that cannot go on keeps no other waiting', async () => {
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

import { randomInt } from 'node:crypto';
import { connectorAccount, earningsAccount, settlementAccount } from '../../../store/platform/ledger/accounts';
import { move, openAccounts, post } from '../../../store/platform/ledger/ledger';
import type { Database } from '../../../store/postgres/database';
import type { Settlement } from '../../../store/merchants/settlement/balance-lines';
import type { Store } from '../../../store/store';

/** What is captured is available on the same day. */
export const AT_ONCE = { delays: [{ days: 0 }], calendar: 'weekends', timeZone: 'UTC', cutOffHour: 0 } as const;

/** A shop of the demo party with settlement terms of its own, under the demo contract or a copy of it. */
export async function aSettledShop(
  api: { store: Pick<Store, 'database'>; own: { shopID: string } },
  settlement: object,
  contractID?: string,
): Promise<Settlement> {
  const shopID = `shop-${randomInt(1e9)}`;
  if (contractID !== undefined) {
    const contract = `INSERT INTO contracts (id, party_id, created_at, status, valid_since, contractor, payment_institution_id, adjustments)
      SELECT $1, party_id, created_at, status, valid_since, contractor, payment_institution_id, adjustments FROM contracts
      WHERE id = (SELECT contract_id FROM shops WHERE id = $2) ON CONFLICT DO NOTHING`;
    await api.store.database.run({ name: 'test-contract', text: contract }, [contractID, api.own.shopID]);
  }
  const text = `INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name, terms)
    SELECT $1, party_id, currency, category_id, coalesce($4, contract_id), location_url, name, $2 FROM shops WHERE id = $3`;
  const values = [shopID, JSON.stringify({ settlement }), api.own.shopID, contractID ?? null];
  await api.store.database.run({ name: 'test-shop', text }, values);
  return { shopID, currency: 'RUB' };
}

/** Posts movements of a shop's account by their ids: an amount above zero is what it earns. */
export async function postMovements(
  database: Database,
  { shopID, currency }: Settlement,
  movements: readonly { id: string; amount: bigint }[],
): Promise<void> {
  const connector = connectorAccount('sandbox', currency, 'a');
  const sides = movements.map(({ id, amount }) => ({
    ...{ id, amount },
    shop: amount > 0n ? earningsAccount(shopID, currency, id) : settlementAccount(shopID, currency),
  }));
  await database.transaction(async (tx) => {
    await openAccounts(database, [connector, ...sides.map(({ shop }) => shop)], tx);
    const transfers = sides.map(({ id, amount, shop }) =>
      post({
        ...{ id, currency, reason: 'test', amountMinor: amount > 0n ? amount : -amount },
        debitAccountID: amount > 0n ? connector.id : shop.id,
        creditAccountID: amount > 0n ? shop.id : connector.id,
      }),
    );
    await move(database, transfers, tx);
  });
}

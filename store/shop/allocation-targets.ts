import type { AllocationRequest } from '../../domain/allocation/allocation';
import { Refusal } from '../../domain/errors/refusal';
import { statement, type Database, type Transaction } from '../postgres/database';
import type { ShopRow } from './shop.queries';

const COUNT = statement<{ id: string }>(
  'shop-allocation-targets',
  'SELECT id FROM shops WHERE party_id = $1 AND id = ANY ($2::text[])',
);

/** Checks that a shop may distribute its payments, to shops of the same party. @throws Refusal invalidAllocation, allocationNotPermitted */
export async function assertAllocationPermitted(
  database: Database,
  { shop, allocation }: { shop: ShopRow; allocation: readonly AllocationRequest[] },
  tx?: Transaction,
): Promise<void> {
  const named = allocation.map(({ shopID }) => shopID);
  const found = new Set((await database.run(COUNT, [shop.partyID, named], tx)).map(({ id }) => id));
  const missing = named.find((id) => !found.has(id));
  if (missing !== undefined) throw new Refusal('invalidAllocation', 'party has no such shop', { place: 'allocation' });
  if (!shop.terms.allocation) {
    throw new Refusal('allocationNotPermitted', "the shop's terms do not allow to distribute payments");
  }
}

import type { AllocationRequest } from '../../../domain/payments/allocation/allocation';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { statement, type Database, type Transaction } from '../../postgres/database';
import type { ShopRow } from './shop.queries';

const COUNT = statement<{ id: string; isBlocked: boolean }>(
  'shop-allocation-targets',
  'SELECT id, is_blocked AS "isBlocked" FROM shops WHERE party_id = $1 AND id = ANY ($2::text[])',
);

/** Checks that a shop may distribute its payments, to shops of the same party that are not blocked. @throws Refusal invalidAllocation, allocationNotPermitted */
export async function assertAllocationPermitted(
  database: Database,
  { shop, allocation }: { shop: ShopRow; allocation: readonly AllocationRequest[] },
  tx?: Transaction,
): Promise<void> {
  const named = allocation.map(({ shopID }) => shopID);
  const targets = await database.run(COUNT, [shop.partyID, named], tx);
  const found = new Set(targets.map(({ id }) => id));
  const missing = named.find((id) => !found.has(id));
  if (missing !== undefined) throw new Refusal('invalidAllocation', 'party has no such shop', { place: 'allocation' });
  if (targets.some(({ isBlocked }) => isBlocked)) {
    throw new Refusal('allocationNotPermitted', 'a shop of the allocation is blocked', { place: 'allocation' });
  }
  if (!shop.terms.allocation) {
    throw new Refusal('allocationNotPermitted', "the shop's terms do not allow to distribute payments");
  }
}

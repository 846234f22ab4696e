import { notFound } from '../../../domain/platform/errors/refusal';
import { auditWithin } from '../../platform/audit/audited';
import { statement } from '../../postgres/database';
import type { Store } from '../../store';

interface SuspensionRequest {
  partyID: string;
  isSuspended: boolean;
  /** Runs before a change is recorded; an exception rolls the change back. */
  onChange?: () => Promise<void>;
}

interface SuspensionResult {
  isChanged: boolean;
}

const SET_PARTY = statement<SuspensionResult>(
  'party-set-suspended',
  `WITH changed AS (UPDATE parties SET is_suspended = $2 WHERE id = $1 AND is_suspended <> $2 RETURNING 1)
   SELECT EXISTS (SELECT FROM changed) AS "isChanged" FROM parties WHERE id = $1`,
);

/** Suspends or resumes a party: callers cannot change its invoices and payments, running operations continue. @throws Refusal notFound */
export async function setPartySuspended(
  { database, origin }: Store,
  { partyID, isSuspended, onChange }: SuspensionRequest,
): Promise<void> {
  await database.transaction(async (tx) => {
    const [party] = await database.run(SET_PARTY, [partyID, isSuspended], tx);
    if (!party) throw notFound('Party');
    if (!party.isChanged) return;
    await onChange?.();
    await auditWithin(database, origin, [{ type: 'party', id: partyID }], tx);
  });
}

const SET_SHOP = statement<SuspensionResult>(
  'shop-set-suspended',
  `WITH changed AS (
     UPDATE shops SET is_suspended = $3 WHERE id = $1 AND party_id = $2 AND is_suspended <> $3 RETURNING 1
   )
   SELECT EXISTS (SELECT FROM changed) AS "isChanged" FROM shops WHERE id = $1 AND party_id = $2`,
);

/** As `setPartySuspended` for a shop. @throws Refusal notFound */
export async function setShopSuspended(
  { database, origin }: Store,
  { shopID, partyID, isSuspended, onChange }: SuspensionRequest & { shopID: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    const [shop] = await database.run(SET_SHOP, [shopID, partyID, isSuspended], tx);
    if (!shop) throw notFound('Shop');
    if (!shop.isChanged) return;
    await onChange?.();
    await auditWithin(database, origin, [{ type: 'shop', id: shopID }], tx);
  });
}

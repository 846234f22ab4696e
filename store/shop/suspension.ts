import { notFound } from '../../domain/errors/refusal';
import { auditWithin } from '../audit/audited';
import { statement } from '../database';
import type { Store } from '../store';

interface Switch {
  partyID: string;
  isSuspended: boolean;
  /** Called before a change is recorded; what it throws undoes the change. */
  onChange?: () => Promise<void>;
}

/** What is named exists where there is a row. */
interface Switched {
  isChanged: boolean;
}

const SET_PARTY = statement<Switched>(
  'party-set-suspended',
  `WITH changed AS (UPDATE parties SET is_suspended = $2 WHERE id = $1 AND is_suspended <> $2 RETURNING 1)
   SELECT EXISTS (SELECT FROM changed) AS "isChanged" FROM parties WHERE id = $1`,
);

/**
 * Stops a party's work or resumes it: while suspended, nothing of its invoices and payments may be changed by a caller.
 * What is under way goes on. A repetition changes and records nothing: entries of the audit are kept for ever.
 * @throws Refusal notFound
 */
export async function setPartySuspended(
  { database, origin }: Store,
  { partyID, isSuspended, onChange }: Switch,
): Promise<void> {
  await database.transaction(async (tx) => {
    const [party] = await database.run(SET_PARTY, [partyID, isSuspended], tx);
    if (!party) throw notFound('Party');
    if (!party.isChanged) return;
    await onChange?.();
    await auditWithin(database, origin, [{ type: 'party', id: partyID }], tx);
  });
}

const SET_SHOP = statement<Switched>(
  'shop-set-suspended',
  `WITH changed AS (
     UPDATE shops SET is_suspended = $3 WHERE id = $1 AND party_id = $2 AND is_suspended <> $3 RETURNING 1
   )
   SELECT EXISTS (SELECT FROM changed) AS "isChanged" FROM shops WHERE id = $1 AND party_id = $2`,
);

/** Stops a party's own shop or resumes it, as `setPartySuspended`. @throws Refusal notFound */
export async function setShopSuspended(
  { database, origin }: Store,
  { shopID, partyID, isSuspended, onChange }: Switch & { shopID: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    const [shop] = await database.run(SET_SHOP, [shopID, partyID, isSuspended], tx);
    if (!shop) throw notFound('Shop');
    if (!shop.isChanged) return;
    await onChange?.();
    await auditWithin(database, origin, [{ type: 'shop', id: shopID }], tx);
  });
}

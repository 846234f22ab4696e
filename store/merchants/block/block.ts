import { BLOCKABLE, type Blockable } from '../../../domain/merchants/block/block-commands';
import { notFound } from '../../../domain/platform/errors/refusal';
import { requireRow } from '../../postgres/require-row';
import { auditWithin } from '../../platform/audit/audited';
import type { OperatorStore } from '../../platform/audit/origin';
import { statement, type Database, type Statement } from '../../postgres/database';
import type { Store } from '../../store';

export interface BlockRequest {
  type: Blockable;
  id: string;
  isBlocked: boolean;
  reason: string;
}

export interface BlockOutcome extends Omit<BlockRequest, 'reason'> {
  /** False if it was already so. */
  isChanged: boolean;
}

interface Changed {
  isChanged: boolean;
}

function updateText(table: string): string {
  return `WITH changed AS (UPDATE ${table} SET is_blocked = $2 WHERE id = $1 AND is_blocked <> $2 RETURNING 1)
   SELECT EXISTS (SELECT FROM changed) AS "isChanged" FROM ${table} WHERE id = $1`;
}

const UPDATES: Record<Blockable, Statement<Changed>> = {
  party: statement<Changed>('party-set-blocked', updateText('parties')),
  shop: statement<Changed>('shop-set-blocked', updateText('shops')),
  identity: statement<Changed>('identity-set-blocked', updateText('identities')),
  wallet: statement<Changed>('wallet-set-blocked', updateText('wallets')),
  destination: statement<Changed>('destination-set-blocked', updateText('destinations')),
};

/**
 * Blocks or unblocks for an operator: nothing new comes in, operations under way end, holds are released at their end,
 * refunds continue. Idempotent.
 * @throws Refusal notFound
 */
export async function setBlocked(
  { database, origin }: OperatorStore<Store>,
  { reason, ...request }: BlockRequest,
): Promise<BlockOutcome> {
  const { type, id, isBlocked } = request;
  return database.transaction(async (tx) => {
    const [found] = await database.run(UPDATES[type], [id, isBlocked], tx);
    if (!found) throw notFound(BLOCKABLE[type].name);
    if (found.isChanged) await auditWithin(database, origin, [{ type, id, reason }], tx);
    return { ...request, isChanged: found.isChanged };
  });
}

interface Owned {
  partyID: string;
}

const ownerText = (table: string): string => `SELECT party_id AS "partyID" FROM ${table} WHERE id = $1`;

const OWNERS: Record<Blockable, Statement<Owned>> = {
  party: statement<Owned>('party-owner', 'SELECT id AS "partyID" FROM parties WHERE id = $1'),
  shop: statement<Owned>('shop-owner', ownerText('shops')),
  identity: statement<Owned>('identity-owner', ownerText('identities')),
  wallet: statement<Owned>('wallet-owner', ownerText('wallets')),
  destination: statement<Owned>('destination-owner', ownerText('destinations')),
};

/** @throws Refusal notFound */
export async function findPartyOf(database: Database, { type, id }: { type: Blockable; id: string }): Promise<string> {
  return requireRow(await database.run(OWNERS[type], [id]), BLOCKABLE[type].name).partyID;
}

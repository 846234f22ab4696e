import { Refusal } from '../../../domain/platform/errors/refusal';
import {
  MAX_REPORT_ROWS,
  assertPeriod,
  assertReportSize,
  type RegistryKind,
  type Report,
} from '../../../domain/merchants/report/report';
import { newId } from '../../id';
import { toColumn } from '../../postgres/columns';
import { statement, type Statement } from '../../postgres/database';
import type { Store } from '../../store';
import { findPendingOrRefuse, insertReport } from './report.insert';

/** Input of a registry: of a shop, or for withdrawals of a party. `fromTime` is inclusive, `toTime` exclusive. */
export interface RegistryOrder {
  kind: RegistryKind;
  /** The shop for payments and refunds, the party for withdrawals. */
  ownerID: string;
  /** The party that may order it; undefined for operators, who may order those of any party. */
  callerPartyID?: string | undefined;
  orderedBy: string | null;
  fromTime: Date;
  toTime: Date;
  keepDays: number;
}

const count = (table: string, owner: string): string => `SELECT count(*)::integer AS count FROM (
  SELECT 1 FROM ${table} WHERE ${owner} = $1 AND created_at >= $2 AND created_at < $3 LIMIT $4
) rows`;

const COUNT: Readonly<Record<RegistryKind, Statement<{ count: number }>>> = {
  payments: statement<{ count: number }>('registry-count-payments', count('payments', 'shop_id')),
  refunds: statement<{ count: number }>('registry-count-refunds', count('refunds', 'shop_id')),
  withdrawals: statement<{ count: number }>('registry-count-withdrawals', count('withdrawals', 'party_id')),
};

const FIND_SHOP = statement<{ partyID: string }>(
  'registry-find-shop',
  `SELECT party_id AS "partyID" FROM shops WHERE id = $1`,
);
const FIND_PARTY = statement<{ partyID: string }>(
  'registry-find-party',
  `SELECT id AS "partyID" FROM parties WHERE id = $1`,
);

const DAY_MS = 86_400_000;

/**
 * Orders a registry, whose files its workflow builds.
 * @throws Refusal invalidShopID, invalidPartyID, badFilter, reportTooLarge, temporarilyUnavailable
 */
export async function orderRegistry(store: Store, order: RegistryOrder, now = new Date()): Promise<Report> {
  const { kind, ownerID, orderedBy, fromTime, toTime, keepDays } = order;
  assertPeriod(order);
  const { partyID, shopID } = await findOwner(store, order);
  store.admission.admit('background', partyID);
  const request = { partyID, shopID, identityID: null, documentID: null, type: kind, fromTime, toTime, orderedBy };
  const same = await findPendingOrRefuse(store.database, request);
  if (same) return same;
  const values = [ownerID, fromTime, toTime, MAX_REPORT_ROWS + 1].map(toColumn);
  const [size] = await store.database.run(COUNT[kind], values);
  const rowsTotal = size?.count ?? 0;
  assertReportSize(rowsTotal);
  const expiresAt = new Date(now.getTime() + keepDays * DAY_MS);
  return insertReport(store, { ...request, scopeID: newId(), rowsTotal, expiresAt }, now);
}

/** Refuses also a shop of others, so that a caller learns nothing about it. */
async function findOwner(
  { database }: Store,
  { kind, ownerID, callerPartyID }: RegistryOrder,
): Promise<{ partyID: string; shopID: string | null }> {
  const isOfParty = kind === 'withdrawals';
  const [found] = await database.run(isOfParty ? FIND_PARTY : FIND_SHOP, [ownerID]);
  if (!found || (callerPartyID !== undefined && found.partyID !== callerPartyID)) {
    throw isOfParty
      ? new Refusal('invalidPartyID', 'there is no such party')
      : new Refusal('invalidShopID', 'there is no such shop');
  }
  return { partyID: found.partyID, shopID: isOfParty ? null : ownerID };
}

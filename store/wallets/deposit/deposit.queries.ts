import type { MovementListQuery } from '../wallet-list-query';
import { requireRow } from '../../postgres/require-row';
import type {
  Deposit,
  DepositAdjustment,
  DepositRevert,
  DepositRevertState,
} from '../../../domain/wallets/deposit/deposit';
import type { DepositStatus } from '../../../domain/wallets/deposit/deposit.machine';
import { where, type Condition } from '../../platform/listing/condition';
import { listPage, listing, type Page, type PageRequest } from '../../platform/listing/list-page';
import { statement, type Database } from '../../postgres/database';
import type { Store } from '../../store';
import {
  DEPOSIT,
  DEPOSIT_ADJUSTMENT,
  DEPOSIT_REVERT,
  fromDepositRow,
  fromRevertRow,
  type DepositAdjustmentRow,
  type DepositRevertRow,
  type DepositRow,
} from './deposit.table';

/** Filters of reverts and adjustments. An adjustment has its deposit's amount and currency. */
export interface DepositOperationQuery extends MovementListQuery {
  depositID?: string | undefined;
  sourceID?: string | undefined;
  status?: DepositStatus | undefined;
}

export interface DepositQuery extends DepositOperationQuery {
  revertStatus?: DepositRevertState | undefined;
}

const ORDER = { order: { createdAt: 'd.created_at', id: 'd.id' }, owners: ['d.party_id = ?'] };

const DEPOSITS = listing<DepositRow>({
  name: 'deposit-list',
  select: `SELECT ${DEPOSIT} FROM deposits d`,
  ...ORDER,
});
const REVERTS = listing<DepositRevertRow>({
  name: 'deposit-revert-list',
  select: `SELECT ${DEPOSIT_REVERT} FROM deposit_reverts d`,
  ...ORDER,
});
const ADJUSTMENTS = listing<DepositAdjustmentRow>({
  name: 'deposit-adjustment-list',
  select: `SELECT ${DEPOSIT_ADJUSTMENT} FROM deposit_adjustments d`,
  ...ORDER,
});

function getRequest(filters: DepositOperationQuery, own: (Condition | undefined)[]): PageRequest {
  const { partyID, limit, continuationToken } = filters;
  const conditions = [
    ...own,
    where('d.wallet_id = ?', filters.walletID),
    where('d.identity_id = ?', filters.identityID),
    where('d.source_id = ?', filters.sourceID),
    where('d.status = ?', filters.status),
    where('d.created_at >= ?', filters.createdAtFrom),
    where('d.amount >= ?', filters.amountFromMinor),
    where('d.amount <= ?', filters.amountToMinor),
    where('d.currency = ?', filters.currencyID),
  ];
  const until = where('d.created_at <= ?', filters.createdAtTo) ?? where('d.created_at < ?', filters.createdBefore);
  return { owner: partyID, conditions, until, limit, continuationToken };
}

const REVERTED: Record<DepositRevertState, string> = {
  None: 'd.reverted_amount = 0',
  Partial: 'd.reverted_amount > 0 AND d.reverted_amount < d.amount',
  Full: 'd.reverted_amount = d.amount',
};

/** Deposits of a party's wallets, newest first. @throws Refusal badToken */
export async function listDeposits(store: Store, filters: DepositQuery): Promise<Page<Deposit>> {
  const { depositID, revertStatus } = filters;
  const reverted = revertStatus && where(`(?::text IS NOT NULL AND ${REVERTED[revertStatus]})`, revertStatus);
  const request = getRequest(filters, [where('d.id = ?', depositID), reverted]);
  const page = await listPage(store, DEPOSITS, request);
  return { ...page, rows: page.rows.map(fromDepositRow) };
}

const FIND = statement<DepositRow>('deposit-find-any', `SELECT ${DEPOSIT} FROM deposits d WHERE id = $1`);

/** A deposit of any party: for operators. @throws Refusal notFound */
export async function findDeposit(database: Database, depositID: string): Promise<Deposit> {
  return fromDepositRow(requireRow(await database.run(FIND, [depositID]), 'Deposit'));
}

/** Reverts of deposits of a party's wallets, newest first. @throws Refusal badToken */
export async function listDepositReverts(store: Store, filters: DepositOperationQuery): Promise<Page<DepositRevert>> {
  const request = getRequest(filters, [where('d.deposit_id = ?', filters.depositID)]);
  const page = await listPage(store, REVERTS, request);
  return { ...page, rows: page.rows.map(fromRevertRow) };
}

/** Adjustments of deposits of a party's wallets, newest first. @throws Refusal badToken */
export async function listDepositAdjustments(
  store: Store,
  filters: DepositOperationQuery,
): Promise<Page<DepositAdjustment>> {
  const request = getRequest(filters, [where('d.deposit_id = ?', filters.depositID)]);
  return listPage(store, ADJUSTMENTS, request);
}

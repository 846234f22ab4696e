import type { MovementListQuery } from '../wallet-list-query';
import { requireRow } from '../../postgres/require-row';
import type { Withdrawal } from '../../../domain/wallets/withdrawal/withdrawal';
import type { WithdrawalStatus } from '../../../domain/wallets/withdrawal/withdrawal.machine';
import { lookup } from '../../postgres/database';
import { getBy, getByID } from '../../postgres/readers';
import { where } from '../../platform/listing/condition';
import { listPage, listing, type Page } from '../../platform/listing/list-page';
import type { Store } from '../../store';
import { WITHDRAWAL, fromWithdrawalRow, type WithdrawalRow } from './withdrawal.table';

const FIND = lookup<WithdrawalRow>(
  'withdrawal-find',
  `SELECT ${WITHDRAWAL} FROM withdrawals w WHERE id = $1 AND (party_id = $2 OR owner_party_id = $2)`,
);

/** The stored row, for the party that requested it or owns its wallet. @throws Refusal notFound */
export const getWithdrawalRow = getBy(FIND, 'Withdrawal', 'withdrawalID', 'partyID');

/** A withdrawal, for the party that requested it or owns its wallet. @throws Refusal notFound */
export async function getWithdrawal(store: Store, ref: { withdrawalID: string; partyID: string }): Promise<Withdrawal> {
  return fromWithdrawalRow(await getWithdrawalRow(store.database, ref), store.encryptionKeys);
}

const FIND_ANY = lookup<WithdrawalRow>('withdrawal-find-any', `SELECT ${WITHDRAWAL} FROM withdrawals w WHERE id = $1`);

/** A withdrawal of any party: not for callers. @throws Refusal notFound */
export const findWithdrawalRow = getByID(FIND_ANY, 'Withdrawal');

const FIND_BY_EXTERNAL_ID = lookup<WithdrawalRow>(
  'withdrawal-find-external',
  `SELECT ${WITHDRAWAL} FROM withdrawals w WHERE party_id = $1 AND external_id = $2`,
);

/** A party's withdrawal by external id. @throws Refusal notFound */
export async function getWithdrawalByExternalID(
  store: Store,
  { externalID, partyID }: { externalID: string; partyID: string },
): Promise<Withdrawal> {
  return fromWithdrawalRow(
    requireRow(await store.database.run(FIND_BY_EXTERNAL_ID, [partyID, externalID]), 'Withdrawal'),
    store.encryptionKeys,
  );
}

export const WITHDRAWALS = listing<WithdrawalRow>({
  name: 'withdrawal-list',
  select: `SELECT ${WITHDRAWAL} FROM withdrawals w`,
  order: { createdAt: 'w.created_at', id: 'w.id' },
  owners: ['w.party_id = ?', 'w.owner_party_id = ? AND w.owner_party_id <> w.party_id'],
});

export interface WithdrawalQuery extends MovementListQuery {
  withdrawalID?: string | undefined;
  destinationID?: string | undefined;
  externalID?: string | undefined;
  status?: WithdrawalStatus | undefined;
}

/** Withdrawals that a party requested or that left its wallets, newest first. @throws Refusal badToken */
export async function listWithdrawals(store: Store, filters: WithdrawalQuery): Promise<Page<Withdrawal>> {
  const page = await listWithdrawalRows(store, filters);
  const rows = await Promise.all(page.rows.map((row) => fromWithdrawalRow(row, store.encryptionKeys)));
  return { ...page, rows };
}

/** As `listWithdrawals`, without the personal data of the receivers. @throws Refusal badToken */
export async function listWithdrawalRows(store: Store, filters: WithdrawalQuery): Promise<Page<WithdrawalRow>> {
  const { partyID, limit, continuationToken } = filters;
  const conditions = [
    where('w.wallet_id = ?', filters.walletID),
    where('w.identity_id = ?', filters.identityID),
    where('w.id = ?', filters.withdrawalID),
    where('w.destination_id = ?', filters.destinationID),
    where('w.external_id = ?', filters.externalID),
    where('w.status = ?', filters.status),
    where('w.created_at >= ?', filters.createdAtFrom),
    where('w.amount >= ?', filters.amountFromMinor),
    where('w.amount <= ?', filters.amountToMinor),
    where('w.currency = ?', filters.currencyID),
  ];
  const until = where('w.created_at <= ?', filters.createdAtTo) ?? where('w.created_at < ?', filters.createdBefore);
  return listPage(store, WITHDRAWALS, { owner: partyID, conditions, until, limit, continuationToken });
}

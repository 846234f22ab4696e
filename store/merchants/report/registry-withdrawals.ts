import { decimalText } from '../../../domain/platform/money/amount-text';
import { REGISTRY_STATUSES } from '../../../domain/merchants/report/registry-columns';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { WithdrawalFailure } from '../../../domain/wallets/withdrawal/withdrawal-failure';
import { statement } from '../../postgres/database';
import { amountOrNull, sheetTime, type RegistrySource } from './registry-source';

interface WithdrawalRead {
  id: string;
  createdAt: Date;
  walletID: string;
  destinationID: string;
  amountMinor: bigint;
  currency: string;
  feeMinor: bigint | null;
  externalID: string | null;
  status: string;
  statusChangedAt: Date;
  failure: WithdrawalFailure | null;
}

const batch = (owner: string): string => `SELECT id, created_at AS "createdAt", wallet_id AS "walletID",
     destination_id AS "destinationID", amount AS "amountMinor", currency,
     CASE WHEN source_currency = destination_currency THEN nullif(source_amount - destination_amount, 0) END AS "feeMinor",
     external_id AS "externalID", status, status_changed_at AS "statusChangedAt", failure
   FROM withdrawals
   WHERE ${owner} = $1 AND created_at < $2 AND (created_at, id) > ($4::timestamptz, $5)
   ORDER BY created_at, id LIMIT $3`;

const BATCH_OF_IDENTITY = statement<WithdrawalRead>('report-registry-batch', batch('identity_id'));
const BATCH_OF_PARTY = statement<WithdrawalRead>('registry-withdrawals-batch', batch('party_id'));

const BY_ID = { idsOf: ({ id }: WithdrawalRead): string[] => [id], idCount: 1 };

/** Withdrawals of an identity, in the published format of the Wallet API. */
export const identityWithdrawalRows: RegistrySource<WithdrawalRead> = {
  ...BY_ID,
  batch: BATCH_OF_IDENTITY,
  ownerOf: ({ identityID }) => identityID,
  toRow: (read) => [
    read.id,
    rfc3339Text(read.createdAt),
    read.walletID,
    read.destinationID,
    decimalText(read),
    read.currency,
    amountOrNull(read.feeMinor, read.currency),
    read.externalID,
    read.status,
    read.failure?.code ?? null,
  ],
};

/** Withdrawals that a party requested. */
export const partyWithdrawalRows: RegistrySource<WithdrawalRead> = {
  ...BY_ID,
  batch: BATCH_OF_PARTY,
  ownerOf: ({ partyID }) => partyID,
  toRow: (read) => [
    read.id,
    sheetTime(read.createdAt),
    REGISTRY_STATUSES.withdrawals[read.status] ?? read.status,
    sheetTime(read.statusChangedAt),
    decimalText(read),
    read.currency,
    amountOrNull(read.feeMinor, read.currency),
    read.walletID,
    read.destinationID,
    read.externalID,
    read.failure?.code ?? null,
  ],
};

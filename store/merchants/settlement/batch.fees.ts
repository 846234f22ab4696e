import {
  getAmountMinor,
  settlementTerms,
  type CurrencyAmount,
} from '../../../domain/merchants/settlement/settlement-terms';
import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';
import { billedFeesAccount, feeAccount, settlementAccount } from '../../platform/ledger/accounts';
import { move, openAccounts, post, type Account, type Movement } from '../../platform/ledger/ledger';
import { statement, type Database, type Transaction } from '../../postgres/database';
import type { BalanceLine } from './balance-lines';
import type { BatchRow } from './batch.table';

/** A line of a batch as it is stored. */
export type ClosedLine = Omit<BalanceLine, 'type' | 'source' | 'createdAt'>;

/** A fee of a closed batch. */
export interface BatchFee {
  /** What the batch pays, in minor units: nothing if fees are billed. */
  withheldMinor: bigint;
  accounts: readonly Account[];
  charge(id: string): { movement: Movement; lines: ClosedLine[] };
}

/** What a payout of a batch costs by the terms in force. */
export function payoutFee(batch: BatchRow, terms: ShopTerms): BatchFee | undefined {
  return batchFee(batch, { terms, amounts: settlementTerms(terms).payoutFees, reason: 'fee of a payout' });
}

function batchFee(
  { id: batchID, shopID, currency, untilDay }: BatchRow,
  { terms, amounts, reason }: { terms: ShopTerms; amounts: readonly CurrencyAmount[]; reason: string },
): BatchFee | undefined {
  const feeMinor = getAmountMinor(amounts, currency);
  if (feeMinor === 0n) return undefined;
  const isBilled = terms.feeCollection === 'billed';
  const payer = isBilled ? billedFeesAccount(shopID, currency, batchID) : settlementAccount(shopID, currency);
  const platform = feeAccount(currency, batchID);
  const sides = { debitAccountID: payer.id, creditAccountID: platform.id };
  return {
    withheldMinor: isBilled ? 0n : feeMinor,
    accounts: [payer, platform],
    charge: (id) => ({
      movement: post({ id, ...sides, amountMinor: feeMinor, currency, reason }),
      lines: isBilled ? [] : [{ id, grossMinor: 0n, feeMinor, availableOn: untilDay }],
    }),
  };
}

const IS_CHARGED = statement<{ isCharged: boolean }>(
  'settlement-month-charged',
  `SELECT EXISTS (SELECT 1 FROM ledger_transfers WHERE id = $1) AS "isCharged"`,
);

/** Charges the fee of the month of a batch, once. Requires the lock of the batch. @returns its line, none if it is charged or billed */
export async function chargeMonth(
  database: Database,
  { batch, terms }: { batch: BatchRow; terms: ShopTerms },
  tx: Transaction,
): Promise<ClosedLine[]> {
  const fee = batchFee(batch, { terms, amounts: settlementTerms(terms).monthlyFees, reason: 'fee of a month' });
  if (!fee) return [];
  const id = `monthly-fee/${batch.untilDay.slice(0, 7)}/${batch.currency}/${batch.shopID}`;
  const [found] = await database.run(IS_CHARGED, [id], tx);
  if (found?.isCharged) return [];
  const { movement, lines } = fee.charge(id);
  await openAccounts(database, fee.accounts, tx);
  await move(database, [movement], tx);
  return lines;
}

import { cutBatch } from '../../../domain/merchants/settlement/cut';
import { planHoldAfterEnd, planHolds, type ReserveHold } from '../../../domain/merchants/settlement/reserve';
import { getAmountMinor, type SettlementRules } from '../../../domain/merchants/settlement/settlement-terms';
import type { Database, Transaction } from '../../postgres/database';
import {
  inTransitAccount,
  reserveAccount,
  settlementAccount,
  settlementAccountIDs,
} from '../../platform/ledger/accounts';
import {
  lockAccounts,
  move,
  openAccounts,
  post,
  readBalance,
  type Account,
  type Movement,
} from '../../platform/ledger/ledger';
import type { Store } from '../../store';
import type { BatchFee, ClosedLine } from './batch.fees';
import type { BatchRow } from './batch.table';
import { divideAmongDebts, listDebts } from './netting';
import type { Payee } from './payee';
import { insertPayout } from './payout.transitions';
import { recordReserve, type HeldReserve } from './reserve';

/** What decides how a batch is settled. */
interface BatchPlan {
  batch: BatchRow;
  rules: SettlementRules;
  /** Whom to pay; null if the amount is carried over. */
  payee: Payee | null;
  reserve: { endsOn: string | null; held: HeldReserve[]; released: HeldReserve[] };
  /** Of a payout. */
  fee: BatchFee | undefined;
  /** Of the lines so far. */
  netMinor: bigint;
  capturedMinor: bigint;
}

interface Posting {
  id: string;
  /** The other account of the shop's. */
  other: Account;
  /** Above zero for what the shop gets. */
  amountMinor: bigint;
  reason: string;
}

interface SettledBatch {
  /** What the settlement itself adds to the batch. */
  lines: ClosedLine[];
  payoutMinor: bigint;
}

/** Moves what a batch releases from the reserve, holds there, gives to other shops of the contract, and pays out. */
export async function settle(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  plan: BatchPlan,
  tx: Transaction,
): Promise<SettledBatch> {
  const { batch, rules, payee, fee } = plan;
  const { id, shopID, currency, untilDay } = batch;
  const accounts = {
    settlement: settlementAccount(shopID, currency),
    reserve: reserveAccount(shopID, currency),
    inTransit: inTransitAccount(shopID, currency),
  };
  const debtors = rules.netAcrossContract ? await listDebts(database, batch, tx) : [];
  const ofDebtors = debtors.map((debtor) => settlementAccount(debtor.shopID, currency));
  const locked = [...Object.values(accounts), ...ofDebtors, ...(fee?.accounts ?? [])];
  await openAccounts(database, locked, tx);
  await lockAccounts(database, locked, tx);
  // Another shop may have covered a debt before the lock.
  const now = debtors.length > 0 ? await listDebts(database, batch, tx) : [];
  const debts = now.filter(({ shopID: debtor }) => debtors.some((each) => each.shopID === debtor));

  const { released } = plan.reserve;
  const shares = await divide(database, plan, { debts, tx });
  const payoutMinor = shares.payoutMinor;
  const postings: Posting[] = [
    ...released.map(({ batchID, kind, amountMinor }) => ({
      ...{ id: `reserve/${batchID}/${kind}/release`, other: accounts.reserve, amountMinor },
      reason: 'reserve released',
    })),
    ...shares.held.map(({ kind, amountMinor }) => ({
      ...{ id: `reserve/${id}/${kind}/hold`, other: accounts.reserve, amountMinor: -amountMinor },
      reason: 'reserve of a batch',
    })),
    ...shares.covered.map(({ shopID: debtor, amountMinor }) => ({
      ...{ id: `netting/${id}/${debtor}`, other: settlementAccount(debtor, currency), amountMinor: -amountMinor },
      reason: `covers what shop ${debtor} owes`,
    })),
  ];
  let charged: ReturnType<BatchFee['charge']> | undefined;
  if (payoutMinor > 0n && payee) {
    const payout = await insertPayout({ database, origin }, { batch, amountMinor: payoutMinor, ...payee }, tx);
    const other = accounts.inTransit;
    postings.push({ id: `payout/${payout.id}/created`, other, amountMinor: -payoutMinor, reason: 'payout of a batch' });
    charged = fee?.charge(`payout/${payout.id}/fee`);
  }
  await recordReserve(database, batch, { released, held: shares.held }, tx);
  if (postings.length > 0) {
    const movements = postings.map((posting) => toMovement(posting, accounts.settlement));
    await move(database, charged ? [...movements, charged.movement] : movements, tx);
  }
  const lines = postings.map(({ id: transferID, amountMinor }) => ({
    ...{ id: transferID, grossMinor: amountMinor, feeMinor: 0n, availableOn: untilDay },
  }));
  return { lines: [...lines, ...(charged?.lines ?? [])], payoutMinor };
}

function toMovement({ id, other, amountMinor, reason }: Posting, own: Account): Movement {
  const [debit, credit] = amountMinor > 0n ? [other, own] : [own, other];
  const transfer = { id, currency: own.currency, reason, debitAccountID: debit.id, creditAccountID: credit.id };
  return post({ ...transfer, amountMinor: amountMinor > 0n ? amountMinor : -amountMinor });
}

interface Shares {
  held: ReserveHold[];
  covered: ReturnType<typeof divideAmongDebts>;
  payoutMinor: bigint;
}

/** Divides what is free: first the reserve, then debts of other shops, then what stays after the end of the contract; the rest is paid. */
async function divide(
  database: Database,
  { batch, rules, payee, reserve, fee, netMinor, capturedMinor }: BatchPlan,
  { debts, tx }: { debts: Parameters<typeof divideAmongDebts>[1]; tx: Transaction },
): Promise<Shares> {
  const { openingMinor, shopID, currency } = batch;
  const basis = { ...batch, rules, endsOn: reserve.endsOn };
  // Refunds and disputes under way may take what they hold.
  const { own, available } = await readBalance(database, settlementAccountIDs(shopID, currency), tx);
  const holdsMinor = own - available;
  const totalMinor = sum([openingMinor, netMinor, ...reserve.released.map(({ amountMinor }) => amountMinor)]);
  const freeMinor = totalMinor > holdsMinor ? totalMinor - holdsMinor : 0n;
  const held = planHolds(basis, { capturedMinor, freeMinor, held: reserve.held });
  const minimumMinor = getAmountMinor(rules.minimumAmounts, currency);
  const cut = cutBatch({
    ...{ openingMinor: totalMinor, linesMinor: held.map(({ amountMinor }) => -amountMinor), holdsMinor, minimumMinor },
    keepMinor: getAmountMinor(rules.keepAmounts, currency) + (fee?.withheldMinor ?? 0n),
  });
  const paidMinor = payee ? cut.payoutMinor : 0n;
  const covered = divideAmongDebts(paidMinor, debts);
  const restMinor = paidMinor - sum(covered.map(({ amountMinor }) => amountMinor));
  const stays = planHoldAfterEnd(basis, restMinor);
  const payoutMinor = restMinor - (stays?.amountMinor ?? 0n);
  const isEnough = payoutMinor >= minimumMinor;
  return { held: stays ? [...held, stays] : held, covered, payoutMinor: isEnough ? payoutMinor : 0n };
}

function sum(amountsMinor: readonly bigint[]): bigint {
  return amountsMinor.reduce((total, each) => total + each, 0n);
}

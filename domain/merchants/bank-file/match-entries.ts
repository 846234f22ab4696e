import type { Money } from '../../platform/money/money';
import type { PayoutStatus } from '../settlement/payout.machine';
import type { BankFilePlace, StatementEntry } from './bank-file';

/** A payout that a bank was given. */
export interface SentPayout extends Money {
  creditorAccount: string;
  status: PayoutStatus;
}

/**
 * Что движение значит для выплат: `paid` и `returned` изменили выплату, `known` уже применено по прежней выписке, `notBooked` ещё не
 * проведено банком; остальное требует внимания: неизвестная или повторная ссылка, другая сумма, валюта или счёт получателя, другой статус выплаты.
 */
export type BankLineResult =
  | 'paid'
  | 'returned'
  | 'known'
  | 'notBooked'
  | 'unknownReference'
  | 'doubledReference'
  | 'otherAccount'
  | 'otherAmount'
  | 'otherCurrency'
  | 'otherStatus';

/** What an entry says of the payouts. */
export interface EntryOutcome {
  kind: BankLineResult;
  entry: StatementEntry;
  place: BankFilePlace;
  /** What was sent and what the bank says, of a finding that compares them. */
  expected?: string;
  actual?: string;
}

/** What is known before a statement is matched. */
export interface KnownPayouts {
  payouts: ReadonlyMap<string, SentPayout>;
  /** Ids of the entries of earlier statements, which change nothing again. */
  entryIDs: ReadonlySet<string>;
}

/**
 * Matches entries with payouts by reference; the outcomes are in the order of the entries. Debits come before credits,
 * because a statement may list a return ahead of its payout.
 */
export function matchEntries(entries: readonly StatementEntry[], known: KnownPayouts): EntryOutcome[] {
  const statuses = new Map<string | null, SentPayout['status']>();
  const outcomes = new Map<StatementEntry, EntryOutcome>();
  for (const direction of ['debit', 'credit'] as const) {
    for (const entry of entries.filter((each) => each.direction === direction)) {
      const payout = known.payouts.get(entry.reference ?? '');
      const status = statuses.get(entry.reference) ?? payout?.status;
      const result = known.entryIDs.has(entry.id) ? { kind: 'known' as const } : matchEntry(entry, payout, status);
      if (result.kind === 'paid' || result.kind === 'returned') statuses.set(entry.reference, result.kind);
      outcomes.set(entry, { ...result, entry, place: entry.place });
    }
  }
  return entries.flatMap((entry) => outcomes.get(entry) ?? []);
}

/** Whether an operator has to look at it. */
export function isEntryFinding(kind: BankLineResult): boolean {
  return !['paid', 'returned', 'known', 'notBooked'].includes(kind);
}

type Result = Pick<EntryOutcome, 'actual' | 'expected' | 'kind'>;

function matchEntry(entry: StatementEntry, payout?: SentPayout, status?: SentPayout['status']): Result {
  if (entry.status === 'notBooked') return { kind: 'notBooked' };
  if (!payout) return { kind: 'unknownReference' };
  const { currency, amountMinor, creditorAccount } = payout;
  if (entry.currency !== currency) return { kind: 'otherCurrency', expected: currency, actual: entry.currency };
  if (entry.amountMinor !== amountMinor) {
    return { kind: 'otherAmount', expected: String(amountMinor), actual: String(entry.amountMinor) };
  }
  if (status === 'returned') return { kind: 'doubledReference' };
  if (status !== 'sent' && status !== 'paid') return { kind: 'otherStatus', expected: 'sent', actual: status ?? '' };
  // A bank returns money from an account of its own.
  if (entry.direction === 'credit') return { kind: 'returned' };
  if (entry.counterAccount !== null && entry.counterAccount !== creditorAccount) {
    return { kind: 'otherAccount', expected: creditorAccount, actual: entry.counterAccount };
  }
  return { kind: status === 'paid' ? 'doubledReference' : 'paid' };
}

import type { BalanceTransactionType } from './balance-transaction';

/** The sections of a statement in their order. */
export const STATEMENT_GROUPS = [
  'payments',
  'refunds',
  'disputes',
  'fees',
  'reserve',
  'corrections',
  'payouts',
] as const;
export type StatementGroup = (typeof STATEMENT_GROUPS)[number];

/** The section and the Russian name of each type of line. Fees that are withheld from a line of another section are in the section of fees. */
export const STATEMENT_LINES = {
  payment: ['payments', 'Платёж'],
  allocation: ['payments', 'Доля платежа'],
  refund: ['refunds', 'Возврат'],
  chargeback: ['disputes', 'Чарджбэк'],
  chargebackReversal: ['disputes', 'Отмена чарджбэка'],
  disputeFee: ['fees', 'Плата за рассмотрение спора'],
  disputeFeeReversal: ['fees', 'Возврат платы за рассмотрение спора'],
  correction: ['corrections', 'Корректировка'],
  payout: ['payouts', 'Выплата'],
  payoutFailure: ['payouts', 'Возвращённая выплата'],
  reserveHold: ['reserve', 'Удержание в резерв'],
  reserveRelease: ['reserve', 'Возврат из резерва'],
  netting: ['corrections', 'Зачёт между магазинами'],
  writeOff: ['corrections', 'Списание долга'],
  refundFee: ['fees', 'Комиссия за возврат'],
  payoutFee: ['fees', 'Комиссия за выплату'],
  processingFee: ['fees', 'Комиссия за обслуживание'],
  feeReturn: ['fees', 'Возврат комиссии'],
} as const satisfies Record<BalanceTransactionType, readonly [StatementGroup, string]>;

/** Amounts of lines, in minor units. */
export interface StatementAmounts {
  grossMinor: bigint;
  feeMinor: bigint;
  vatMinor: bigint;
}

/** What each section and the withheld fees add to a balance, with the VAT of all fees; the sections sum to the change of the balance. */
export interface StatementSums {
  groups: Record<StatementGroup, bigint>;
  vatMinor: bigint;
}

export function sumStatement(lines: Iterable<StatementAmounts & { type: BalanceTransactionType }>): StatementSums {
  const groups = Object.fromEntries(STATEMENT_GROUPS.map((group) => [group, 0n])) as Record<StatementGroup, bigint>;
  let total = 0n;
  for (const { type, grossMinor, feeMinor, vatMinor } of lines) {
    groups[STATEMENT_LINES[type][0]] += grossMinor;
    groups.fees -= feeMinor;
    total += vatMinor;
  }
  return { groups, vatMinor: total };
}

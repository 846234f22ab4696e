import type { AnswerDifference } from './answer-fact';
import type { FindingFacts } from './finding-facts';
import type { OperationKind } from './operation';

/** The closed list of mismatches, used by metrics, reports and operators' commands. */
export const FINDING_KINDS = [
  'unknownOperation',
  'orphanHold',
  'lateSuccess',
  'unrecordedOutcome',
  'missingEffect',
  'doubledEffect',
  'differentAmount',
  'differentCurrency',
  'differentState',
  'differentSums',
  'unreadableRow',
  'refusedReceipt',
  'returnedPayout',
  'dispute',
  'contradictedAnswer',
  'differentFee',
] as const;

/** Kinds that only operators settle: no pass over a list finds them, or not all of them. */
export const REPORTED_KINDS: readonly FindingKind[] = [
  'refusedReceipt',
  'returnedPayout',
  'dispute',
  'contradictedAnswer',
];

/**
 * Что найдено при сверке. `unreadableRow` — строка в списке коннектора или отчёт эквайера, которые нельзя прочитать. `lateSuccess` — деньги
 * плательщика у коннектора, хотя платёж здесь не прошёл. `returnedPayout` — выплата вернулась, деньги зачислены на кошелёк.
 * `dispute` — спор, который платформа не смогла отразить сама. `refusedReceipt` — онлайн-касса не зарегистрировала чек.
 * `contradictedAnswer` — ответ провайдера не о том, о чём его просили. `differentFee` — эквайер удержал не ту комиссию.
 */
export type FindingKind = (typeof FINDING_KINDS)[number];

/** The automatic repair: void the hold, or look the outcome up and record it. */
export type Repair = 'void' | 'lookUp';

/** A difference between a connector and the database. */
export interface Finding {
  kind: FindingKind;
  /** The operation id; for sums the window, currency and kind; for an unreadable row without one the row's id. */
  operationID: string;
  /** The entity, if the operation id does not name it. */
  subject?: string;
  /** The operation's kind; `unknown` if the row does not state it. */
  operationKind: OperationKind | 'unknown';
  /** Absent if only an operator can decide. */
  repair?: Repair;
  /** What is known about it beside its kind and amounts. */
  facts: FindingFacts;
  currency: string | null;
  connectorMinor: bigint | null;
  recordedMinor: bigint | null;
  /** The connector's own id, if it has one. */
  connectorReference?: string;
  /** What an answer contradicts. */
  differences?: readonly AnswerDifference[];
  /** When the operation was decided, on whichever side it is known. */
  at: Date;
}

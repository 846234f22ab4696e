import type { AnswerFact } from '../domain/operators/reconciliation/answer-fact';
import type { OperationKind } from '../domain/operators/reconciliation/operation';

/** What an answer says of its operation, as the acquirer sent it. What an answer does not carry is absent. */
export interface Stated {
  /** Our id of the operation. */
  operation?: string | undefined;
  /** Our id, and the acquirer's, of the authorisation that a follow-up belongs to. */
  authorisation?: string | undefined;
  authorisationReference?: string | undefined;
  /** In minor units; null if it is no amount of its currency. */
  amount?: bigint | null | undefined;
  currency?: string | undefined;
  state?: 'held' | 'captured' | undefined;
  isTest?: boolean | undefined;
  account?: string | undefined;
}

/** What a connector declares about its answers. */
export interface AnswerStatement {
  /** Whether its account moves no real money. */
  isTest: boolean;
  /** The acquirer's name of the account, where answers carry it. */
  account?: string;
  /** The account of payouts. */
  payOutAccount?: string;
  /** What every approval of a kind states; an approval without it is none. */
  facts: Readonly<Partial<Record<OperationKind, readonly AnswerFact[]>>>;
}

/** What was asked for, for a request that does not carry it. */
export interface ExpectedAmount {
  amount: bigint;
  currency: string;
  /** Payers decide the amount, at a terminal or in a crypto currency. */
  mayDiffer?: boolean;
}

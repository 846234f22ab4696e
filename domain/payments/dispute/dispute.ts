import type { ChargebackStage } from '../chargeback/chargeback.machine';

/**
 * What an acquirer states about a dispute. `inquiry` opens no chargeback: the bank asks a question or warns of fraud. `won`,
 * `lost` and `withdrawn` end a stage; `lost` includes claims that the merchant accepted.
 */
export type DisputeEvent = 'inquiry' | 'opened' | 'updated' | 'won' | 'lost' | 'withdrawn';

/** A statement of an acquirer about a dispute, sent in a signed callback. Amounts in minor units. */
export interface DisputeNotice {
  /** A repeated statement has the same id. */
  id: string;
  /** The acquirer's reference of the dispute, the same in all its statements. */
  disputeReference: string;
  event: DisputeEvent;
  /** Without it the stage is not stated. */
  stage?: ChargebackStage;
  /** The disputed operation as it was sent to the acquirer, or a name of the acquirer's for which a look-up finds it. */
  operationID: string;
  amountMinor?: bigint;
  currency?: string;
  /** What the acquirer charges for the dispute. */
  levyMinor?: bigint;
  reasonCode?: string;
  category?: string;
  /** Until when evidence is accepted. */
  answerDueAt?: Date;
  statedAt: Date;
}

/**
 * `waiting`: not applied yet. `attention`: listed for operators. `superseded`: a later statement was applied before. `shown`: it
 * changes nothing.
 */
export type NoticeState = 'waiting' | 'applied' | 'superseded' | 'shown' | 'attention';

/** A dispute as the acquirer has it now. */
export interface FoundDispute {
  /** `open`: waits for an answer. `answered`: the bank decides. `unknown`: the acquirer did not say. */
  state: 'open' | 'answered' | 'won' | 'lost' | 'unknown';
  /** The disputed operation as it was sent. */
  operationID: string | undefined;
  /** The answer that the acquirer has. */
  answerID: string | undefined;
}

/** How a chargeback's stage is answered at the acquirer. */
export type DisputeAnswer = 'contest' | 'accept';

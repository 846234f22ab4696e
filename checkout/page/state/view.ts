import type { Trouble } from '../api/client';
import type { PaymentMethod } from '../api/types';
import type { Outcome, ToolKind } from '../outcomes';
import type { FieldName } from './failures';
import type { Attempt } from './progress';
import type { Order, Purpose } from './purpose';
import type { Way } from './ways';

/** What the page shows now. */
export type Stage =
  | { name: 'loading' }
  /** Nothing can be paid here. */
  | { name: 'closed'; outcome: Outcome }
  /** The payer says how much. */
  | { name: 'amount'; asked: { currency: string; least?: number; max?: number }; problem?: Outcome }
  /**
   * The payer chooses how to pay. A problem is told aside where he may be typing: it is another tab's. It may be of a kind of
   * tool, or of one field of the form.
   */
  | { name: 'choosing'; problem?: Outcome; tool?: ToolKind; field?: FieldName; isSending?: boolean; isAside?: boolean }
  /** Everybody waits for the platform or the bank. */
  | { name: 'waiting'; isSlow: boolean; isEnding?: boolean }
  /** The payer is asked to do something. */
  | { name: 'interaction'; attempt: Attempt; interaction: NonNullable<Attempt['interaction']> }
  /** Paid: while the page was there (`isNews`) or before. */
  | { name: 'done'; isNews: boolean; attempt?: Attempt; approvalCode?: string };

export interface View {
  stage: Stage;
  order?: Order;
  methods?: readonly PaymentMethod[];
  /** Other ways than cards, as soon as they are known. */
  ways?: readonly Way[];
  kind: Purpose['kind'];
  /** How many attempts of this tab are over: each begins with empty fields, however fast the one before was declined. */
  round: number;
  /** Whether the payer may have sent money that no event tells of. */
  mayBeSent?: boolean;
  /** Whether the last calls came through. */
  connection: 'good' | 'troubled' | 'lost' | 'busy';
}

/** So often in a row a call may fail before the payer is told that there is no connection. */
const LOST_AFTER = 3;

/** What the payer is told of the connection, after how calls went. */
export function connectionAfter({ failedInARow, isBusy }: Trouble): View['connection'] {
  if (failedInARow === 0) return 'good';
  if (isBusy) return 'busy';
  return failedInARow < LOST_AFTER ? 'troubled' : 'lost';
}

/** Whether the page has come to its end. */
export function isOver({ name }: Stage): boolean {
  return name === 'closed' || name === 'done';
}

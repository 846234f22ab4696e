import type { PaymentMethod } from '../api/types';
import type { Outcome } from '../outcomes';
import type { Attempt } from './progress';
import type { Order, Purpose } from './purpose';
import type { Way } from './ways';

/** What the page shows now. */
export type Stage =
  | { name: 'loading' }
  /** Nothing can be paid here. */
  | { name: 'closed'; outcome: Outcome }
  /** The payer says how much. */
  | { name: 'amount'; asked: { currency: string; least?: number; most?: number }; problem?: Outcome }
  /** The payer chooses how to pay. A problem is told aside where he may be typing: it is another tab's. */
  | { name: 'choosing'; problem?: Outcome; isSending?: boolean; isAside?: boolean }
  /** Everybody waits for the platform or the bank. */
  | { name: 'waiting'; isSlow: boolean }
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
  /** Whether the last calls came through. */
  connection: 'good' | 'troubled' | 'lost' | 'busy';
}

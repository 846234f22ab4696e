import type { Trouble } from '../api/client';
import type { PayersShop, PaymentMethod, PaymentToolDetails } from '../api/types';
import type { FinalOutcome } from '../outcomes';
import type { FieldName } from './failures';
import type { TrackedAttempt } from './progress';
import type { Order, Purpose } from './purpose';
import type { Way } from './payment-tools';

export type Stage =
  | { name: 'loading' }
  | { name: 'closed'; outcome: FinalOutcome }
  | { name: 'amount'; amountRequest: { currency: string; min?: number; max?: number }; problem?: FinalOutcome }
  /** The payer chooses how to pay. A problem of another tab is shown aside. It may concern a tool or one field. */
  | {
      name: 'choosing';
      problem?: FinalOutcome;
      tool?: PaymentToolDetails | undefined;
      field?: FieldName;
      isSending?: boolean;
      isAside?: boolean;
    }
  | { name: 'waiting'; isSlow: boolean; isEnding?: boolean }
  | { name: 'interaction'; attempt: TrackedAttempt; interaction: NonNullable<TrackedAttempt['interaction']> }
  /** Paid, while the page was open (`isNews`) or before. */
  | { name: 'done'; isNews: boolean; attempt?: TrackedAttempt; approvalCode?: string };

export interface View {
  stage: Stage;
  order?: Order;
  /** Absent until it is read, or if it could not be read. */
  shop?: PayersShop | undefined;
  methods?: readonly PaymentMethod[];
  ways?: readonly Way[];
  kind: Purpose['kind'];
  /** How many attempts of this tab have ended: each new one starts with empty fields. */
  round: number;
  mayBeSent?: boolean;
  connection: 'good' | 'troubled' | 'lost' | 'busy';
}

/** Consecutive failures before the page reports a lost connection. */
const LOST_AFTER = 3;

export function connectionAfter({ failedInARow, isBusy }: Trouble): View['connection'] {
  if (failedInARow === 0) return 'good';
  if (isBusy) return 'busy';
  return failedInARow < LOST_AFTER ? 'troubled' : 'lost';
}

export function isOver({ name }: Stage): boolean {
  return name === 'closed' || name === 'done';
}

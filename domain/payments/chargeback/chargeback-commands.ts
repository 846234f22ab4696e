import {
  AMOUNT,
  CURRENCY,
  ID,
  choice,
  text,
  type CommandFields,
} from '../../operators/operator-command/command-fields';
import { CHARGEBACK_STAGES } from './chargeback.machine';

const CHARGEBACK = { invoiceID: ID, paymentID: ID, chargebackID: ID } as const;

/**
 * Fields of the operators' chargeback commands (docs/operators.md). `body` is the disputed amount, `levy` the platform's
 * charge for the dispute.
 */
export const CHARGEBACK_COMMANDS = {
  /** Records a chargeback. The currency must be the payment's. */
  create: {
    required: { invoiceID: ID, paymentID: ID, body: AMOUNT, levy: AMOUNT },
    optional: { currency: CURRENCY, reasonCode: text({ to: 1_000 }) },
  },
  /** Accepts, rejects or cancels a chargeback. */
  decide: { required: CHARGEBACK, optional: {} },
  /** Reopens a chargeback at the next stage; omitted fields keep their values. */
  reopen: {
    required: CHARGEBACK,
    optional: { stage: choice(CHARGEBACK_STAGES), body: AMOUNT, levy: AMOUNT },
  },
} as const satisfies Record<string, CommandFields>;

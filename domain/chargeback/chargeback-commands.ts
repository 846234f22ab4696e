import {
  AMOUNT,
  CURRENCY,
  ID,
  choice,
  text,
  type CommandFields,
  type TypedCommand,
} from '../operator-command/command-fields';
import { CHARGEBACK_STAGES } from './chargeback.machine';

const CHARGEBACK = { invoiceID: ID, paymentID: ID, chargebackID: ID } as const;

/**
 * What operators type about chargebacks; see docs/operators.md. `body` is what the payer's bank wants back, `levy` what the
 * platform takes for the dispute.
 */
export const CHARGEBACK_COMMANDS = {
  /** Records a claim. A currency is checked against the payment's. */
  create: {
    required: { invoiceID: ID, paymentID: ID, body: AMOUNT, levy: AMOUNT },
    optional: { currency: CURRENCY, reasonCode: text({ to: 1_000 }) },
  },
  /** Accepts, rejects or cancels it. */
  decide: { required: CHARGEBACK, optional: {} },
  /** Opens it again; what is not said stays as it was, and the stage is the next one. */
  reopen: {
    required: CHARGEBACK,
    optional: { stage: choice(CHARGEBACK_STAGES), body: AMOUNT, levy: AMOUNT },
  },
} as const satisfies Record<string, CommandFields>;

export type CreateChargebackInput = TypedCommand<typeof CHARGEBACK_COMMANDS.create>;
export type DecideChargebackInput = TypedCommand<typeof CHARGEBACK_COMMANDS.decide>;
export type ReopenChargebackInput = TypedCommand<typeof CHARGEBACK_COMMANDS.reopen>;

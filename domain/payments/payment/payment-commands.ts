import { AMOUNT, CURRENCY, ID, type CommandFields } from '../../operators/operator-command/command-fields';

const PAYMENT = { invoiceID: ID, paymentID: ID };

/** Fields of the operators' payment commands (docs/operators.md). */
export const PAYMENT_COMMANDS = {
  /** Captures a hold, in whole by default. */
  capture: { required: PAYMENT, optional: { amount: AMOUNT, currency: CURRENCY } },
  /** Releases a hold. */
  cancel: { required: PAYMENT, optional: {} },
  /** Decides a review. */
  review: { required: PAYMENT, optional: {} },
  /** The amount is required, because what is left may grow until the command is approved. */
  refund: { required: { ...PAYMENT, amount: AMOUNT, currency: CURRENCY }, optional: {} },
} as const satisfies Record<string, CommandFields>;

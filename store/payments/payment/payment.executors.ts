import type { PAYMENT_COMMANDS } from '../../../domain/payments/payment/payment-commands';
import type { ReadCommand } from '../../../domain/operators/operator-command/command-fields';
import type {
  CommandAssessment,
  CommandExecutor,
  ExecutedCommand,
} from '../../operators/operator-command/command-executor';
import { getReason } from '../../platform/audit/origin';
import type { Database } from '../../postgres/database';
import { decideReview } from '../review/review.transitions';
import { refundPayment } from '../refund/refund.by-operator';
import { cancelPayment, capturePayment, type DecidedHold } from './operator.transitions';
import { findPayment } from './payment.queries';

type Parameters<Name extends keyof typeof PAYMENT_COMMANDS> = ReadCommand<(typeof PAYMENT_COMMANDS)[Name]>;

/** Without an amount the command moves what was authorised. */
async function assess(
  database: Database,
  { amount, currency, ...ref }: Parameters<'capture'>,
): Promise<CommandAssessment> {
  const payment = await findPayment(database, ref);
  const money = { amountMinor: amount ?? payment.authorisedAmountMinor, currency: currency ?? payment.currency };
  return { money, partyID: payment.partyID };
}

function toExecuted({ amountMinor, ...decided }: DecidedHold): ExecutedCommand {
  return { outcome: { ...decided, amount: Number(amountMinor) } };
}

const capture: CommandExecutor<Parameters<'capture'>> = {
  assess,
  execute: async (store, { invoiceID, paymentID, amount, currency }) => {
    const money = { ...(amount === undefined ? {} : { amountMinor: amount }), ...(currency && { currency }) };
    return toExecuted(await capturePayment(store, { invoiceID, paymentID, ...money, reason: getReason(store) }));
  },
};

const cancel: CommandExecutor<Parameters<'cancel'>> = {
  assess,
  execute: async (store, ref) => toExecuted(await cancelPayment(store, { ...ref, reason: getReason(store) })),
};

/** The refund's workflow carries it out, so it may still be declined. */
const refund: CommandExecutor<Parameters<'refund'>> = {
  assess,
  execute: async (store, { amount, ...given }, commandID) => {
    const request = { ...given, commandID, amountMinor: amount, reason: getReason(store) };
    const made = await refundPayment(store, request);
    const { invoiceID, paymentID, id, status } = made.refund;
    return { outcome: { invoiceID, paymentID, refundID: id, status, isChanged: made.isChanged } };
  },
};

/** A rejection moves no money: no limit applies. */
function reviewExecutor(outcome: 'approved' | 'rejected'): CommandExecutor<Parameters<'review'>> {
  return {
    assess: async (database, ref) => {
      const assessed = await assess(database, ref);
      return outcome === 'approved' ? assessed : { ...assessed, money: undefined };
    },
    execute: async (store, ref, commandID) => ({
      outcome: { ...(await decideReview(store, ref, { outcome, commandID })) },
    }),
  };
}

export const paymentExecutors = {
  ...{ capturePayment: capture, cancelPayment: cancel, refundPayment: refund },
  ...{ approveReview: reviewExecutor('approved'), rejectReview: reviewExecutor('rejected') },
};

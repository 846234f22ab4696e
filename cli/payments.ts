import type { Command } from 'commander';
import { listPaymentAttempts } from '../store/payment/payment.attempts';
import { readPaymentName } from '../domain/timeline/target';
import { addPaymentDecisions } from './operator-decisions';
import { withTimelineAction, parsePaymentTarget } from './timeline';
import { print, withStore } from './with-store';

/** `payment NAME` prints the timeline of a payment, `payment attempts NAME` its attempts with connectors. */
export function addPaymentCommands(program: Command): void {
  const payment = program.command('payment').description('what happened to a payment, in one order');
  withTimelineAction(payment, '<invoice.payment>', parsePaymentTarget);
  addPaymentDecisions(payment);
  payment
    .command('attempts')
    .description('list the attempts to authorise a payment: connector, reason and result')
    .argument('<invoice.payment>', "the invoice's id and the payment's, as in the id of its workflow")
    .action((name: string) =>
      withStore(async ({ database }) => (await listPaymentAttempts(database, getRef(name))).forEach(print)),
    );
}

function getRef(name: string): { invoiceID: string; paymentID: string } {
  const ref = readPaymentName(name);
  if (!ref) throw new Error(`${name} is not INVOICE.PAYMENT`);
  return ref;
}

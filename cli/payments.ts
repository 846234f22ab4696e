import type { Command } from 'commander';
import { listPaymentAttempts } from '../store/payment/payment.attempts';
import { readPaymentName } from '../domain/timeline/target';
import { asTimeline, paymentTarget } from './timeline';
import { print, withStore } from './with-store';

/** `payment INVOICE.PAYMENT`: what happened to a payment. `payment attempts INVOICE.PAYMENT`: which connectors were asked for a payment, why, and what they answered. */
export function addPaymentCommands(program: Command): void {
  const payment = program.command('payment').description('what happened to a payment, in one order');
  asTimeline(payment, '<invoice.payment>', paymentTarget);
  payment
    .command('attempts')
    .description('the connectors that were asked to authorise a payment, in their order: why, and what they answered')
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

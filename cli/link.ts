import type { Command } from 'commander';
import { runAt, withRemoteOption } from './remote';
import { print } from './with-store';

/** `link INVOICE` prints a payment link. */
export function addLinkCommand(program: Command): void {
  withRemoteOption(program.command('link'))
    .description('create a payment link for an invoice; it is valid for three days')
    .argument('<invoice>', "the invoice's id")
    .option('--redirect-url <url>', 'where the payer returns after paying')
    .action(async (invoiceID: string, { redirectUrl }: { redirectUrl?: string }, command: Command) => {
      const path = `invoices/${encodeURIComponent(invoiceID)}/payment-link`;
      print(await runAt(command, { method: 'POST', path, body: { redirectUrl } }));
    });
}

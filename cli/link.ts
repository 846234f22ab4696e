import type { Command } from 'commander';
import { decodeJwt } from 'jose';
import type { Invoice } from '../domain/invoice/invoice';
import { rfc3339Text } from '../domain/rfc3339/rfc3339';
import { loadEnvironment } from '../runtime/environment';
import { createAccessToken } from '../security/access-tokens';
import { lockInvoice } from '../store/invoice/invoice.table';
import { readKeyRing } from '../security/key-ring';
import { print, withStore } from './with-store';

/** `link INVOICE` prints a payment link. Anyone with the link may pay, so it is not stored. */
export function addLinkCommand(program: Command): void {
  program
    .command('link')
    .description('create a payment link for an invoice; it is valid for three days')
    .argument('<invoice>', "the invoice's id")
    .option('--redirect-url <url>', 'where the payer returns after paying')
    .action((invoiceID: string, { redirectUrl }: { redirectUrl?: string }) => {
      if (redirectUrl !== undefined && !isWebAddress(redirectUrl)) {
        throw new Error('invalidRequest: redirect-url: must be a full http(s) address of at most 1000 characters');
      }
      return withStore(async ({ database }) => {
        const invoice = await database.transaction((tx) => lockInvoice(database, invoiceID, tx));
        print(await buildLink(requirePayable(invoiceID, invoice), redirectUrl));
      });
    });
}

async function buildLink({ id, partyID, shopID }: Invoice, redirectUrl: string | undefined): Promise<object> {
  const { CHECKOUT_URL, TOKEN_SIGNING_KEY } = loadEnvironment();
  const key = readKeyRing(TOKEN_SIGNING_KEY);
  const token = await createAccessToken({ kind: 'invoice', id, partyID, shopID }, key);
  // Browsers do not send fragments, so the token reaches no server log or referrer.
  const fragment = { invoiceID: id, invoiceAccessToken: token, ...(redirectUrl ? { redirectUrl } : {}) };
  const url = `${CHECKOUT_URL.replace(/\/+$/, '')}/pay#${new URLSearchParams(fragment).toString()}`;
  return { invoiceID: id, url, validUntil: rfc3339Text(new Date((decodeJwt(token).exp ?? 0) * 1000)) };
}

function requirePayable(invoiceID: string, invoice: Invoice | undefined): Invoice {
  if (!invoice) throw new Error(`there is no invoice ${invoiceID}`);
  if (invoice.status !== 'unpaid') throw new Error(`invalidInvoiceStatus: invoice ${invoiceID} is ${invoice.status}`);
  return invoice;
}

function isWebAddress(text: string): boolean {
  return text.length <= 1000 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

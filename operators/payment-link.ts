import { decodeJwt } from 'jose';
import { Refusal, notFound } from '../domain/platform/errors/refusal';
import { rfc3339Text } from '../domain/platform/rfc3339/rfc3339';
import { createAccessToken } from '../security/access-tokens';
import type { KeyRing } from '../security/key-ring';
import { lockInvoice } from '../store/payments/invoice/invoice.table';
import type { Database } from '../store/postgres/database';

export interface PaymentLink {
  invoiceID: string;
  url: string;
  validUntil: string;
}

export interface PaymentLinkRequest {
  invoiceID: string;
  redirectUrl?: string | undefined;
  /** Whose invoice it must be; undefined for an operator. */
  ownPartyID?: string;
}

/**
 * Creates a link to the payment page of an unpaid invoice. Anyone with the link may pay, so it is not stored.
 * @throws Refusal notFound, invalidInvoiceStatus
 */
export async function createPaymentLink(
  database: Database,
  { invoiceID, redirectUrl, ownPartyID }: PaymentLinkRequest,
  { checkoutUrl, tokenSigningKeys }: { checkoutUrl: string; tokenSigningKeys: KeyRing },
): Promise<PaymentLink> {
  const invoice = await database.transaction((tx) => lockInvoice(database, invoiceID, tx));
  if (!invoice || (ownPartyID ?? invoice.partyID) !== invoice.partyID) throw notFound('Invoice');
  const { id, partyID, shopID, status } = invoice;
  if (status !== 'unpaid') throw new Refusal('invalidInvoiceStatus', `invoice ${invoiceID} is ${status}`);
  const token = await createAccessToken({ kind: 'invoice', id, partyID, shopID }, tokenSigningKeys);
  // Browsers do not send fragments, so the token reaches no server log or referrer.
  const fragment = { invoiceID: id, invoiceAccessToken: token, ...(redirectUrl ? { redirectUrl } : {}) };
  const url = `${checkoutUrl.replace(/\/+$/, '')}/pay#${new URLSearchParams(fragment).toString()}`;
  return { invoiceID: id, url, validUntil: rfc3339Text(new Date((decodeJwt(token).exp ?? 0) * 1000)) };
}

import type { ApiClient } from '../api/client';
import { keepSession, type Cost, type KeptSession } from '../session';
import { invoicePurpose } from './invoice';
import { readShop, withShop } from './shop';
import type { Purpose } from './purpose';
import type { TemplateOffer } from './template';

export type Found = { purpose: Purpose } | { offer: TemplateOffer };

/** Loads the purpose of a link. Customers and templates are rare, so their code is loaded on demand. */
export async function findPurpose(call: ApiClient, kept: KeptSession): Promise<Found> {
  const { options, invoice } = kept.session;
  if (invoice) return { purpose: invoicePurpose(call, { ...invoice, options }) };
  const { invoiceID, invoiceAccessToken, customerID, customerAccessToken } = options;
  if (invoiceID && invoiceAccessToken) {
    return { purpose: invoicePurpose(call, { id: invoiceID, token: invoiceAccessToken, options }) };
  }
  if (customerID && customerAccessToken) {
    const { customerPurpose } = await import('./customer');
    return { purpose: customerPurpose(call, { id: customerID, token: customerAccessToken, options }) };
  }
  const { readTemplate } = await import('./template');
  const template = getTemplate(kept);
  const [offer, shop] = await Promise.all([
    readTemplate(call, { ...template, options }),
    readShop(call, template.token),
  ]);
  if (offer.amountRequest) return { offer: { ...offer, order: withShop(offer.order, shop) } };
  return { purpose: await makeInvoice(call, kept, offer.cost) };
}

export function makeChosen(call: ApiClient, kept: KeptSession, cost: Cost): Promise<Purpose> {
  kept.session.cost = cost;
  keepSession(kept);
  return makeInvoice(call, kept, cost);
}

/** Makes the invoice and stores it, so that a reload pays the same one. */
async function makeInvoice(call: ApiClient, kept: KeptSession, cost: Cost | undefined): Promise<Purpose> {
  const { options, attemptID } = kept.session;
  const { makeInvoice: make } = await import('./template');
  const invoice = await make(call, { ...getTemplate(kept), externalID: attemptID, cost });
  kept.session.invoice = invoice;
  keepSession(kept);
  return invoicePurpose(call, { ...invoice, options });
}

function getTemplate({ session }: KeptSession): { id: string; token: string } {
  const { invoiceTemplateID = '', invoiceTemplateAccessToken = '' } = session.options;
  return { id: invoiceTemplateID, token: invoiceTemplateAccessToken };
}

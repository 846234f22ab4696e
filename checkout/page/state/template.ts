import type { Client } from '../api/client';
import type { InvoiceTemplate } from '../api/types';
import type { PaymentOptions } from '../../options';
import type { Cost } from '../session';
import type { Order } from './purpose';

/** What a template leaves to the payer: nothing, or the amount within bounds. */
export interface TemplateOffer {
  order: Order;
  /** Absent where the template, or the link, says what is to be paid. */
  asked?: { currency: string; least?: number; max?: number };
  /** What the link says, or the payer later. */
  cost?: Cost;
}

/** Reads a template, and says what the payer still has to choose. */
export async function readTemplate(
  call: Client,
  input: { id: string; token: string; options: PaymentOptions },
): Promise<TemplateOffer> {
  const { token, options } = input;
  const template = await call<InvoiceTemplate>(`/invoice-templates/${encodeURIComponent(input.id)}`, { token });
  const order = getOrder(template, options);
  const { details, currency } = template;
  if (details.templateType === 'InvoiceTemplateMultiLine') return { order };
  const { price } = details;
  if (price.costType === 'InvoiceTemplateLineCostFixed') return { order };
  if (options.amount !== undefined) return { order, cost: { amount: options.amount, currency } };
  const isRange = price.costType === 'InvoiceTemplateLineCostRange';
  const bounds = isRange ? { least: price.range.lowerBound, most: price.range.upperBound } : {};
  return { order, asked: { currency, ...bounds } };
}

/** Makes the invoice that is paid then: one for one opening of the link, however often it is asked for. */
export async function makeInvoice(
  call: Client,
  input: { id: string; token: string; externalID: string; cost: Cost | undefined },
): Promise<{ id: string; token: string }> {
  const made = await call<{ invoice: { id: string }; invoiceAccessToken: { payload: string } }>(
    `/invoice-templates/${encodeURIComponent(input.id)}/invoices`,
    { token: input.token, body: { externalID: input.externalID, ...input.cost } },
  );
  return { id: made.invoice.id, token: made.invoiceAccessToken.payload };
}

function getOrder(template: InvoiceTemplate, { name, description }: PaymentOptions): Order {
  const { details } = template;
  const text = description ?? template.description;
  const shown = { ...(name ? { shop: name } : {}), ...(text ? { description: text } : {}) };
  // The lines of a cart are shown with the invoice that is made of it at once.
  return { ...shown, ...('product' in details ? { product: details.product } : {}), lines: [] };
}

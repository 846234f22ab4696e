import type { ApiClient } from '../api/client';
import type { InvoiceTemplate } from '../api/types';
import type { PaymentOptions } from '../../options';
import type { Cost } from '../session';
import type { Order } from './purpose';

export interface TemplateOffer {
  order: Order;
  amountRequest?: { currency: string; min?: number; max?: number };
  cost?: Cost;
}

export async function readTemplate(
  call: ApiClient,
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
  const bounds = isRange ? { min: price.range.lowerBound, max: price.range.upperBound } : {};
  return { order, amountRequest: { currency, ...bounds } };
}

/** Makes the invoice; idempotent per opening of the link. */
export async function makeInvoice(
  call: ApiClient,
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
  // The cart's lines are shown with the invoice, which is made at once.
  return { ...shown, ...('product' in details ? { product: details.product } : {}), lines: [] };
}

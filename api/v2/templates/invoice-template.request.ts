import { present } from '../../../domain/platform/fields/present';
import type {
  InvoiceTemplate,
  TemplateDetails,
  TemplatePrice,
} from '../../../domain/payments/invoice-template/invoice-template';
import {
  computeDueDate,
  templateCart,
  templatePrice,
  templateProduct,
} from '../../../domain/payments/invoice-template/template-rules';
import { amountFromWire } from '../../../domain/platform/money/money';
import type { InvoiceRequest } from '../../../store/payments/invoice/invoice.create';
import type { NewInvoice } from '../../../store/payments/invoice/new-invoice';
import type { NewInvoiceTemplate } from '../../../store/payments/invoice-template/invoice-template.create';
import type { InvoiceTemplateChanges } from '../../../store/payments/invoice-template/invoice-template.transitions';
import { recordedCart } from '../shared/cart';
import type {
  InvoiceParamsWithTemplate,
  InvoiceTemplateCreateParams,
  InvoiceTemplateDetails,
  InvoiceTemplateLineCost,
  InvoiceTemplateUpdateParams,
} from './invoice-template.types';
import { priced } from '../invoices/invoice.request';
import { randomiseRules } from '../invoices/randomize-amount';

export function newInvoiceTemplate(partyID: string, body: InvoiceTemplateCreateParams): NewInvoiceTemplate {
  const { shopID, externalID, name, description, lifetime, metadata, randomizeAmount } = body;
  return {
    partyID,
    shopID,
    externalID: externalID ?? null,
    name: name ?? null,
    description: description ?? null,
    lifetime,
    details: recordedDetails(body.details),
    metadata: metadata ?? null,
    randomizeAmount: randomizeAmount ?? null,
  };
}

/** The requested changes of a template: only the given fields. */
export function templateChanges(body: InvoiceTemplateUpdateParams): InvoiceTemplateChanges {
  const { name, description, lifetime, details, metadata, randomizeAmount } = body;
  return present({
    ...{ name, description, lifetime, metadata, randomizeAmount },
    details: details && recordedDetails(details),
  });
}

/** A request for an invoice from a template, compared by its own fields only, because the template may change. */
export function invoiceOfTemplateRequest(
  template: InvoiceTemplate,
  body: InvoiceParamsWithTemplate,
  externalIDScope: string | undefined,
): InvoiceRequest {
  const { externalID, amount, currency, metadata } = body;
  return {
    ...{ partyID: template.partyID, externalID, externalIDScope },
    compared: { templateID: template.id, amount, currency, metadata },
    draft: (now) => newInvoiceOfTemplate(template, body, { externalIDScope, now }),
  };
}

/** The new invoice, priced by the template. @throws Refusal invalidRequest as `templatePrice` */
function newInvoiceOfTemplate(
  template: InvoiceTemplate,
  body: InvoiceParamsWithTemplate,
  { externalIDScope, now }: { externalIDScope: string | undefined; now: Date },
): NewInvoice {
  const { details, randomizeAmount } = template;
  const amountMinor = body.amount === undefined ? undefined : amountFromWire(body.amount);
  const price = templatePrice(details, { amountMinor, currency: body.currency });
  return {
    partyID: template.partyID,
    shopID: template.shopID,
    templateID: template.id,
    externalID: body.externalID,
    externalIDScope,
    dueDate: computeDueDate(template.lifetime, now),
    currency: price.currency,
    product: templateProduct(details),
    description: template.description ?? undefined,
    metadata: body.metadata ?? template.metadata ?? {},
    ...priced({
      amountMinor: price.amountMinor,
      cart: templateCart(details, price),
      rules: randomizeAmount ? randomiseRules(randomizeAmount) : undefined,
    }),
  };
}

function recordedDetails(details: InvoiceTemplateDetails): TemplateDetails {
  if (details.templateType === 'InvoiceTemplateMultiLine') {
    return { type: 'multiLine', cart: recordedCart(details.cart), currency: details.currency };
  }
  const { product, price, taxMode } = details;
  return { type: 'singleLine', product, price: recordedPrice(price), ...(taxMode ? { taxRate: taxMode.rate } : {}) };
}

function recordedPrice(price: InvoiceTemplateLineCost): TemplatePrice {
  switch (price.costType) {
    case 'InvoiceTemplateLineCostFixed':
      return { type: 'fixed', currency: price.currency, amount: price.amount };
    case 'InvoiceTemplateLineCostRange':
      return { type: 'range', currency: price.currency, ...price.range };
    case 'InvoiceTemplateLineCostUnlim':
      return { type: 'unlimited' };
  }
}

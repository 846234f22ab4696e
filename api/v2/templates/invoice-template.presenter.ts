import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type {
  InvoiceTemplate,
  TemplateDetails,
  TemplatePrice,
} from '../../../domain/payments/invoice-template/invoice-template';
import { presentCartLine } from '../shared/cart.presenter';
import type * as Wire from './invoice-template.types';

/** A template as `/v2` shows it; `currency` is that of its invoices. */
export function presentInvoiceTemplate(template: InvoiceTemplate, currency: string): Wire.InvoiceTemplate {
  return {
    id: template.id,
    externalID: template.externalID ?? undefined,
    shopID: template.shopID,
    name: template.name ?? undefined,
    description: template.description ?? undefined,
    createdAt: rfc3339Text(template.createdAt),
    lifetime: template.lifetime,
    details: presentDetails(template.details),
    currency,
    metadata: (template.metadata as Wire.InvoiceTemplate['metadata'] | null) ?? undefined,
    randomizeAmount: template.randomizeAmount ?? undefined,
  };
}

function presentDetails(details: TemplateDetails): Wire.InvoiceTemplateDetails {
  if (details.type === 'multiLine') {
    const { cart, currency } = details;
    return { templateType: 'InvoiceTemplateMultiLine', cart: cart.map(presentCartLine), currency };
  }
  const { product, price, taxRate } = details;
  return {
    templateType: 'InvoiceTemplateSingleLine',
    product,
    price: presentPrice(price),
    taxMode: taxRate && { type: 'InvoiceLineTaxVAT', rate: taxRate },
  };
}

function presentPrice(price: TemplatePrice): Wire.InvoiceTemplateLineCost {
  switch (price.type) {
    case 'fixed':
      return { costType: 'InvoiceTemplateLineCostFixed', currency: price.currency, amount: price.amount };
    case 'range': {
      const { currency, lowerBound, upperBound } = price;
      return { costType: 'InvoiceTemplateLineCostRange', currency, range: { upperBound, lowerBound } };
    }
    case 'unlimited':
      return { costType: 'InvoiceTemplateLineCostUnlim' };
  }
}

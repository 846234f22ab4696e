import type Stripe from 'stripe';
import type { PaymentTool } from '../../domain/payment/payment-tool';
import { ConnectorMisuse } from '../connector';

/** A saved card, usable only with its customer. */
export interface SavedCard {
  customer: string;
  paymentMethod: string;
}

/** Encodes a saved card as a recurrent token. */
export function toRecurrentToken({ customer, paymentMethod }: SavedCard): string {
  return `${customer}/${paymentMethod}`;
}

/** Parses a recurrent token. @throws ConnectorMisuse for a token of another connector */
export function readRecurrentToken(token: string): SavedCard {
  const [customer, paymentMethod, ...rest] = token.split('/');
  if (!customer?.startsWith('cus_') || !paymentMethod?.startsWith('pm_') || rest.length > 0) {
    throw new ConnectorMisuse('The recurrent token is not one of Stripe');
  }
  return { customer, paymentMethod };
}

/** Converts a card to a payment method. @throws ConnectorMisuse for other tools */
export function cardMethod(tool: PaymentTool): Stripe.PaymentMethodCreateParams {
  if (tool.type !== 'card') throw new ConnectorMisuse(`Stripe takes cards and saved cards here, not ${tool.type}`);
  const [month = '', year = ''] = tool.expDate.split('/');
  return {
    type: 'card',
    card: {
      number: tool.cardNumber,
      exp_month: Number(month),
      exp_year: year.length === 2 ? 2000 + Number(year) : Number(year),
      ...(tool.cvv === undefined ? {} : { cvc: tool.cvv }),
    },
    ...(tool.cardHolder === undefined ? {} : { billing_details: { name: tool.cardHolder } }),
  };
}

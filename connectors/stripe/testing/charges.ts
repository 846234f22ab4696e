import { nowSeconds, type StripeObject } from './entries';

/** The card of a charge. */
export const CARD = {
  ...{ brand: 'visa', last4: '4242', iin: '424242', country: 'US', issuer: 'Stripe Payments UK Limited' },
  ...{ network_transaction_id: 'MWK123456789012', wallet: { type: 'apple_pay' } },
  ...{ exp_month: 12, exp_year: 2030, checks: null, funding: 'credit', installments: null, mandate: null },
  ...{ network: 'visa', three_d_secure: null },
};

export const NO_BILLING = { address: null, email: null, name: null, phone: null };

/** The charge of an authorised intent. */
export function aCharge(id: string, { currency, amount }: StripeObject): object {
  const taken = { amount, amount_captured: 0, amount_refunded: 0, captured: false, disputed: false, paid: true };
  return {
    ...{ id: `ch_${id}`, object: 'charge', created: nowSeconds(), currency, livemode: false, metadata: {} },
    ...{ ...taken, refunded: false, status: 'succeeded', billing_details: NO_BILLING, balance_transaction: null },
  };
}

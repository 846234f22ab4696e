import type { Account } from './ledger';

/** Concurrent transactions spread over this many accounts; summing them stays cheap. */
const STRIPES = 16;
const STRIPE_NAMES = Array.from({ length: STRIPES }, (_, stripe) => String(stripe).padStart(2, '0'));

/** Must never change, because stored rows refer to it. FNV-1a: its last bits differ for ids of one moment. */
export function getStripeNumber(id: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(id)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % STRIPES;
}

function getStripe(id: string): string {
  return String(getStripeNumber(id)).padStart(2, '0');
}

/**
 * What a connector owes: debited when a payer pays, credited when money goes back or out. All shops share it, so it is striped:
 * everything of one invoice, withdrawal or deposit is in the same stripe.
 * @param of the id whose money it is
 */
export function connectorAccount(connector: string, currency: string, of: string): Account {
  return {
    id: `connector/${connector}/${currency}/${getStripe(of)}`,
    kind: 'connector',
    currency,
    mayGoNegative: true,
  };
}

/**
 * A shop's account from which refunds and chargebacks are debited; its lock serialises refunds. What payments earn is in `earningsAccount`.
 */
export function settlementAccount(shopID: string, currency: string): Account {
  return { id: `shop/${shopID}/settlement/${currency}`, kind: 'settlement', currency, mayGoNegative: true };
}

/** A shop's earnings of its payments before payout. All payments of the shop share it, so it is striped as a connector's account. */
export function earningsAccount(shopID: string, currency: string, of: string): Account {
  const { id, ...account } = settlementAccount(shopID, currency);
  return { id: `${id}/${getStripe(of)}`, ...account };
}

/** The accounts that sum to what a shop has before payout. */
export function settlementAccountIDs(shopID: string, currency: string): string[] {
  const { id } = settlementAccount(shopID, currency);
  return [id, ...STRIPE_NAMES.map((stripe) => `${id}/${stripe}`)];
}

/** What is on its way to a shop's bank account; never below zero, so that nothing leaves it twice. */
export function inTransitAccount(shopID: string, currency: string): Account {
  return { id: `shop/${shopID}/in-transit/${currency}`, kind: 'inTransit', currency, mayGoNegative: false };
}

/** What is kept back of a shop's earnings; never below zero, so that no hold is released twice. */
export function reserveAccount(shopID: string, currency: string): Account {
  return { id: `shop/${shopID}/reserve/${currency}`, kind: 'reserve', currency, mayGoNegative: false };
}

/** The part of what a connector owes that settlement reports change: apart from the stripes, so that no payment waits for a report. */
export function settledConnectorAccount(connector: string, currency: string): Account {
  return { id: `connector/${connector}/${currency}`, kind: 'connector', currency, mayGoNegative: true };
}

/** What an acquirer took for its services, as its settlement reports say. */
export function acquirerFeesAccount(connector: string, currency: string): Account {
  return { id: `acquirer-fees/${connector}/${currency}`, kind: 'fee', currency, mayGoNegative: true };
}

/** The provider's bank accounts, from which shops are paid. */
export function bankAccount(currency: string): Account {
  return { id: `bank/${currency}`, kind: 'bank', currency, mayGoNegative: true };
}

/** A shop's billed fees, separate from its earnings, so that fees do not block refunds; striped as its earnings. */
export function billedFeesAccount(shopID: string, currency: string, of: string): Account {
  return { id: `shop/${shopID}/fees/${currency}/${getStripe(of)}`, kind: 'fee', currency, mayGoNegative: true };
}

/** The accounts of a shop's billed fees. */
export function billedFeesAccountIDs(shopID: string, currency: string): string[] {
  return STRIPE_NAMES.map((stripe) => `shop/${shopID}/fees/${currency}/${stripe}`);
}

/** The platform's fees; striped as a connector's account. */
export function feeAccount(currency: string, of: string): Account {
  return { id: `platform/fees/${currency}/${getStripe(of)}`, kind: 'fee', currency, mayGoNegative: true };
}

export function walletAccount({ id, currency }: { id: string; currency: string }): Account {
  return { id: `wallet/${id}`, kind: 'wallet', currency, mayGoNegative: false };
}

/** The source of deposits; negative by the sum of its deposits. */
export function sourceAccount({ id, currency }: { id: string; currency: string }): Account {
  return { id: `source/${id}`, kind: 'source', currency, mayGoNegative: true };
}

/** A wallet provider's conversions: each side is balanced in its own currency. */
export function exchangeAccount(provider: string, currency: string): Account {
  return { id: `exchange/${provider}/${currency}`, kind: 'exchange', currency, mayGoNegative: true };
}

import type { Account } from './ledger';

/**
 * What a connector owes: it is debited when a payer pays, credited when money goes back or out. Ids and kind are as the
 * accounts were opened first, when a connector was called provider.
 */
export function connectorAccount(connector: string, currency: string): Account {
  return { id: `provider/${connector}/${currency}`, kind: 'provider', currency, mayGoNegative: true };
}

/** What a shop has earned and has not been paid out yet. May go negative: a chargeback takes what is not there. */
export function settlementAccount(shopID: string, currency: string): Account {
  return { id: `shop/${shopID}/settlement/${currency}`, kind: 'settlement', currency, mayGoNegative: true };
}

/**
 * What a shop owes in fees that are billed: apart from what it has earned, so that a fee does not stand in the way of giving a
 * payer's money back.
 */
export function billedFeesAccount(shopID: string, currency: string): Account {
  return { id: `shop/${shopID}/fees/${currency}`, kind: 'fee', currency, mayGoNegative: true };
}

/** What the platform has earned in fees. */
export function feeAccount(currency: string): Account {
  return { id: `platform/fees/${currency}`, kind: 'fee', currency, mayGoNegative: true };
}

/** What a wallet has. Never goes negative: what is held or spent must be there. */
export function walletAccount({ id, currency }: { id: string; currency: string }): Account {
  return { id: `wallet/${id}`, kind: 'wallet', currency, mayGoNegative: false };
}

/** Where deposits come from: it is debited by every deposit, so it goes negative by what the world has put in. */
export function sourceAccount({ id, currency }: { id: string; currency: string }): Account {
  return { id: `source/${id}`, kind: 'source', currency, mayGoNegative: true };
}

/** Where a wallet provider changes one currency into another: each side of a conversion is balanced in its own currency. */
export function exchangeAccount(provider: string, currency: string): Account {
  return { id: `exchange/${provider}/${currency}`, kind: 'exchange', currency, mayGoNegative: true };
}

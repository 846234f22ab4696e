import type { Account } from './ledger';

/** So many transactions may end at once without waiting for each other; a sum over them is still read in no time. */
const STRIPES = 16;

/** The same for an id at all times: the rows of years refer to it. FNV-1a, whose last bits ids of one moment do not share. */
function getStripe(id: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(id)) hash = Math.imul(hash ^ byte, 0x01000193);
  return String((hash >>> 0) % STRIPES).padStart(2, '0');
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

/** What the platform has earned in fees; striped as a connector's. */
export function feeAccount(currency: string, of: string): Account {
  return { id: `platform/fees/${currency}/${getStripe(of)}`, kind: 'fee', currency, mayGoNegative: true };
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

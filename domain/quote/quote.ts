import { Refusal } from '../errors/refusal';
import type { Money } from '../money/money';

/** What was promised: this much leaves the wallet, this much arrives, until then. */
export interface WithdrawalQuoteTerms {
  cashFrom: Money;
  cashTo: Money;
  createdAt: Date;
  expiresOn: Date;
}

/** How long a quote holds. */
export const QUOTE_LIFETIME_MS = 15 * 60 * 1000;

/** Version of the payload below; a token of another version is not read. */
export const QUOTE_TOKEN_VERSION = 2;

/** An amount inside a token: tokens are JSON, so the amount is a string of digits. */
export interface TokenMoney {
  amount: string;
  currency: string;
}

/** What a quote token binds and signs. */
export interface QuoteTokenPayload {
  version: typeof QUOTE_TOKEN_VERSION;
  /** The party that asked for the quote. */
  partyID: string;
  walletID: string;
  /** Where given, only this destination will do. */
  destinationID?: string;
  quote: { cashFrom: TokenMoney; cashTo: TokenMoney; createdAt: string; expiresOn: string };
}

/** Why a withdrawal does not get its quote: one text a case. */
export const QUOTE_REFUSALS = {
  owner: 'quote was given to another party',
  wallet: 'quote is for another wallet',
  destination: 'quote is for another destination',
  body: 'quote is for another amount',
} as const;

/** What a withdrawal says when it shows a quote. */
export interface QuotedWithdrawal {
  partyID: string;
  walletID: string;
  destinationID: string;
  body: Money;
  now: Date;
}

/** The payload that a quote token carries. */
export function quoteTokenPayload(
  binding: { partyID: string; walletID: string; destinationID?: string | undefined },
  terms: WithdrawalQuoteTerms,
): QuoteTokenPayload {
  const { partyID, walletID, destinationID } = binding;
  const quote = {
    cashFrom: toTokenMoney(terms.cashFrom),
    cashTo: toTokenMoney(terms.cashTo),
    createdAt: terms.createdAt.toISOString(),
    expiresOn: terms.expiresOn.toISOString(),
  };
  const bound = { version: QUOTE_TOKEN_VERSION, partyID, walletID, quote } as const;
  return destinationID === undefined ? bound : { ...bound, destinationID };
}

/**
 * Gives a withdrawal the quote that it shows, if it is that withdrawal's. The body may be either side of the quote.
 * @throws Refusal badToken where the quote has expired, invalidOperationParameters where it is for something else.
 */
export function redeemQuote(payload: QuoteTokenPayload, withdrawal: QuotedWithdrawal): WithdrawalQuoteTerms {
  const terms = quotedTerms(payload);
  if (payload.partyID !== withdrawal.partyID) throw mismatch('owner');
  if (payload.walletID !== withdrawal.walletID) throw mismatch('wallet');
  if (payload.destinationID !== undefined && payload.destinationID !== withdrawal.destinationID) {
    throw mismatch('destination');
  }
  if (!isSame(withdrawal.body, terms.cashFrom) && !isSame(withdrawal.body, terms.cashTo)) throw mismatch('body');
  if (terms.expiresOn <= withdrawal.now) throw new Refusal('badToken', 'quote has expired', { place: 'quoteToken' });
  return terms;
}

/** The terms that a payload holds. */
export function quotedTerms({ quote }: QuoteTokenPayload): WithdrawalQuoteTerms {
  return {
    cashFrom: fromTokenMoney(quote.cashFrom),
    cashTo: fromTokenMoney(quote.cashTo),
    createdAt: new Date(quote.createdAt),
    expiresOn: new Date(quote.expiresOn),
  };
}

/** Money as a token writes it. */
export function toTokenMoney({ amountMinor, currency }: Money): TokenMoney {
  return { amount: amountMinor.toString(), currency };
}

/** Money as a token wrote it. */
export function fromTokenMoney({ amount, currency }: TokenMoney): Money {
  return { amountMinor: BigInt(amount), currency };
}

function isSame(one: Money, other: Money): boolean {
  return one.amountMinor === other.amountMinor && one.currency === other.currency;
}

function mismatch(what: keyof typeof QUOTE_REFUSALS): Refusal {
  return new Refusal('invalidOperationParameters', QUOTE_REFUSALS[what]);
}

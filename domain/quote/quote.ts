import { rfc3339Text } from '../rfc3339/rfc3339';
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

/** What a quote is good for, as it was asked for: a wallet and where it names one its destination, or an owner's payout to a card. */
export type QuoteBinding = WalletBinding | CardBinding;

interface WalletBinding {
  walletID: string;
  /** Where given, only this destination will do. */
  destinationID?: string | undefined;
}

/** Any wallet of the identity will do, and any destination that is this card. */
interface CardBinding {
  identityID: string;
  receiverToken: string;
}

/** What a quote token binds and signs. */
export type QuoteTokenPayload = QuoteBinding & {
  version: typeof QUOTE_TOKEN_VERSION;
  /** The party that asked for the quote. */
  partyID: string;
  quote: { cashFrom: TokenMoney; cashTo: TokenMoney; createdAt: string; expiresOn: string };
};

/** Why a withdrawal does not get its quote: one text a case. */
export const QUOTE_REFUSALS = {
  owner: 'quote was given to another party',
  wallet: 'quote is for another wallet',
  destination: 'quote is for another destination',
  identity: 'quote is for a wallet of another identity',
  receiver: 'quote is for another card',
  body: 'quote is for another amount',
} as const;

/** What a withdrawal says when it shows a quote. */
export interface QuotedWithdrawal {
  partyID: string;
  walletID: string;
  /** Whose wallet it is. */
  identityID: string;
  destinationID: string;
  /** The token of the card that the destination is; undefined where it is none. */
  cardToken: string | undefined;
  body: Money;
  now: Date;
}

/** The payload that a quote token carries. */
export function quoteTokenPayload(
  binding: QuoteBinding & { partyID: string },
  terms: WithdrawalQuoteTerms,
): QuoteTokenPayload {
  const quote = {
    cashFrom: toTokenMoney(terms.cashFrom),
    cashTo: toTokenMoney(terms.cashTo),
    createdAt: rfc3339Text(terms.createdAt),
    expiresOn: rfc3339Text(terms.expiresOn),
  };
  return { version: QUOTE_TOKEN_VERSION, ...binding, quote };
}

/**
 * Gives a withdrawal the quote that it shows, if it is that withdrawal's. The body may be either side of the quote.
 * @throws Refusal badToken where the quote has expired, invalidOperationParameters where it is for something else.
 */
export function redeemQuote(payload: QuoteTokenPayload, withdrawal: QuotedWithdrawal): WithdrawalQuoteTerms {
  const terms = quotedTerms(payload);
  if (payload.partyID !== withdrawal.partyID) throw mismatch('owner');
  assertBound(payload, withdrawal);
  if (!isSame(withdrawal.body, terms.cashFrom) && !isSame(withdrawal.body, terms.cashTo)) throw mismatch('body');
  if (terms.expiresOn <= withdrawal.now) throw new Refusal('badToken', 'quote has expired', { place: 'quoteToken' });
  return terms;
}

function assertBound(binding: QuoteBinding, withdrawal: QuotedWithdrawal): void {
  if ('identityID' in binding) {
    if (binding.identityID !== withdrawal.identityID) throw mismatch('identity');
    if (binding.receiverToken !== withdrawal.cardToken) throw mismatch('receiver');
    return;
  }
  if (binding.walletID !== withdrawal.walletID) throw mismatch('wallet');
  const { destinationID = withdrawal.destinationID } = binding;
  if (destinationID !== withdrawal.destinationID) throw mismatch('destination');
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

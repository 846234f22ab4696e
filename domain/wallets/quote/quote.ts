import { rfc3339Text } from '../../platform/rfc3339/rfc3339';
import { Refusal } from '../../platform/errors/refusal';
import type { Money } from '../../platform/money/money';

/** The promised terms: what leaves the wallet, what arrives, and until when. */
export interface WithdrawalQuoteTerms {
  cashFrom: Money;
  cashTo: Money;
  createdAt: Date;
  expiresOn: Date;
}

/** The lifetime of a quote. */
export const QUOTE_LIFETIME_MS = 15 * 60 * 1000;

/** Version of the payload below; tokens of other versions are rejected. */
export const QUOTE_TOKEN_VERSION = 2;

/** An amount in a token: tokens are JSON, so it is a string of digits. */
export interface TokenMoney {
  amount: string;
  currency: string;
}

/** The scope of a quote: a wallet and optionally a destination, or an owner's payout to a card. */
export type QuoteBinding = WalletBinding | CardBinding;

interface WalletBinding {
  walletID: string;
  /** If present, the only valid destination. */
  destinationID?: string | undefined;
}

/** Any wallet of the identity and any destination with this card. */
interface CardBinding {
  identityID: string;
  receiverToken: string;
}

/** The signed content of a quote token. */
export type QuoteTokenPayload = QuoteBinding & {
  version: typeof QUOTE_TOKEN_VERSION;
  partyID: string;
  quote: { cashFrom: TokenMoney; cashTo: TokenMoney; createdAt: string; expiresOn: string };
};

/** Messages of rejected quotes. */
export const QUOTE_REFUSALS = {
  owner: 'quote was given to another party',
  wallet: 'quote is for another wallet',
  destination: 'quote is for another destination',
  identity: 'quote is for a wallet of another identity',
  receiver: 'quote is for another card',
  body: 'quote is for another amount',
} as const;

/** A withdrawal that presents a quote. */
export interface QuotedWithdrawal {
  partyID: string;
  walletID: string;
  /** The wallet's owner. */
  identityID: string;
  destinationID: string;
  /** The destination's card token; undefined if it is no card. */
  cardToken: string | undefined;
  body: Money;
  now: Date;
}

/** Builds the payload of a quote token. */
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
 * Validates a quote for a withdrawal; the body may be either side.
 * @throws Refusal badToken for an expired quote, invalidOperationParameters for a mismatch
 */
export function redeemQuote(payload: QuoteTokenPayload, withdrawal: QuotedWithdrawal): WithdrawalQuoteTerms {
  const terms = parseQuoteTerms(payload);
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

export function parseQuoteTerms({ quote }: QuoteTokenPayload): WithdrawalQuoteTerms {
  return {
    cashFrom: fromTokenMoney(quote.cashFrom),
    cashTo: fromTokenMoney(quote.cashTo),
    createdAt: new Date(quote.createdAt),
    expiresOn: new Date(quote.expiresOn),
  };
}

export function toTokenMoney({ amountMinor, currency }: Money): TokenMoney {
  return { amount: amountMinor.toString(), currency };
}

export function fromTokenMoney({ amount, currency }: TokenMoney): Money {
  return { amountMinor: BigInt(amount), currency };
}

function isSame(one: Money, other: Money): boolean {
  return one.amountMinor === other.amountMinor && one.currency === other.currency;
}

function mismatch(what: keyof typeof QUOTE_REFUSALS): Refusal {
  return new Refusal('invalidOperationParameters', QUOTE_REFUSALS[what]);
}

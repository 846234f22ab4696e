import { rateOf } from '../../domain/provider/provider';
import { convert } from '../../domain/quote/conversion';
import { QUOTE_LIFETIME_MS, type WithdrawalQuoteTerms } from '../../domain/quote/quote';
import { Refusal } from '../../domain/errors/refusal';
import { currencyTerms, type Provider } from '../../domain/provider/provider';
import type { Money } from '../../domain/money/money';
import { WITHDRAWAL_REFUSALS } from '../../domain/withdrawal/withdrawal-checks';
import type { Wallet } from '../../domain/wallet/wallet';
import type { Store } from '../store';
import {
  assertGrantsCover,
  readSurroundings,
  readWalletSurroundings,
  type WithdrawalRequest,
} from '../withdrawal/withdrawal.surroundings';
import { createQuoteToken } from './quote-tokens';

/** What a caller wants a quote for: `cash` is in one of the two currencies. */
export interface QuoteRequest extends Omit<WithdrawalRequest, 'destinationID'> {
  destinationID?: string | undefined;
  currencyFrom: string;
  currencyTo: string;
  cash: Money;
}

/** A promise and the token that redeems it. */
export interface Quote extends WithdrawalQuoteTerms {
  quoteToken: string;
}

/**
 * Promises the terms of a withdrawal for a quarter of an hour.
 * @throws Refusal invalidOperationParameters, badToken
 */
export async function createQuote(
  store: Store,
  request: QuoteRequest,
  { signingKey, now = new Date() }: { signingKey: Uint8Array; now?: Date },
): Promise<Quote> {
  const { partyID, walletID, destinationID, currencyFrom, currencyTo } = request;
  const { wallet, provider } = await quotedWallet(store, request, now);
  if (currencyFrom !== wallet.currency) throw refused('currenciesDiffer');
  const rate = rateOf(provider, { from: currencyFrom, to: currencyTo });
  if (!rate) throw refused('currencyForbidden');
  if (request.cash.currency !== currencyFrom && request.cash.currency !== currencyTo) throw refused('currenciesDiffer');
  const cash = convert(request.cash, rate);
  assertInTerms(cash.cashFrom, provider);
  if (cash.cashTo.amountMinor <= 0n) throw refused('amountOutOfTerms');
  assertGrantsCover(request, { cash: cash.cashFrom, now });
  const terms = { ...cash, createdAt: now, expiresOn: new Date(now.getTime() + QUOTE_LIFETIME_MS) };
  return { ...terms, quoteToken: await createQuoteToken({ partyID, walletID, destinationID }, terms, signingKey) };
}

/** With a destination everything is checked that the withdrawal will be; without, what the wallet tells. */
async function quotedWallet(
  store: Store,
  request: QuoteRequest,
  now: Date,
): Promise<{ wallet: Wallet; provider: Provider }> {
  const { destinationID } = request;
  if (destinationID === undefined) return readWalletSurroundings(store, request);
  const fit = await readSurroundings(store, { ...request, destinationID }, now);
  if (fit.destination.currency !== request.currencyTo) throw refused('currenciesDiffer');
  return fit;
}

function assertInTerms({ amountMinor, currency }: Money, provider: Provider): void {
  const terms = currencyTerms(provider, currency);
  if (!terms) throw refused('currencyForbidden');
  if (amountMinor < terms.minAmountMinor || amountMinor > terms.maxAmountMinor) throw refused('amountOutOfTerms');
}

function refused(refusal: keyof typeof WITHDRAWAL_REFUSALS): Refusal {
  return new Refusal('invalidOperationParameters', WITHDRAWAL_REFUSALS[refusal]);
}

import { findRate } from '../../../domain/wallets/wallet-provider/wallet-provider';
import { convert } from '../../../domain/wallets/quote/conversion';
import {
  QUOTE_LIFETIME_MS,
  parseQuoteTerms,
  quoteTokenPayload,
  type QuoteTokenPayload,
  type WithdrawalQuoteTerms,
} from '../../../domain/wallets/quote/quote';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { currencyTerms, type WalletProvider } from '../../../domain/wallets/wallet-provider/wallet-provider';
import { MAX_AMOUNT_MINOR, type Money } from '../../../domain/platform/money/money';
import { cashInTerms, WITHDRAWAL_REFUSALS } from '../../../domain/wallets/withdrawal/withdrawal-checks';
import type { Wallet } from '../../../domain/wallets/wallet/wallet';
import type { TokenClaims } from '../../../security/signed-token';
import { lookup, statement } from '../../postgres/database';
import { newId } from '../../id';
import { createOnce } from '../../idempotency';
import type { Store } from '../../store';
import {
  assertGrantCovers,
  readContext,
  readWalletContext,
  type WithdrawalRequest,
} from '../withdrawal/withdrawal.context';
import { createQuoteToken } from './quote-tokens';
import type { KeyRing } from '../../../security/key-ring';

/** Input of a quote. `cash` is in one of the two currencies. */
export interface QuoteCreation extends Pick<WithdrawalRequest, 'partyID' | 'walletID'> {
  destinationID?: string | undefined;
  currencyFrom: string;
  currencyTo: string;
  cash: Money;
  externalID?: string | undefined;
  /** Verifies the caller's grants. @throws Refusal badToken */
  openGrants?: () => Promise<Grants>;
}

type Grants = Pick<WithdrawalRequest, 'walletGrant' | 'destinationGrant'>;

export interface Quote extends WithdrawalQuoteTerms {
  quoteToken: string;
}

const INSERT = statement(
  'withdrawal-quote-insert',
  `INSERT INTO withdrawal_quotes (id, party_id, external_id, parameters_hash, payload) VALUES ($1, $2, $3, $4, $5)`,
);

const FIND_EXISTING = lookup<TokenClaims<QuoteTokenPayload> & { parametersHash: Buffer }>(
  'withdrawal-quote-find-existing',
  `SELECT id, payload, parameters_hash AS "parametersHash" FROM withdrawal_quotes WHERE party_id = $1 AND external_id = $2`,
);

/** Quotes a withdrawal, idempotent by external id. @throws Refusal invalidOperationParameters, badToken, externalIDConflict */
export async function createQuote(
  store: Store,
  request: QuoteCreation,
  { signingKeys, now = new Date() }: { signingKeys: KeyRing; now?: Date },
): Promise<Quote> {
  const { database } = store;
  const { partyID, walletID, destinationID, currencyFrom, currencyTo, cash, externalID = null } = request;
  const compared = { walletID, destinationID, currencyFrom, currencyTo, cash };
  const creation = { partyID, externalID, compared, index: 'withdrawal_quotes_external_id' };
  const quote = await createOnce<TokenClaims<QuoteTokenPayload>>(
    database,
    { ...creation, findExisting: FIND_EXISTING },
    async (hash) => {
      const terms = await computeTerms(store, { ...request, ...(await request.openGrants?.()) }, now);
      const created = { id: newId(now), payload: quoteTokenPayload({ partyID, walletID, destinationID }, terms) };
      if (externalID !== null) {
        await database.run(INSERT, [created.id, partyID, externalID, hash, JSON.stringify(created.payload)]);
      }
      return created;
    },
  );
  return { ...parseQuoteTerms(quote.payload), quoteToken: await createQuoteToken(quote, signingKeys) };
}

async function computeTerms(store: Store, request: QuoteCreation & Grants, now: Date): Promise<WithdrawalQuoteTerms> {
  const { currencyFrom, currencyTo } = request;
  const { wallet, provider } = await readQuoteContext(store, request, now);
  if (currencyFrom !== wallet.currency) throw buildRefusal('currenciesDiffer');
  const rate = findRate(provider, { from: currencyFrom, to: currencyTo });
  if (!rate) throw buildRefusal('currencyForbidden');
  if (request.cash.currency !== currencyFrom && request.cash.currency !== currencyTo)
    throw buildRefusal('currenciesDiffer');
  const cash = currencyFrom === currencyTo ? cashInTerms(request.cash, provider) : convert(request.cash, rate);
  assertInTerms(cash.cashFrom, provider);
  if (cash.cashTo.amountMinor <= 0n || cash.cashTo.amountMinor > MAX_AMOUNT_MINOR)
    throw buildRefusal('amountOutOfTerms');
  assertGrantCovers(request, cash.cashFrom);
  return { ...cash, createdAt: now, expiresOn: new Date(now.getTime() + QUOTE_LIFETIME_MS) };
}

/** With a destination all checks of a withdrawal run; without, those of the wallet. */
async function readQuoteContext(
  store: Store,
  request: QuoteCreation & Grants,
  now: Date,
): Promise<{ wallet: Wallet; provider: WalletProvider }> {
  const { destinationID } = request;
  if (destinationID === undefined) return readWalletContext(store, request, now);
  const context = await readContext(store, { ...request, destinationID }, now);
  if (context.destination.currency !== request.currencyTo) throw buildRefusal('currenciesDiffer');
  return context;
}

/** @throws Refusal invalidOperationParameters if the terms exclude the amount or its currency */
export function assertInTerms({ amountMinor, currency }: Money, provider: WalletProvider): void {
  const terms = currencyTerms(provider, currency);
  if (!terms) throw buildRefusal('currencyForbidden');
  if (amountMinor < terms.minAmountMinor || amountMinor > terms.maxAmountMinor) throw buildRefusal('amountOutOfTerms');
}

export function buildRefusal(refusal: keyof typeof WITHDRAWAL_REFUSALS): Refusal {
  return new Refusal('invalidOperationParameters', WITHDRAWAL_REFUSALS[refusal]);
}

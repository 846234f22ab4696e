import { Refusal } from '../../../domain/platform/errors/refusal';
import type { Money } from '../../../domain/platform/money/money';
import { allowsResource, type WalletProvider } from '../../../domain/wallets/wallet-provider/wallet-provider';
import { QUOTE_LIFETIME_MS, quoteTokenPayload, type WithdrawalQuoteTerms } from '../../../domain/wallets/quote/quote';
import { DESTINATION_REFUSALS } from '../../../domain/wallets/destination/destination';
import { cashInTerms } from '../../../domain/wallets/withdrawal/withdrawal-checks';
import { findTokenizedCard, type TokenizedCard } from '../../payments/card-vault/card-vault';
import { newId } from '../../id';
import { findIdentity } from '../identity/identity.queries';
import { getWalletProvider } from '../wallet-provider/wallet-provider.queries';
import type { Store } from '../../store';
import { assertInTerms, buildRefusal, type Quote } from './quote.create';
import { createQuoteToken } from './quote-tokens';
import type { KeyRing } from '../../../security/key-ring';

export interface CardQuoteRequest {
  partyID: string;
  identityID: string;
  senderToken: string;
  receiverToken: string;
  body: Money;
}

/** Quotes the amount that arrives on a card. @throws Refusal invalidOperationParameters, badResourceToken */
export async function createCardQuote(
  store: Store,
  request: CardQuoteRequest,
  { signingKeys, now = new Date() }: { signingKeys: KeyRing; now?: Date },
): Promise<Quote> {
  const { partyID, identityID, receiverToken, body } = request;
  const provider = await readProvider(store, request);
  await requireCard(store, { partyID, token: request.senderToken, place: 'sender.token' });
  const receiver = await requireCard(store, { partyID, token: receiverToken, place: 'receiver.token' });
  assertCardAllowed(receiver, provider);
  assertInTerms(body, provider);
  const expiresOn = new Date(now.getTime() + QUOTE_LIFETIME_MS);
  const terms: WithdrawalQuoteTerms = { ...cashInTerms(body, provider), createdAt: now, expiresOn };
  const payload = quoteTokenPayload({ partyID, identityID, receiverToken }, terms);
  return { ...terms, quoteToken: await createQuoteToken({ id: newId(now), payload }, signingKeys) };
}

async function readProvider(
  { database }: Store,
  owner: { partyID: string; identityID: string },
): Promise<WalletProvider> {
  const identity = await findIdentity(database, owner);
  if (!identity) throw new Refusal('invalidOperationParameters', DESTINATION_REFUSALS.identityMissing);
  if (identity.isBlocked || !identity.isPartyOperable) {
    throw new Refusal('invalidOperationParameters', DESTINATION_REFUSALS.identityInaccessible);
  }
  return getWalletProvider(database, identity);
}

async function requireCard(
  { database }: Store,
  { place, ...ref }: { partyID: string; token: string; place: string },
): Promise<TokenizedCard> {
  const card = await findTokenizedCard(database, ref);
  if (!card) throw new Refusal('badResourceToken', 'is not the token of a card', { place });
  return card;
}

function assertCardAllowed({ paymentSystem }: TokenizedCard, provider: WalletProvider): void {
  if (!allowsResource(provider, 'BankCardDestinationResource')) throw buildRefusal('resourceTypeForbidden');
  if (!provider.terms.cardPaymentSystems.includes(paymentSystem)) throw buildRefusal('issuerUnknown');
}

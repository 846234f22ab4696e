import { Refusal } from '../../domain/errors/refusal';
import {
  QUOTE_TOKEN_VERSION,
  quoteTokenPayload,
  type QuoteTokenPayload,
  type WithdrawalQuoteTerms,
} from '../../domain/quote/quote';
import { readToken, signToken, type SignedToken } from '../access-token/signed-token';

const PURPOSE = 'withdrawal-quote';

/** Signs a quote: whoever shows the token gets these terms, once, until they expire. */
export async function createQuoteToken(
  binding: { partyID: string; walletID: string; destinationID?: string | undefined },
  terms: WithdrawalQuoteTerms,
  signingKey: Uint8Array,
): Promise<string> {
  return signToken(quoteTokenPayload(binding, terms), PURPOSE, signingKey);
}

/** Opens a quote that a caller shows. @throws Refusal badToken for one that is not ours or was changed */
export async function readQuoteToken(
  token: string | undefined,
  signingKey: Uint8Array,
): Promise<SignedToken<QuoteTokenPayload> | undefined> {
  if (token === undefined) return undefined;
  const read = await readToken<QuoteTokenPayload>(token, PURPOSE, signingKey);
  if (read?.payload.version !== QUOTE_TOKEN_VERSION) {
    throw new Refusal('badToken', 'is not a quote of this platform', { place: 'quoteToken' });
  }
  return read;
}

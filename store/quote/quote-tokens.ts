import { Refusal } from '../../domain/errors/refusal';
import { QUOTE_TOKEN_VERSION, type QuoteTokenPayload } from '../../domain/quote/quote';
import { readToken, signTokenAs, type SignedToken } from '../access-token/signed-token';

const PURPOSE = 'withdrawal-quote';

/** Signs a quote: whoever shows the token gets these terms, once, until they expire. */
export async function createQuoteToken(quote: SignedToken<QuoteTokenPayload>, signingKey: Uint8Array): Promise<string> {
  return signTokenAs(quote, PURPOSE, signingKey);
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

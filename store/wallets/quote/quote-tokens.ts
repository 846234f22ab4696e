import { Refusal } from '../../../domain/platform/errors/refusal';
import { QUOTE_TOKEN_VERSION, type QuoteTokenPayload } from '../../../domain/wallets/quote/quote';
import { readToken, signTokenAs, type TokenClaims } from '../../../security/signed-token';
import type { KeyRing } from '../../../security/key-ring';

const PURPOSE = 'withdrawal-quote';

/** Signs a quote, which its bearer can use once until it expires. */
export async function createQuoteToken(quote: TokenClaims<QuoteTokenPayload>, signingKeys: KeyRing): Promise<string> {
  return signTokenAs(quote, PURPOSE, signingKeys);
}

/** Verifies a quote token. @throws Refusal badToken if it is foreign or changed */
export async function readQuoteToken(
  token: string | undefined,
  signingKeys: KeyRing,
): Promise<TokenClaims<QuoteTokenPayload> | undefined> {
  if (token === undefined) return undefined;
  const read = await readToken<QuoteTokenPayload>(token, PURPOSE, signingKeys);
  if (read?.payload.version !== QUOTE_TOKEN_VERSION) {
    throw new Refusal('badToken', 'is not a quote of this platform', { place: 'quoteToken' });
  }
  return read;
}

import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { StoredToken, StoreTokenRequest } from '../client/vault.types';
import type { Cards } from '../cards/cards';
import { openAppleToken } from './apple-token';
import { openGoogleToken } from './google-token';
import type { WalletKeys } from './wallet-keys';
import { WalletTokenRefused, type OpenedWalletToken } from './wallet-token';

const SPEND = 'INSERT INTO spent_tokens (id, valid_until) VALUES ($1, to_timestamp($2)) ON CONFLICT DO NOTHING';
const DELETE_EXPIRED = `DELETE FROM spent_tokens
   WHERE id IN (SELECT id FROM spent_tokens WHERE valid_until < now() LIMIT 1000)`;

/** The database's clock may be ahead of this one, which decides whether a token has expired. */
const CLOCK_MARGIN_MS = 3_600_000;

/** Opens tokens of wallets, each once, and stores their cards. */
export class WalletTokens {
  constructor(private readonly parts: { pool: Pool; cards: Cards; keys: WalletKeys }) {}

  /** @throws WalletTokenRefused */
  async store({ provider, token, merchantID, ...card }: StoreTokenRequest, caller: string): Promise<StoredToken> {
    const { pool, cards } = this.parts;
    const opened = this.open({ provider, token, merchantID });
    const id = createHash('sha256').update(opened.id).digest();
    // Until it has expired, when it is refused for that.
    const values = [id, (opened.validUntil + CLOCK_MARGIN_MS) / 1_000];
    const { rowCount } = await pool.query({ name: 'token-spend', text: SPEND, values });
    if (rowCount === 0) throw new WalletTokenRefused('spent');
    const { cardNumber, expDate, cryptogram, eci, agreed } = opened;
    const content = { ...card, cardNumber, expDate, ...(cryptogram !== undefined && { cryptogram }) };
    const stored = await cards.store(content, caller);
    const isNetworkToken = cryptogram !== undefined;
    return { ...stored, expDate, isNetworkToken, ...(eci !== undefined && { eci }), ...(agreed && { agreed }) };
  }

  private open({
    provider,
    token,
    merchantID,
  }: Pick<StoreTokenRequest, 'provider' | 'token' | 'merchantID'>): OpenedWalletToken {
    const { ApplePay, GooglePay } = this.parts.keys;
    if (provider === 'ApplePay' && ApplePay) return openAppleToken(token, { merchantID, keys: ApplePay });
    if (provider === 'GooglePay' && GooglePay) return openGoogleToken(token, { merchantID, keys: GooglePay });
    throw new WalletTokenRefused('merchant');
  }

  async deleteExpired(): Promise<void> {
    await this.parts.pool.query({ name: 'token-expire', text: DELETE_EXPIRED });
  }
}

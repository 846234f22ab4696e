import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { StoredToken, StoreTokenRequest } from '../client/vault.types';
import type { Cards } from '../cards/cards';
import type { GooglePayKeys } from './google-keys';
import { openGoogleToken, WalletTokenRefused } from './google-token';

const SPEND = 'INSERT INTO spent_tokens (id, valid_until) VALUES ($1, to_timestamp($2)) ON CONFLICT DO NOTHING';
const DELETE_EXPIRED = `DELETE FROM spent_tokens
   WHERE id IN (SELECT id FROM spent_tokens WHERE valid_until < now() LIMIT 1000)`;

/** Opens tokens of wallets, each once, and stores their cards. */
export class WalletTokens {
  constructor(private readonly parts: { pool: Pool; cards: Cards; keys: GooglePayKeys | undefined }) {}

  /** @throws WalletTokenRefused */
  async store({ token, merchantID, ...card }: StoreTokenRequest, caller: string): Promise<StoredToken> {
    const { pool, cards, keys } = this.parts;
    if (!keys) throw new WalletTokenRefused('merchant');
    const opened = openGoogleToken(token, { merchantID, keys });
    const id = createHash('sha256').update(opened.messageId).digest();
    // Until it has expired, when it is refused for that.
    const values = [id, opened.messageExpiration / 1_000];
    const { rowCount } = await pool.query({ name: 'token-spend', text: SPEND, values });
    if (rowCount === 0) throw new WalletTokenRefused('spent');
    const { pan, expirationMonth, expirationYear, cryptogram, eciIndicator: eci } = opened.paymentMethodDetails;
    const expDate = `${String(expirationMonth).padStart(2, '0')}/${String(expirationYear).slice(2)}`;
    const content = { ...card, cardNumber: pan, expDate, ...(cryptogram !== undefined && { cryptogram }) };
    const stored = await cards.store(content, caller);
    const isNetworkToken = cryptogram !== undefined;
    return { ...stored, expDate, isNetworkToken, ...(eci !== undefined && { eci }) };
  }

  async deleteExpired(): Promise<void> {
    await this.parts.pool.query({ name: 'token-expire', text: DELETE_EXPIRED });
  }
}

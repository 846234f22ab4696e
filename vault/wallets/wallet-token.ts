import { z } from 'zod';
import type { AgreedAmount } from '../../domain/payments/payment/agreed-amount';
import { InvalidRequest } from '../http/invalid-request';

/** Why a token is not opened; nothing of the token. */
export class WalletTokenRefused extends InvalidRequest {
  override readonly name = 'WalletTokenRefused';

  constructor(readonly reason: 'malformed' | 'signature' | 'expired' | 'encryption' | 'merchant' | 'spent') {
    super('body.token', `the token is refused: ${reason}`);
  }
}

/** The content of a token whose signatures, merchant and time were verified. */
export interface OpenedWalletToken {
  /** The wallet's id of the token. */
  id: string | Buffer;
  /** Milliseconds; afterwards the token is refused for its age. */
  validUntil: number;
  cardNumber: string;
  /** `MM/YY`. */
  expDate: string;
  /** Present if the number stands for that of a card. */
  cryptogram?: string | undefined;
  eci?: string | undefined;
  /** If the wallet says it. */
  agreed?: AgreedAmount;
}

export const cardNumber = z.string().regex(/^\d{12,19}$/);
export const cryptogram = z.base64().min(1).max(100);
/** Wallets leave out the leading zero of the indicator’s two digits. */
export const eciIndicator = z
  .string()
  .regex(/^\d{1,2}$/)
  .transform((digits) => digits.padStart(2, '0'));

/** @throws WalletTokenRefused */
export function readTokenJson<Kind extends z.ZodType>(kind: Kind, text: string): z.output<Kind> {
  try {
    return kind.parse(JSON.parse(text));
  } catch {
    throw new WalletTokenRefused('malformed');
  }
}

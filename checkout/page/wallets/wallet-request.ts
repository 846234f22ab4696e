import type { PaymentMethod, PaymentTool } from '../api/types';
import type { WalletSettings } from './offered';

export interface WalletRequest {
  cards: Extract<PaymentMethod, { method: 'BankCard' }>;
  settings: WalletSettings;
  label: string;
  amount: number;
  currency: string;
}

/** The payer's consent; `end` reports to the wallet whether the payment has begun. */
export interface WalletConsent {
  tool: PaymentTool;
  end: (hasBegun: boolean) => void;
}

import type { PaymentMethod, PaymentTool } from '../api/types';
import type { WalletSettings } from './offered';

/** What a wallet is asked for. */
export interface Asked {
  cards: Extract<PaymentMethod, { method: 'BankCard' }>;
  settings: WalletSettings;
  /** What the sheet says beside the amount. */
  label: string;
  /** The invoice, as the wallet's company is to name the payment. */
  orderNumber: string;
  amount: number;
  currency: string;
}

/** What the payer has agreed to; the wallet is told afterwards whether the payment has begun. */
export interface Agreed {
  tool: PaymentTool;
  end: (hasBegun: boolean) => void;
}

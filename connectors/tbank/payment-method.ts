import type { ConnectorTool } from '../../domain/payments/payment/payment-tool';
import { ConnectorRejection } from '../connector-rejection';
import { methodOfProvider } from '../provider-methods';

export interface TBankMethod {
  /** One stage or two: the fast payment system has no hold. */
  payType: 'O' | 'T';
  /** Whether the payer scans a code on our page instead of going to the bank's. */
  isQr: boolean;
  /** Whether the card comes from us. */
  isCard?: true;
}

const PAGE: TBankMethod = { payType: 'T', isQr: false };
const CARD: TBankMethod = { payType: 'T', isQr: false, isCard: true };
const QR: TBankMethod = { payType: 'O', isQr: true };

/** How a payment is paid, by the provider of a terminal or a digital wallet. */
const METHODS_BY_PROVIDER: Readonly<Record<string, TBankMethod>> = { bank_card: PAGE, sbp: QR, qps: QR };

/** @throws ConnectorRejection for a tool that the bank does not take this way */
export function payWith(tool: ConnectorTool): TBankMethod {
  if (tool.type === 'card' && tool.cryptogram === undefined) return CARD;
  if (tool.type !== 'paymentTerminal' && tool.type !== 'digitalWallet') {
    throw ConnectorRejection.unsent(`T-Bank does not take ${tool.type} here`, 'paymentTool');
  }
  return methodOfProvider(METHODS_BY_PROVIDER, tool.provider, 'T-Bank');
}

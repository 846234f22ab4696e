import type { ConsoleTexts } from '../ru';

export const types: ConsoleTexts['types'] = {
  invoice: 'Invoice',
  payment: 'Payment',
  refund: 'Refund',
  chargeback: 'Chargeback',
  customer: 'Customer',
  binding: 'Binding',
  invoiceTemplate: 'Invoice template',
  webhook: 'Webhook',
  party: 'Merchant',
  shop: 'Shop',
  identity: 'Wallet owner',
  wallet: 'Wallet',
  destination: 'Destination',
  withdrawal: 'Withdrawal',
  deposit: 'Deposit',
  payout: 'Payout',
  transfer: 'Transfer',
  bankFile: 'Bank file',
  bankStatement: 'Bank statement',
  paymentInstitution: 'Payment institution',
};

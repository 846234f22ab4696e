import { readableTexts } from '../../parts/readable-name';
import type { ConsoleTexts } from '../ru';

export const types: ConsoleTexts['types'] = {
  ...readableTexts('invoice payment refund chargeback customer binding invoiceTemplate webhook shop wallet'),
  ...readableTexts('destination withdrawal deposit payout transfer bankFile bankStatement paymentInstitution'),
  ...readableTexts('connectorAccount contract reconciliation operator operatorCommand operatorKey operatorInvitation'),
  ...readableTexts('approvalRule erasure registry search statistics settlementReport encryptionKey category tradeBloc'),
  ...readableTexts('serviceProvider walletProvider settlementBatch settlementDocument workItem'),
  party: 'Merchant',
  identity: 'Wallet owner',
  apiKey: 'API key',
  finding: 'Mismatch',
  operatorLimit: 'Limit of a role',
  replayLimit: 'Limit of replays',
  source: 'Deposit source',
  record: 'Database',
  referenceData: 'File of settings',
};

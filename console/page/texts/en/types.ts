import { readableName } from '../../parts/readable-name';
import type { ConsoleTexts } from '../ru';

const NAMES = `invoice payment refund chargeback customer binding invoiceTemplate webhook shop wallet destination withdrawal
  deposit payout transfer bankFile bankStatement paymentInstitution connectorAccount contract reconciliation
  operator operatorCommand operatorKey operatorInvitation approvalRule erasure registry search statistics
  settlementReport encryptionKey category tradeBloc serviceProvider walletProvider settlementBatch
  settlementDocument`;

export const types: ConsoleTexts['types'] = {
  ...Object.fromEntries(NAMES.split(/\s+/).map((name) => [name, readableName(name)])),
  party: 'Merchant',
  identity: 'Wallet owner',
  apiKey: 'API key',
  finding: 'Mismatch',
  operatorLimit: 'Limit of a role',
  replayLimit: 'Limit of replays',
  source: 'Deposit source',
};

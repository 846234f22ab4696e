import { readableName } from '../../parts/readable-name';
import type { ConsoleTexts } from '../ru';

const NAMES = `blockShop unblockShop approveDestination rejectDestination acceptChargeback createChargeback cancelChargeback
  reopenChargeback rescindInvoice cancelBankFile applyBankStatement confirmBankFile createBankFile blockIdentity
  unblockIdentity blockWallet unblockWallet blockDestination unblockDestination createOperator activateOperator
  setOperatorLimit deleteOperatorLimit setReplayLimit deleteReplayLimit requireApproval inviteOperator
  setOperatorRoles createConnectorAccount disableConnectorAccount enableConnectorAccount`;

export const commands: ConsoleTexts['commands'] = {
  ...Object.fromEntries(NAMES.split(/\s+/).map((name) => [name, readableName(name).toLowerCase()])),
  capturePayment: 'capture the hold',
  cancelPayment: 'cancel the hold',
  approveReview: 'let the payment under review continue',
  rejectReview: 'reject the payment under review',
  refundPayment: 'refund',
  blockParty: 'block the merchant',
  unblockParty: 'unblock the merchant',
  rejectChargeback: 'contest the chargeback',
  fulfillInvoice: 'fulfil the invoice',
  deposit: 'fund a wallet',
  depositRevert: 'revert a deposit',
  depositAdjustment: 'adjust a deposit',
  closeSettlement: 'close a settlement batch',
  correctSettlement: 'correct the balance of a shop',
  writeOffSettlement: 'write off the debt of a shop',
  recordPayout: 'record what happened to a payout',
  clearAcquirerBatch: 'clear a batch of an acquirer by the bank’s line',
  applySettlementReport: 'apply a settlement report of an acquirer',
  createPartyKey: 'create a key of a party',
  rotatePartyKey: 'replace a key of a party',
  createConfiguration: 'create a setting',
  changeConfiguration: 'change a setting',
  rollBackConfiguration: 'restore an earlier setting',
  loadReferenceData: 'load the configuration',
  rotateConnectorAccount: 'replace credentials with an acquirer',
  waiveApproval: 'require no approval',
};

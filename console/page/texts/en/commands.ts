import type { ConsoleTexts } from '../ru';

export const commands: ConsoleTexts['commands'] = {
  capturePayment: 'capture the hold',
  cancelPayment: 'cancel the hold',
  refundPayment: 'refund',
  blockParty: 'block the merchant',
  unblockParty: 'unblock the merchant',
  blockShop: 'block the shop',
  unblockShop: 'unblock the shop',
  approveDestination: 'approve the destination',
  rejectDestination: 'reject the destination',
  acceptChargeback: 'accept the chargeback',
  rejectChargeback: 'contest the chargeback',
  createChargeback: 'record a chargeback',
  deposit: 'fund a wallet',
};

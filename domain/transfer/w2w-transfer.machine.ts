import type { Machine } from '../machine/machine';

export const W2W_TRANSFER_STATUSES = ['Pending', 'Succeeded', 'Failed'] as const;
export type W2WTransferStatus = (typeof W2W_TRANSFER_STATUSES)[number];
export type W2WTransferAction = 'succeed' | 'fail';

/** The lifecycle of a transfer between two wallets. */
export const w2wTransferMachine: Machine<W2WTransferStatus, W2WTransferAction> = {
  name: 'w2w-transfer',
  initial: 'Pending',
  states: W2W_TRANSFER_STATUSES,
  transitions: [
    { on: 'succeed', from: ['Pending'], to: 'Succeeded', emits: [] },
    { on: 'fail', from: ['Pending'], to: 'Failed', emits: [] },
  ],
};

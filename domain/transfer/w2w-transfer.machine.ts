import { operationMachine } from '../machine/operation';

/** The lifecycle of a transfer between two wallets. */
export const w2wTransferMachine = operationMachine('w2w-transfer');

import { operationMachine } from '../machine/operation';

export const w2wTransferMachine = operationMachine('w2w-transfer');

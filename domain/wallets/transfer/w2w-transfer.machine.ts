import { operationMachine } from '../../platform/machine/operation';

export const w2wTransferMachine = operationMachine('w2w-transfer');

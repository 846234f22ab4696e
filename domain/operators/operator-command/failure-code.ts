import type { RefusalCode } from '../../platform/errors/refusal-codes';

/** Исход команды, которая выполнена без успеха и без отказа. */
export type UnsuccessfulOutcome =
  'nothingToSettle' | 'operationFailed' | 'bankAmountDiffers' | 'bankLineUsed' | 'acquirerBatchCleared';

/** Почему команда не удалась: код отказа или исход; подробности исхода — в `outcome`. */
export type CommandFailureCode = RefusalCode | UnsuccessfulOutcome;

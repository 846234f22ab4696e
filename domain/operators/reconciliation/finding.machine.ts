import type { StateMachine } from '../../platform/machine/machine';

export const FINDING_STATUSES = ['open', 'repairing', 'repaired', 'settled', 'resolved'] as const;
/** Статус расхождения: ждёт оператора, исправляется, исправлено, разошлось само, закрыто оператором. */
export type FindingStatus = (typeof FINDING_STATUSES)[number];
export type FindingAction = 'repair' | 'list' | 'settle' | 'resolve' | 'reopen';

/**
 * A certain repair starts as `repairing`, so that an interrupted one resumes. Others are `open` until an operator resolves
 * them, or until the second pass finds no difference (`settled`). A repaired finding that recurs is for an operator.
 */
export const findingMachine = {
  name: 'reconciliationFinding',
  initial: 'open',
  states: FINDING_STATUSES,
  transitions: [
    { on: 'repair', from: ['repairing'], to: 'repaired', emits: [] },
    { on: 'list', from: ['repairing'], to: 'open', emits: [] },
    { on: 'settle', from: ['open'], to: 'settled', emits: [] },
    { on: 'resolve', from: ['open'], to: 'resolved', emits: [] },
    { on: 'reopen', from: ['repaired', 'settled'], to: 'open', emits: [] },
  ],
} as const satisfies StateMachine<FindingStatus, FindingAction>;

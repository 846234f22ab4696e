import type { StateMachine } from '../../platform/machine/machine';

export const REPORT_STATUSES = ['pending', 'created', 'canceled'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];
export type ReportAction = 'complete' | 'cancel';

/** Its files exist once it is `created`. */
export const reportMachine: StateMachine<ReportStatus, ReportAction> = {
  name: 'report',
  initial: 'pending',
  states: REPORT_STATUSES,
  transitions: [
    { on: 'complete', from: ['pending'], to: 'created', emits: [] },
    { on: 'cancel', from: ['pending'], to: 'canceled', emits: [] },
  ],
};

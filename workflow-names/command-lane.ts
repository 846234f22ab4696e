import type { workflowIDs } from './workflow-ids';

/**
 * The outbox delivers commands in lanes with separate capacity, so that a backlog in one never delays another. `payer`
 * serves payments and payouts, `background` everything that can wait.
 */
export const COMMAND_LANES = ['payer', 'background'] as const;

export type CommandLane = (typeof COMMAND_LANES)[number];

type Named = (typeof workflowIDs)[keyof typeof workflowIDs];
type ExtractID<Name> = Name extends (...given: never[]) => infer ID ? ID : Name;
type WorkflowID = ExtractID<Named>;

/** The first segment of a workflow's id. */
type WorkflowKind = WorkflowID extends `${infer Kind}/${string}` ? Kind : never;

/** A workflow kind without a lane does not compile. */
const LANES = {
  payment: 'payer',
  refund: 'payer',
  binding: 'payer',
  withdrawal: 'payer',
  destination: 'payer',
  invoices: 'background',
  destinations: 'background',
  command: 'background',
  report: 'background',
  'report-download': 'background',
  retention: 'background',
  encryption: 'background',
  erasure: 'background',
  reconciliation: 'background',
  'late-success': 'background',
  dispute: 'background',
  'dispute-answer': 'background',
  'settlement-receipt': 'background',
  'settlement-close': 'background',
  settlement: 'background',
  'bank-account-notice': 'background',
  // Only failing endpoints have workflows; other messages are sent without one.
  webhook: 'background',
} as const satisfies Record<WorkflowKind, CommandLane>;

/**
 * Returns the lane of a workflow's commands. It depends on the workflow id alone, so commands of one workflow stay in
 * order. Ids chosen by operators take the background lane.
 */
export function selectLane(workflowID: string): CommandLane {
  const [kind = ''] = workflowID.split('/', 1);
  return Object.hasOwn(LANES, kind) ? LANES[kind as WorkflowKind] : 'background';
}

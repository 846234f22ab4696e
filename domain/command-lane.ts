import type { workflowIDs } from './workflow-ids';

/**
 * The lanes on which commands leave the outbox, each with room of its own: what waits on one never delays another. `payer`
 * is what somebody waits for, a payer or the receiver of a payout; `background` is what can wait.
 */
export const COMMAND_LANES = ['payer', 'background'] as const;

export type CommandLane = (typeof COMMAND_LANES)[number];

type Named = (typeof workflowIDs)[keyof typeof workflowIDs];
type IDOf<Name> = Name extends (...given: never[]) => infer ID ? ID : Name;
type WorkflowID = IDOf<Named>;

/** The first word of a workflow's id: the kind of what it carries. */
type WorkflowKind = WorkflowID extends `${infer Kind}/${string}` ? Kind : never;

/** Total over the kinds of workflows: one that has no lane does not compile. */
const LANES = {
  payment: 'payer',
  refund: 'payer',
  binding: 'payer',
  withdrawal: 'payer',
  // A payout waits for its destination to be authorised.
  destination: 'payer',
  // Due dates.
  invoices: 'background',
  destinations: 'background',
  report: 'background',
  retention: 'background',
  encryption: 'background',
  reconciliation: 'background',
  'late-success': 'background',
  // Only endpoints in trouble have workflows: what goes well is sent without one.
  webhook: 'background',
} as const satisfies Record<WorkflowKind, CommandLane>;

/**
 * The lane of all commands to one workflow. It follows from the workflow's id alone, so that no two commands of one workflow
 * are on two lanes, on which they could overtake each other. Ids that operators chose are nothing that anybody waits for.
 */
export function selectLane(workflowID: string): CommandLane {
  const [kind = ''] = workflowID.split('/', 1);
  return Object.hasOwn(LANES, kind) ? LANES[kind as WorkflowKind] : 'background';
}

import { selectLane } from '../../../workflow-names/command-lane';
import { currentTrace } from '../../trace-context';

/** The written columns, in the order of all statements that write them. */
export const OUTBOX_COLUMNS = 'workflow_id, lane, party_id, command';

/** Commands with their lanes, as JSON for these statements. */
export function outboxRows(commands: readonly { workflowID: string }[]): string {
  const traceparent = currentTrace();
  const trace = traceparent === undefined ? undefined : { traceparent };
  return JSON.stringify(
    commands.map((command) => ({ lane: selectLane(command.workflowID), command: { ...command, ...trace } })),
  );
}

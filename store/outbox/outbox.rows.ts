import { selectLane } from '../../domain/command-lane';
import { currentTrace } from '../trace-context';

/** The columns that are written, in the order in which each statement that writes them gives them. */
export const OUTBOX_COLUMNS = 'workflow_id, lane, party_id, command';

/** Commands with their lanes, as the statements that write them read them. */
export function outboxRows(commands: readonly { workflowID: string }[]): string {
  const traceparent = currentTrace();
  const trace = traceparent === undefined ? undefined : { traceparent };
  return JSON.stringify(
    commands.map((command) => ({ lane: selectLane(command.workflowID), command: { ...command, ...trace } })),
  );
}

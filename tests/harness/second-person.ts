import { createOperatorCommandActivities } from '../../activities/operators/operator-command/operator-command.activities';
import type { OperatorCommand } from '../../domain/operators/operator-command/operator-command';
import { ROLES } from '../../domain/operators/operator/roles';
import { COMMAND_EXECUTORS } from '../../operators/commands/command-executors';
import { getOperatorCommand } from '../../store/operators/operator-command/operator-command.queries';
import { decideCommand } from '../../store/operators/operator-command/operator-command.transitions';
import type { Store } from '../../store/store';
import { anOperator } from './factories/operator';
import { untilBody, type HttpClient } from './http-client';

interface WaitingAnswer {
  status: number;
  body: { id: string };
}

/** Approves what waits (202) as another operator, and executes it as a worker does; for an API without a worker. */
export async function approveAndExecute(store: Store, answer: WaitingAnswer): Promise<OperatorCommand> {
  if (answer.status !== 202) throw new Error(`nothing waits: ${answer.status} ${JSON.stringify(answer.body)}`);
  const { operatorID } = await anOperator(store.database, { name: 'second-person' });
  const decision = { commandID: answer.body.id, action: 'approve', reason: null, delaySeconds: 0 } as const;
  await decideCommand(store, { operatorID, roles: ROLES, keyID: null }, decision);
  return executeApproved(store, answer.body.id);
}

/** Executes an approved command as a worker does. */
export async function executeApproved(store: Store, commandID: string): Promise<OperatorCommand> {
  await createOperatorCommandActivities(store, COMMAND_EXECUTORS).executeCommand({ commandID });
  return getOperatorCommand(store.database, commandID);
}

/** Approves what waits (202) as the second person of a running platform, and waits for the outcome. */
export async function approveThrough(second: HttpClient, answer: WaitingAnswer): Promise<any> {
  if (answer.status !== 202) throw new Error(`nothing waits: ${answer.status} ${JSON.stringify(answer.body)}`);
  const path = `/operators/v1/commands/${answer.body.id}`;
  const approved = await second.post<any>(`${path}/approve`, { reason: 'test' });
  if (approved.status !== 200) throw new Error(`not approved: ${JSON.stringify(approved.body)}`);
  return untilBody<any>(
    () => second.get(path),
    ({ state }) => state === 'Succeeded' || state === 'Failed',
  );
}

import type { CommandFailureCode } from '../../../domain/operators/operator-command/failure-code';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { requireRow } from '../../postgres/require-row';
import { findTransition } from '../../../domain/platform/machine/machine';
import type { OperatorCommand } from '../../../domain/operators/operator-command/operator-command';
import {
  operatorCommandMachine,
  type CommandAction,
} from '../../../domain/operators/operator-command/operator-command.machine';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { auditWithin } from '../../platform/audit/audited';
import { assertChangesCurrent } from '../../merchants/configuration/version-conflict';
import { appendCommands } from '../../platform/outbox/outbox';
import { statement, type Transaction } from '../../postgres/database';
import { toColumn } from '../../postgres/columns';
import type { Store } from '../../store';
import { assertMayApprove, assertMayDecide, type Decider } from './approver';
import type { CreatedCommand } from './operator-command.create';
import { buildCommandStart } from './operator-command.recovery';
import { OPERATOR_COMMAND } from './operator-command.table';

const LOCK = statement<OperatorCommand>(
  'operator-command-lock',
  `SELECT ${OPERATOR_COMMAND} FROM operator_commands c WHERE id = $1 FOR UPDATE`,
);
const UPDATE = statement(
  'operator-command-update',
  `UPDATE operator_commands SET state = $2, decided_by = $3, decided_at = $4, decision_reason = $5, finished_at = $6,
     outcome = $7, failure = $8, failure_code = $9 WHERE id = $1`,
);
const FIND_EXPIRED = statement<{ id: string }>(
  'operator-command-find-expired',
  `SELECT id FROM operator_commands WHERE state = 'AwaitingApproval' AND expires_at <= now()
   ORDER BY requested_at LIMIT 200`,
);

export interface CommandDecision {
  commandID: string;
  action: 'approve' | 'reject';
  reason: string | null;
  /** For how long a new role or key approves nothing. */
  delaySeconds: number;
}

/**
 * AwaitingApproval → Approved or Rejected, by another operator with a role for the type. The same decision repeated by
 * the same operator changes nothing.
 * @throws Refusal notFound, operationNotPermitted, invalidCommandState; VersionConflict for a change of an earlier version
 */
export async function decideCommand(
  store: Store,
  decider: Decider,
  decision: CommandDecision,
): Promise<CreatedCommand> {
  const { commandID, action, reason, delaySeconds } = decision;
  const decided = await store.database.transaction(async (tx) => {
    const command = await lockCommand(store, commandID, tx);
    assertMayDecide(command, decider);
    if (isRepeated(command, decider, action)) return { command, isChanged: false };
    if (action === 'approve') await assertMayApprove(store.database, { command, decider, delaySeconds }, tx);
    const now = new Date();
    if (command.state !== 'AwaitingApproval' || command.expiresAt <= now) throw notAwaiting(command, now);
    if (action === 'approve') await assertChangesCurrent(store.database, command.changes ?? [], tx);
    const next = { ...move(command, action), decidedBy: decider.operatorID, decidedAt: now, decisionReason: reason };
    await save(store, next, tx);
    if (next.state === 'Approved') await appendCommands(store.database, [buildCommandStart(next)], tx);
    return { command: next, isChanged: true };
  });
  if (decided.isChanged && decided.command.state === 'Approved') store.wakeUp.send('outbox');
  return decided;
}

async function lockCommand(store: Store, commandID: string, tx: Transaction): Promise<OperatorCommand> {
  return requireRow(await store.database.run(LOCK, [commandID], tx), 'Command');
}

/** An approval is repeated also after the execution. */
function isRepeated(command: OperatorCommand, decider: Decider, action: CommandDecision['action']): boolean {
  if (command.decidedBy !== decider.operatorID) return false;
  return (action === 'reject') === (command.state === 'Rejected');
}

function notAwaiting({ state, decidedBy }: OperatorCommand, now: Date): Refusal {
  const by = decidedBy === null ? '' : ` by operator/${decidedBy}`;
  const current = state === 'AwaitingApproval' ? `Expired at ${rfc3339Text(now)}` : `${state}${by}`;
  return new Refusal('invalidCommandState', `the command does not await approval: it is ${current}`);
}

function move(command: OperatorCommand, action: CommandAction): OperatorCommand {
  const transition = findTransition(operatorCommandMachine, command.state, action);
  if (!transition) throw new Refusal('invalidCommandState', `cannot ${action} a command in state ${command.state}`);
  return { ...command, state: transition.to };
}

async function save(store: Store, command: OperatorCommand, tx: Transaction): Promise<void> {
  const { id, state, decidedBy, decidedAt, decisionReason, finishedAt, outcome } = command;
  const { failure, failureCode } = command;
  const values = [state, decidedBy, decidedAt, decisionReason, finishedAt, outcome, failure, failureCode].map(toColumn);
  await store.database.run(UPDATE, [id, ...values], tx);
  const after = { state, requestedBy: command.requestedBy, ...(decidedBy !== null && { decidedBy }) };
  await auditWithin(store.database, store.origin, [{ type: 'operatorCommand', id, after }], tx);
}

/** AwaitingApproval → Expired for all commands whose time is over. @returns their number */
export async function expireCommands(store: Store): Promise<number> {
  const due = await store.database.run(FIND_EXPIRED, []);
  for (const { id } of due) {
    await store.database.transaction(async (tx) => {
      const command = await lockCommand(store, id, tx);
      if (command.state !== 'AwaitingApproval' || command.expiresAt > new Date()) return;
      await save(store, { ...move(command, 'expire'), finishedAt: new Date() }, tx);
    });
  }
  return due.length;
}

export type CommandResult =
  | { outcome: Readonly<Record<string, unknown>> }
  | { failureCode: CommandFailureCode; failure?: string; outcome?: Readonly<Record<string, unknown>> };

/** Approved → Succeeded or Failed. A repetition returns the finished command. */
export async function finishCommand(store: Store, commandID: string, result: CommandResult): Promise<OperatorCommand> {
  return store.database.transaction(async (tx) => {
    const command = await lockCommand(store, commandID, tx);
    if (command.state !== 'Approved') return command;
    const isFailed = 'failureCode' in result;
    const finished: OperatorCommand = {
      ...move(command, isFailed ? 'fail' : 'succeed'),
      finishedAt: new Date(),
      outcome: result.outcome ?? null,
      failure: (isFailed && result.failure) || null,
      failureCode: isFailed ? result.failureCode : null,
    };
    await save(store, finished, tx);
    return finished;
  });
}

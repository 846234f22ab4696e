import { present } from '../../../domain/platform/fields/present';
import { amountToWire } from '../../../domain/platform/money/money';
import { getCommandType } from '../../../domain/operators/operator-command/command-types';
import type { CommandChange, OperatorLimit } from '../../../domain/operators/operator-command/operator-command';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { CreatedCommand } from '../../../store/operators/operator-command/operator-command.create';
import {
  getOperatorCommand,
  type NamedCommand,
} from '../../../store/operators/operator-command/operator-command.queries';
import type { Database } from '../../../store/postgres/database';
import type { OperatorCommandChange, OperatorCommandRecord, OperatorLimitRecord } from './command.types';

export function presentCommand(command: NamedCommand): OperatorCommandRecord {
  const { id, idempotencyKey, type, subjectType, subjectID, reason, state, requestedRole, changes } = command;
  const { partyID, amountMinor, currency, decidedBy, deciderName, decidedAt, decisionReason } = command;
  return {
    ...{ id, idempotencyKey, type, parameters: { ...command.parameters }, subjectType, subjectID },
    ...present({ changes: changes?.map(presentChange), partyID }),
    ...(amountMinor === null || currency === null ? {} : { amount: amountToWire(amountMinor), currency }),
    ...{ reason, state, requestedBy: { operatorID: command.requestedBy, name: command.requesterName }, requestedRole },
    requestedAt: rfc3339Text(command.requestedAt),
    expiresAt: rfc3339Text(command.expiresAt),
    approverRoles: [...getCommandType(type).roles],
    ...(decidedBy === null ? {} : { decidedBy: { operatorID: decidedBy, name: deciderName ?? '' } }),
    ...present({ decidedAt: rfc3339Text(decidedAt), decisionReason, finishedAt: rfc3339Text(command.finishedAt) }),
    ...present({ outcome: command.outcome && { ...command.outcome }, failure: command.failure }),
    ...present({ failureCode: command.failureCode }),
  };
}

function presentChange({ type, id, version, before, after, secrets }: CommandChange): OperatorCommandChange {
  const fields = { ...(before && { before: { ...before } }), after: { ...after } };
  return { type, id, version, ...fields, ...(secrets && { secrets: [...secrets] }) };
}

/** The answer to a request, with the names of its operators. */
export async function presentRequested(
  database: Database,
  { command, isChanged }: CreatedCommand,
): Promise<OperatorCommandRecord> {
  return { ...presentCommand(await getOperatorCommand(database, command.id)), isChanged };
}

export function presentLimit({
  role,
  currency,
  commandLimitMinor,
  dailyLimitMinor,
}: OperatorLimit): OperatorLimitRecord {
  return {
    role,
    currency,
    commandLimit: amountToWire(commandLimitMinor),
    dailyLimit: amountToWire(dailyLimitMinor),
  };
}

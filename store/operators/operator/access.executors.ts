import { Refusal } from '../../../domain/platform/errors/refusal';
import type { ACCESS_COMMANDS } from '../../../domain/operators/operator/access-commands';
import type { ReadCommand } from '../../../domain/operators/operator-command/command-fields';
import { getCommandType, isCommandTypeName } from '../../../domain/operators/operator-command/command-types';
import { getReason } from '../../platform/audit/origin';
import { createInvitation } from '../operator-invitation/operator-invitation.create';
import { setApprovalRule } from '../operator-command/approval-rules';
import type { CommandAssessment, CommandExecutor } from '../operator-command/command-executor';
import { deleteLimit, setLimit } from '../operator-command/operator-limits';
import { setReplayLimit } from '../operator-command/replay-limits';
import type { Database } from '../../postgres/database';
import { createOperator } from './operator.create';
import { getOperator } from './operator.queries';
import { setOperatorActive, setOperatorRoles } from './operator.transitions';

type Parameters<Name extends keyof typeof ACCESS_COMMANDS> = ReadCommand<(typeof ACCESS_COMMANDS)[Name]>;

const WITHOUT_MONEY: CommandAssessment = { money: undefined, partyID: null };

const assessNothing = async (): Promise<CommandAssessment> => WITHOUT_MONEY;

async function assessOperator(database: Database, { operatorID }: Parameters<'operator'>): Promise<CommandAssessment> {
  await getOperator(database, operatorID);
  return WITHOUT_MONEY;
}

const createOperatorExecutor: CommandExecutor<Parameters<'createOperator'>> = {
  assess: assessNothing,
  execute: async (store, given, commandID) => {
    const { id: operatorID } = await createOperator(store.database, given, store.origin);
    await createInvitation(store, { id: commandID, operatorID });
    return { outcome: { operatorID, invitationID: commandID } };
  },
};

const setRolesExecutor: CommandExecutor<Parameters<'setRoles'>> = {
  assess: assessOperator,
  execute: async (store, { operatorID, roles }) => {
    const operator = await setOperatorRoles(store, { id: operatorID, roles, reason: getReason(store) });
    return { outcome: { operatorID, roles: operator.roles } };
  },
};

const activateExecutor: CommandExecutor<Parameters<'operator'>> = {
  assess: assessOperator,
  execute: async (store, { operatorID }) => {
    await setOperatorActive(store, { id: operatorID, isActive: true, reason: getReason(store) });
    return { outcome: { operatorID } };
  },
};

const inviteExecutor: CommandExecutor<Parameters<'operator'>> = {
  assess: async (database, { operatorID }) => {
    if ((await getOperator(database, operatorID)).isActive) return WITHOUT_MONEY;
    throw new Refusal('operationNotPermitted', 'the operator is not active');
  },
  execute: async (store, { operatorID }, commandID) => {
    await createInvitation(store, { id: commandID, operatorID });
    return { outcome: { operatorID, invitationID: commandID } };
  },
};

const setLimitExecutor: CommandExecutor<Parameters<'setLimit'>> = {
  assess: async (_, { commandLimit, dailyLimit }) => {
    if (dailyLimit >= commandLimit) return WITHOUT_MONEY;
    throw new Refusal('invalidRequest', 'dailyLimit: must be at least commandLimit');
  },
  execute: async (store, { role, currency, commandLimit, dailyLimit }) => {
    const limits = { commandLimitMinor: BigInt(commandLimit), dailyLimitMinor: BigInt(dailyLimit) };
    await setLimit(store, { role, currency, ...limits });
    return { outcome: { role, currency, commandLimit, dailyLimit } };
  },
};

const deleteLimitExecutor: CommandExecutor<Parameters<'deleteLimit'>> = {
  assess: assessNothing,
  execute: async (store, limit) => {
    await deleteLimit(store, limit);
    return { outcome: limit };
  },
};

const replayLimitExecutor: CommandExecutor<Parameters<'deleteReplayLimit'> & { dailyMessages?: number }> = {
  assess: assessNothing,
  execute: async (store, { role, dailyMessages }) => {
    await setReplayLimit(store, { role, dailyMessages });
    return { outcome: { role, ...(dailyMessages === undefined ? {} : { dailyMessages }) } };
  },
};

const ruleExecutor = (isRequired: boolean): CommandExecutor<Parameters<'approvalRule'>> => ({
  assess: async (_, { type }) => {
    if (!isCommandTypeName(type)) throw new Refusal('invalidRequest', 'type: must be the type of an operator command');
    if (getCommandType(type).approval === 'byLimit') return WITHOUT_MONEY;
    throw new Refusal('operationNotPermitted', `type: ${type} always needs approval`);
  },
  execute: async (store, { type }) => {
    await setApprovalRule(store, { type, isRequired });
    return { outcome: { type, isRequired } };
  },
});

/** Executors of the commands that change what operators may do. */
export const accessExecutors = {
  createOperator: createOperatorExecutor,
  setOperatorRoles: setRolesExecutor,
  activateOperator: activateExecutor,
  inviteOperator: inviteExecutor,
  setOperatorLimit: setLimitExecutor,
  deleteOperatorLimit: deleteLimitExecutor,
  setReplayLimit: replayLimitExecutor,
  deleteReplayLimit: replayLimitExecutor,
  requireApproval: ruleExecutor(true),
  waiveApproval: ruleExecutor(false),
} satisfies Record<string, CommandExecutor>;

import type { Command } from 'commander';
import type { CommandTypeName } from '../domain/operator-command/command-types';
import { describeOutcome, requestCommand, untilFinished, type CommandRecord } from './operator-commands';
import { asDecision, type DecisionOptions } from './operator-decisions';
import { callOperatorsApi, getOperatorsUrl, withRemoteOption } from './remote';
import { print } from './with-store';

/** Adds the commands that list and decide operator commands, and that set limits. */
export function addApprovalCommands(program: Command): void {
  withRemoteOption(program.command('approvals'))
    .description('operator commands that wait for approval, newest first')
    .action(async (_: object, self: Command) => {
      const query = { state: 'AwaitingApproval' };
      const call = { method: 'GET', path: 'commands', query } as const;
      const { commands } = await callOperatorsApi<{ commands: CommandRecord[] }>(getOperatorsUrl(self), call);
      for (const command of commands) print(command);
    });
  withRemoteOption(program.command('approve'))
    .description('approve an operator command that another operator requested, and wait for its outcome')
    .argument('<id>')
    .option('--reason <text>')
    .action(async (id: string, { reason }: { reason?: string }, self: Command) => {
      const url = getOperatorsUrl(self);
      const body = reason === undefined ? {} : { reason };
      const approved = await callOperatorsApi<CommandRecord>(url, decision(id, 'approve', body));
      print(describeOutcome(await untilFinished(url, approved)));
    });
  withRemoteOption(program.command('reject'))
    .description('reject an operator command that another operator requested')
    .argument('<id>')
    .requiredOption('--reason <text>')
    .action(async (id: string, { reason }: { reason: string }, self: Command) => {
      const call = decision(id, 'reject', { reason });
      print(describeOutcome(await callOperatorsApi<CommandRecord>(getOperatorsUrl(self), call)));
    });
  const limits = program.command('operator-limit').description('what operators of a role may do without approval');
  addLimitCommands(limits);
}

function decision(id: string, action: string, body: object) {
  return { method: 'POST', path: `commands/${encodeURIComponent(id)}/${action}`, body } as const;
}

function addLimitCommands(limits: Command): void {
  withRemoteOption(limits.command('list'))
    .description('all limits; without a limit each command of a role waits for approval')
    .action(async (_: object, self: Command) => {
      print(await callOperatorsApi<object>(getOperatorsUrl(self), { method: 'GET', path: 'limits' }));
    });
  const request = (type: CommandTypeName, parameters: object, options: DecisionOptions, self: Command) =>
    requestCommand(self, { ...options, type, parameters });
  asDecision(limits.command('set'))
    .description('set the limit of a role in a currency, in minor units')
    .argument('<role>')
    .argument('<currency>')
    .requiredOption('--command <amount>', 'the maximum amount of one command')
    .requiredOption('--daily <amount>', 'the maximum amount of an operator’s commands in a day (UTC)')
    .action(
      (role: string, currency: string, given: DecisionOptions & { command: string; daily: string }, self: Command) => {
        const amounts = { commandLimit: Number(given.command), dailyLimit: Number(given.daily) };
        return request('setOperatorLimit', { role, currency, ...amounts }, given, self);
      },
    );
  asDecision(limits.command('delete'))
    .description('delete a limit')
    .argument('<role>')
    .argument('<currency>')
    .action((role: string, currency: string, options: DecisionOptions, self: Command) =>
      request('deleteOperatorLimit', { role, currency }, options, self),
    );
  asDecision(limits.command('set-replays'))
    .description('set how many webhook messages an operator of a role may resend in a day (UTC)')
    .argument('<role>')
    .requiredOption('--daily <count>', 'the maximum number of messages')
    .action((role: string, given: DecisionOptions & { daily: string }, self: Command) =>
      request('setReplayLimit', { role, dailyMessages: Number(given.daily) }, given, self),
    );
  asDecision(limits.command('delete-replays'))
    .description('delete that limit: resending is not limited')
    .argument('<role>')
    .action((role: string, options: DecisionOptions, self: Command) =>
      request('deleteReplayLimit', { role }, options, self),
    );
  asDecision(limits.command('require-approval'))
    .description('require another person for each command of a type, such as blockShop or approveDestination')
    .argument('<type>')
    .action((type: string, options: DecisionOptions, self: Command) =>
      request('requireApproval', { type }, options, self),
    );
  asDecision(limits.command('waive-approval'))
    .description('require another person above the limit only')
    .argument('<type>')
    .action((type: string, options: DecisionOptions, self: Command) =>
      request('waiveApproval', { type }, options, self),
    );
}

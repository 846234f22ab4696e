import type { Command } from 'commander';
import { CHARGEBACK_COMMANDS } from '../domain/chargeback/chargeback-commands';
import { workflowTypes } from '../workflows/names/workflow-messages';
import { addOperatorCommands } from './operator-commands';

const COMMANDS = [
  { command: 'create', workflowType: workflowTypes.createChargeback, fields: CHARGEBACK_COMMANDS.create },
  { command: 'accept', workflowType: workflowTypes.acceptChargeback, fields: CHARGEBACK_COMMANDS.decide },
  { command: 'reject', workflowType: workflowTypes.rejectChargeback, fields: CHARGEBACK_COMMANDS.decide },
  { command: 'cancel', workflowType: workflowTypes.cancelChargeback, fields: CHARGEBACK_COMMANDS.decide },
  { command: 'reopen', workflowType: workflowTypes.reopenChargeback, fields: CHARGEBACK_COMMANDS.reopen },
] as const;

export function addChargebackCommands(program: Command): void {
  const chargeback = program.command('chargeback').description('disputes of payments; amounts are in minor units');
  addOperatorCommands(chargeback, COMMANDS);
}

import type { Command } from 'commander';
import { CHARGEBACK_COMMANDS } from '../domain/chargeback/chargeback-commands';
import { addOperatorCommands } from './operator-commands';

const COMMANDS = [
  { command: 'create', type: 'createChargeback', fields: CHARGEBACK_COMMANDS.create },
  { command: 'accept', type: 'acceptChargeback', fields: CHARGEBACK_COMMANDS.decide },
  { command: 'reject', type: 'rejectChargeback', fields: CHARGEBACK_COMMANDS.decide },
  { command: 'cancel', type: 'cancelChargeback', fields: CHARGEBACK_COMMANDS.decide },
  { command: 'reopen', type: 'reopenChargeback', fields: CHARGEBACK_COMMANDS.reopen },
] as const;

export function addChargebackCommands(program: Command): void {
  const chargeback = program.command('chargeback').description('disputes of payments; amounts are in minor units');
  addOperatorCommands(chargeback, COMMANDS);
}

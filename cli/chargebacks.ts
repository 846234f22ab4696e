import type { Command } from 'commander';
import { workflowTypes } from '../domain/workflow-messages';
import { addOperatorCommands } from './operator-commands';

const NAMED = '{"invoiceID", "paymentID", "chargebackID"}';

const COMMANDS = [
  {
    command: 'create',
    workflowType: workflowTypes.createChargeback,
    input: '{"invoiceID", "paymentID", "body", "levy", "currency"?, "reasonCode"?}',
  },
  { command: 'accept', workflowType: workflowTypes.acceptChargeback, input: NAMED },
  { command: 'reject', workflowType: workflowTypes.rejectChargeback, input: NAMED },
  { command: 'cancel', workflowType: workflowTypes.cancelChargeback, input: NAMED },
  {
    command: 'reopen',
    workflowType: workflowTypes.reopenChargeback,
    input: '{"invoiceID", "paymentID", "chargebackID", "stage"?, "body"?, "levy"?}',
  },
] as const;

/** `chargeback create|accept|reject|cancel|reopen JSON`: each is a workflow, as from Temporal UI. */
export function addChargebackCommands(program: Command): void {
  const chargeback = program.command('chargeback').description('disputes of payments; amounts are in minor units');
  addOperatorCommands(chargeback, COMMANDS);
}

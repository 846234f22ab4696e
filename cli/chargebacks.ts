import type { Command } from 'commander';
import { workflowTypes } from '../domain/workflow-messages';
import { newId } from '../store/id';
import { carryOut } from './with-engine';
import { print } from './with-store';

const NAMED = '{"invoiceID", "paymentID", "chargebackID"}';

/** Each order by the name of its command: the workflow that it starts, and the JSON that it takes (docs/operators.md). */
const ORDERS = [
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
  for (const { command, workflowType, input } of ORDERS) {
    chargeback
      .command(command)
      .description(input)
      .argument('<json>')
      .option('--id <id>', 'the id of the workflow: the same order given twice acts once')
      .action(async (json: string, { id }: { id?: string }) => {
        const workflowID = id ?? `${workflowType}/${newId()}`;
        print(await carryOut({ workflowID, workflowType, input: JSON.parse(json) as unknown }));
      });
  }
}

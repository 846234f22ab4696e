import type { Command } from 'commander';
import { z } from 'zod';
import { workflowTypes } from '../domain/workflow-messages';
import { createSource } from '../store/source/sources';
import { addOperatorCommands } from './operator-commands';
import { print, withStore } from './with-store';

const amount = z.int().min(1);
const currency = z.string().regex(/^[A-Z]{3}$/);
const id = z.string().min(1).max(40);
const text = z.string().max(1_000);

const deposit = z.strictObject({
  walletID: id,
  sourceID: id,
  amount,
  currency,
  externalID: id.optional(),
  description: text.optional(),
});
const revert = z.strictObject({
  depositID: id,
  amount,
  currency,
  externalID: id.optional(),
  reason: text.optional(),
});
const adjustment = z.strictObject({
  depositID: id,
  status: z.enum(['Succeeded', 'Failed']),
  externalID: id.optional(),
});
const source = z.strictObject({ id: id.optional(), name: z.string().min(1).max(100), currency });

const COMMANDS = [
  {
    command: 'create',
    workflowType: workflowTypes.deposit,
    schema: deposit,
    input: '{"walletID", "sourceID", "amount", "currency", "externalID"?, "description"?}',
  },
  {
    command: 'revert',
    workflowType: workflowTypes.depositRevert,
    schema: revert,
    input: '{"depositID", "amount", "currency", "externalID"?, "reason"?}',
  },
  {
    command: 'adjust',
    workflowType: workflowTypes.depositAdjustment,
    schema: adjustment,
    input: '{"depositID", "status": "Succeeded" | "Failed", "externalID"?}',
  },
] as const;

/** `deposit create|revert|adjust JSON` and `source create JSON`: each operation is a workflow, as from Temporal UI. */
export function addDepositCommands(program: Command): void {
  program
    .command('source')
    .description('where deposits come from')
    .command('create')
    .description('make a source, or rename one: {"id"?, "name", "currency"}')
    .argument('<json>')
    .action((json: string) =>
      withStore(async ({ database }) => print(await createSource(database, source.parse(JSON.parse(json))))),
    );

  const deposits = program.command('deposit').description('deposits of wallets; amounts are in minor units');
  addOperatorCommands(deposits, COMMANDS);
}

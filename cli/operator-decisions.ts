import type { Command } from 'commander';
import { BLOCKABLE, type Blockable } from '../domain/block/block-commands';
import type { CommandTypeName } from '../domain/operator-command/command-types';
import { readPaymentName } from '../domain/timeline/target';
import { parseInteger } from './parse-options';
import { requestCommand } from './operator-commands';
import { withRemoteOption } from './remote';

export interface DecisionOptions {
  reason: string;
  id?: string;
  amount?: string;
  currency?: string;
}

/** Options that every operator's command has. */
export function asDecision(command: Command): Command {
  return withRemoteOption(command)
    .requiredOption('--reason <text>', 'why, for the audit log')
    .option('--id <id>', 'the idempotency key; default: derived from the order and the day (UTC)');
}

const MAX_AMOUNT = 999_999_999;

function toMoney({ amount, currency }: DecisionOptions): object {
  return {
    ...(amount === undefined ? {} : { amount: parseInteger(amount, { name: '--amount', max: MAX_AMOUNT }) }),
    ...(currency === undefined ? {} : { currency }),
  };
}

function readRef(name: string): object {
  const ref = readPaymentName(name);
  if (!ref) throw new Error(`${name} is not INVOICE.PAYMENT`);
  return ref;
}

/** Adds `payment capture|cancel|refund`. */
export function addPaymentDecisions(payment: Command): void {
  const decide = (type: CommandTypeName) => (name: string, options: DecisionOptions, command: Command) =>
    requestCommand(command, { ...options, type, parameters: { ...readRef(name), ...toMoney(options) } });
  const add = (name: string, description: string): Command =>
    asDecision(payment.command(name)).description(description).argument('<invoice.payment>', "the payment's name");
  add('capture', 'capture a hold for its shop, in whole by default; the shop may be blocked')
    .option('--amount <minor units>', 'capture this amount and release the rest')
    .option('--currency <code>', 'the currency of the amount')
    .action(decide('capturePayment'));
  add('cancel', 'release a hold for its shop; the shop may be blocked').action(decide('cancelPayment'));
  add('refund', 'refund a captured payment for its shop; the shop may be blocked')
    .requiredOption('--amount <minor units>', 'the amount to refund')
    .requiredOption('--currency <code>', 'the currency of the amount')
    .action(decide('refundPayment'));
}

/** Adds `block` and `unblock` to the command of a kind of entity. */
export function addBlocks(parent: Command, type: Blockable): void {
  const { name, idField } = BLOCKABLE[type];
  for (const action of ['block', 'unblock'] as const) {
    asDecision(parent.command(action))
      .description(action === 'block' ? `let nothing new come in for this ${type}` : `end the block of this ${type}`)
      .argument('<id>', `the ${type}'s id`)
      .action((id: string, options: DecisionOptions, command: Command) =>
        requestCommand(command, { ...options, type: `${action}${name}`, parameters: { [idField]: id } }),
      );
  }
}

/** Adds `shop`, `identity` and `wallet` with their blocks. */
export function addBlockCommands(program: Command): void {
  for (const type of ['shop', 'identity', 'wallet'] as const) {
    addBlocks(program.command(type).description(`block or unblock this ${type}`), type);
  }
}

import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { describeCommand } from '../domain/operators/operator-command/command-fields';
import { SETTLEMENT_COMMANDS } from '../domain/merchants/settlement/settlement-commands';
import { addDecisionOptions, readJson, requestCommand } from './operator-commands';
import { callOperatorsApi } from './remote';
import { addStatementCommand } from './settlement-statement';

/** The shop that `npm start` creates. */
const DEMO_SHOP = 'demo-shop';

export function addSettlementCommands(settlement: Command): void {
  addSettlementClose(settlement);
  addStatementCommand(settlement);
}

/** Adds `settlement close`, which takes the JSON of its command, or `--now` for each currency of a shop. */
function addSettlementClose(settlement: Command): void {
  const close = addDecisionOptions(settlement.command('close [json]'));
  close
    .description(
      `close the batch of what is available to a shop, and create its payout: ${describeCommand(SETTLEMENT_COMMANDS.close)}`,
    )
    .option('--now [shop]', `each currency in which the shop has something, by default ${DEMO_SHOP}`)
    .action(async (json: string | undefined, { now, id, reason }: CloseOptions) => {
      const orders = json === undefined ? [] : [{ parameters: readJson(SETTLEMENT_COMMANDS.close, json), id }];
      // A shop is owed more after each close, so another one on the same day is another order.
      const name = id ?? randomUUID();
      const shopID = now === true ? DEMO_SHOP : now;
      for (const parameters of shopID === undefined ? [] : await listOrders(close, shopID))
        orders.push({ parameters, id: `${name}/${parameters.currency}` });
      if (orders.length === 0)
        throw new Error('nothing is available: give JSON, or --now with a shop that is owed something');
      for (const order of orders) await requestCommand(close, { type: 'closeSettlement', reason, ...order });
    });
}

interface CloseOptions {
  now?: string | true;
  id?: string;
  reason: string;
}

async function listOrders(command: Command, shopID: string): Promise<{ shopID: string; currency: string }[]> {
  const path = `shops/${encodeURIComponent(shopID)}/balances`;
  const balances = await callOperatorsApi<{ currency: string; available: number }[]>(command, { path });
  return balances.filter(({ available }) => available > 0).map(({ currency }) => ({ shopID, currency }));
}

import { notFound } from '../../domain/errors/refusal';
import type { ReadCommand } from '../../domain/operator-command/command-fields';
import { getBusinessDay } from '../../domain/settlement/business-day';
import type { PayoutAction } from '../../domain/settlement/payout.machine';
import type { SETTLEMENT_COMMANDS } from '../../domain/settlement/settlement-commands';
import { settlementTerms } from '../../domain/settlement/settlement-terms';
import { auditWithin } from '../audit/audited';
import { feeAccount, settlementAccount } from '../ledger/accounts';
import { move, openAccounts, post } from '../ledger/ledger';
import { isUniqueViolation, type Database } from '../postgres/database';
import type { CommandExecutor } from '../operator-command/command-executor';
import { findShopForOperator, type ShopForOperator } from './settled-shops';
import { closeBatch } from './batch.close';
import { changePayout } from './payout.transitions';
import { clearAcquirerBatch } from '../settlement-report/clear-batch';
import { getPayout } from './settlement.queries';

type Parameters<Name extends keyof typeof SETTLEMENT_COMMANDS> = ReadCommand<(typeof SETTLEMENT_COMMANDS)[Name]>;

async function getShop(database: Database, shopID: string): Promise<ShopForOperator> {
  const shop = await findShopForOperator(database, shopID);
  if (!shop) throw notFound('Shop');
  return shop;
}

const closeSettlement: CommandExecutor<Parameters<'close'>> = {
  assess: async (database, { shopID }) => ({ money: undefined, partyID: (await getShop(database, shopID)).partyID }),
  execute: async (store, { shopID, currency }) => {
    const { terms } = await getShop(store.database, shopID);
    const untilDay = getBusinessDay(new Date(), settlementTerms(terms));
    const batch = await closeBatch(store, { shopID, currency, untilDay });
    if (!batch) return { outcome: {}, failure: 'nothing is available' };
    const { id, number, lineCount, netMinor, closingMinor } = batch;
    return { outcome: { batchID: id, number, lineCount, net: String(netMinor), closing: String(closingMinor) } };
  },
};

/** A correction moves between the shop and the platform's fees: what a shop gets is the platform's loss. */
const correctSettlement: CommandExecutor<Parameters<'correct'>> = {
  assess: async (database, { shopID, currency, amount }) => {
    const { partyID } = await getShop(database, shopID);
    return { money: { amountMinor: amount, currency }, partyID };
  },
  execute: async ({ database, origin }, { shopID, currency, amount, direction, text }, idempotencyKey) => {
    const [shop, platform] = [settlementAccount(shopID, currency), feeAccount(currency, idempotencyKey)];
    const [debit, credit] = direction === 'credit' ? [platform, shop] : [shop, platform];
    const transfer = { id: `correction/${idempotencyKey}`, amountMinor: amount, currency, reason: text };
    const movement = post({ ...transfer, debitAccountID: debit.id, creditAccountID: credit.id });
    await database
      .transaction(async (tx) => {
        await openAccounts(database, [shop, platform], tx);
        await move(database, [movement], tx);
        await auditWithin(database, origin, [{ type: 'shop', id: shopID }], tx);
      })
      .catch((error: unknown) => {
        // A repeated execution finds its transfer.
        if (!isUniqueViolation(error, 'ledger_transfers_pkey')) throw error;
      });
    return { outcome: { transferID: transfer.id } };
  },
};

const ACTIONS: Readonly<Record<Parameters<'record'>['status'], PayoutAction>> = {
  sent: 'send',
  paid: 'confirm',
  failed: 'fail',
  returned: 'return',
  cancelled: 'cancel',
};

const recordPayout: CommandExecutor<Parameters<'record'>> = {
  assess: async (database, { payoutID }) => {
    const { amountMinor, currency, partyID } = await getPayout(database, payoutID);
    return { money: { amountMinor, currency }, partyID };
  },
  execute: async (store, { payoutID, status, bankReference, text }) => {
    const change = { payoutID, action: ACTIONS[status], bankReference, reason: text };
    const { id, status: recorded } = await changePayout(store, change);
    return { outcome: { payoutID: id, status: recorded } };
  },
};

export const settlementExecutors = { closeSettlement, correctSettlement, recordPayout, clearAcquirerBatch };

import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { formatAmount } from '../../../domain/platform/money/amount-text';
import type { ReadCommand } from '../../../domain/operators/operator-command/command-fields';
import { getBusinessDay } from '../../../domain/merchants/settlement/business-day';
import type { PayoutAction } from '../../../domain/merchants/settlement/payout.machine';
import type { SETTLEMENT_COMMANDS } from '../../../domain/merchants/settlement/settlement-commands';
import { settlementTerms } from '../../../domain/merchants/settlement/settlement-terms';
import { auditWithin } from '../../platform/audit/audited';
import { feeAccount, settlementAccount, settlementAccountIDs } from '../../platform/ledger/accounts';
import { lockAccounts, move, openAccounts, post, readBalance } from '../../platform/ledger/ledger';
import { statement, type Database, type Transaction } from '../../postgres/database';
import type { CommandExecutor, ExecutedCommand } from '../../operators/operator-command/command-executor';
import type { Store } from '../../store';
import type { Settlement } from './balance-lines';
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
    if (!batch) return { outcome: {}, failureCode: 'nothingToSettle' };
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
  execute: async (store, { direction, amount, ...about }, commandID) => {
    const amountMinor = direction === 'credit' ? amount : -amount;
    return correctBalance(store, { ...about, id: `correction/${commandID}`, amountMinor });
  },
};

/** A write-off is refused above what the shop is below zero, when it is requested and when it is carried out. */
const writeOffSettlement: CommandExecutor<Parameters<'writeOff'>> = {
  assess: async (database, { shopID, currency, amount }) => {
    const { partyID } = await getShop(database, shopID);
    await assertDebt(database, { shopID, currency, amountMinor: amount });
    return { money: { amountMinor: amount, currency }, partyID };
  },
  execute: async (store, { amount, ...about }, commandID) =>
    correctBalance(store, { ...about, id: `write-off/${commandID}`, amountMinor: amount }, (database, tx) =>
      assertDebt(database, { ...about, amountMinor: amount }, tx),
    ),
};

/** @throws Refusal invalidOperationParameters */
async function assertDebt(
  database: Database,
  { shopID, currency, amountMinor }: Settlement & { amountMinor: bigint },
  tx?: Transaction,
): Promise<void> {
  const { own } = await readBalance(database, settlementAccountIDs(shopID, currency), tx);
  if (amountMinor <= -own) return;
  const has = formatAmount({ amountMinor: own, currency });
  throw new Refusal('invalidOperationParameters', `the balance of shop ${shopID} is ${has}, above such a debt`);
}

const FIND_TRANSFER = statement('settlement-transfer-find', 'SELECT FROM ledger_transfers WHERE id = $1');

interface BalanceCorrection extends Settlement {
  id: string;
  /** Above zero for what the shop gets. */
  amountMinor: bigint;
  text: string;
}

/** Moves an amount between the shop and the platform's fees, once by the id of the transfer, if the check under the shop's lock agrees. */
async function correctBalance(
  { database, origin }: Store,
  { id, shopID, currency, amountMinor, text }: BalanceCorrection,
  check?: (database: Database, tx: Transaction) => Promise<void>,
): Promise<ExecutedCommand> {
  const [shop, platform] = [settlementAccount(shopID, currency), feeAccount(currency, id)];
  const [debit, credit] = amountMinor > 0n ? [platform, shop] : [shop, platform];
  const transfer = { id, amountMinor: amountMinor > 0n ? amountMinor : -amountMinor, currency, reason: text };
  await database.transaction(async (tx) => {
    await openAccounts(database, [shop, platform], tx);
    await lockAccounts(database, [shop, platform], tx);
    const [done] = await database.run(FIND_TRANSFER, [id], tx);
    if (done) return;
    await check?.(database, tx);
    await move(database, [post({ ...transfer, debitAccountID: debit.id, creditAccountID: credit.id })], tx);
    await auditWithin(database, origin, [{ type: 'shop', id: shopID }], tx);
  });
  return { outcome: { transferID: id } };
}

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

export const settlementExecutors = {
  closeSettlement,
  correctSettlement,
  writeOffSettlement,
  recordPayout,
  clearAcquirerBatch,
};

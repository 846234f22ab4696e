import { type DEPOSIT_COMMANDS } from '../../../domain/wallets/deposit/deposit-commands';
import { DEPOSIT_REFUSALS, depositMissing } from '../../../domain/wallets/deposit/deposit-rules';
import type { ReadCommand } from '../../../domain/operators/operator-command/command-fields';
import { Refusal } from '../../../domain/platform/errors/refusal';
import type {
  CommandAssessment,
  CommandExecutor,
  ExecutedCommand,
} from '../../operators/operator-command/command-executor';
import { statement, type Database } from '../../postgres/database';
import { findWallet } from '../wallet/wallet.queries';
import { createDepositAdjustment, settleDepositAdjustment } from './deposit-adjustment.transitions';
import { createDepositRevert, settleDepositRevert } from './deposit-revert.transitions';
import { DEPOSIT, type DepositRow } from './deposit.table';
import { createDeposit, settleDeposit } from './deposit.transitions';

type Parameters<Name extends keyof typeof DEPOSIT_COMMANDS> = ReadCommand<(typeof DEPOSIT_COMMANDS)[Name]>;

const FIND = statement<DepositRow>('deposit-find', `SELECT ${DEPOSIT} FROM deposits d WHERE id = $1`);

async function assessDepositChange(
  database: Database,
  { depositID, amount, currency }: { depositID: string; amount?: bigint; currency?: string },
): Promise<CommandAssessment> {
  const [deposit] = await database.run(FIND, [depositID]);
  if (!deposit) throw depositMissing();
  const money = { amountMinor: amount ?? deposit.amountMinor, currency: currency ?? deposit.currency };
  return { money, partyID: deposit.partyID };
}

function toExecuted(id: string, status: string): ExecutedCommand {
  const outcome = { id, status };
  return status === 'Succeeded' ? { outcome } : { outcome, failureCode: 'operationFailed' };
}

const deposit: CommandExecutor<Parameters<'create'>> = {
  assess: async (database, { walletID, amount, currency }) => {
    const wallet = await findWallet(database, walletID);
    if (!wallet) throw new Refusal('invalidOperationParameters', DEPOSIT_REFUSALS.walletMissing);
    return { money: { amountMinor: amount, currency }, partyID: wallet.partyID };
  },
  execute: async (store, { amount, ...given }, idempotencyKey) => {
    const optional = { externalID: null, description: null };
    const { id } = await createDeposit(store, { ...optional, ...given, amountMinor: amount, idempotencyKey });
    return toExecuted(id, await settleDeposit(store, id));
  },
};

const depositRevert: CommandExecutor<Parameters<'revert'>> = {
  assess: assessDepositChange,
  execute: async (store, { amount, ...given }, idempotencyKey) => {
    const optional = { externalID: null, reason: null };
    const { id } = await createDepositRevert(store, { ...optional, ...given, amountMinor: amount, idempotencyKey });
    return toExecuted(id, await settleDepositRevert(store, id));
  },
};

const depositAdjustment: CommandExecutor<Parameters<'adjust'>> = {
  assess: (database, { depositID }) => assessDepositChange(database, { depositID }),
  execute: async (store, { status, ...given }, idempotencyKey) => {
    const adjustment = { externalID: null, ...given, target: status, idempotencyKey };
    const { id } = await createDepositAdjustment(store, adjustment);
    return toExecuted(id, await settleDepositAdjustment(store, id));
  },
};

export const depositExecutors = { deposit, depositRevert, depositAdjustment };

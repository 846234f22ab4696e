import type { Money } from '../../../domain/platform/money/money';
import { requireTransition } from '../../../domain/platform/machine/machine';
import type { OperationAction } from '../../../domain/platform/machine/operation';
import { currencyTerms, type WalletProvider } from '../../../domain/wallets/wallet-provider/wallet-provider';
import {
  assertTransferable,
  type TransferWallet,
  type W2WTransfer,
} from '../../../domain/wallets/transfer/w2w-transfer';
import { w2wTransferMachine } from '../../../domain/wallets/transfer/w2w-transfer.machine';
import type { OperationFailure } from '../../../domain/wallets/withdrawal/withdrawal-failure';
import { insertText, toValues } from '../../postgres/columns';
import { lookup, statement, type Transaction } from '../../postgres/database';
import { toFailure } from '../../platform/ledger/operation';
import { newId } from '../../id';
import { createOnce, type Existing } from '../../idempotency';
import { walletAccount } from '../../platform/ledger/accounts';
import { move, post } from '../../platform/ledger/ledger';
import { assertDailyVelocity } from '../../platform/ledger/velocity-limit';
import { getWalletProvider } from '../wallet-provider/wallet-provider.queries';
import type { Store } from '../../store';
import { findWallet, type OwnedWallet } from '../wallet/wallet.queries';
import { fromTransferRow, W2W_TRANSFER, W2W_TRANSFER_COLUMNS, type W2WTransferRow } from './w2w-transfer.table';

export interface NewW2WTransfer {
  partyID: string;
  senderID: string;
  receiverID: string;
  body: Money;
  externalID: string | null;
}

const INSERT = statement('w2w-transfer-insert', insertText('w2w_transfers', W2W_TRANSFER_COLUMNS, ['parameters_hash']));
const FIND_EXISTING = lookup<W2WTransferRow & Existing>(
  'w2w-transfer-find-existing',
  `SELECT ${W2W_TRANSFER}, parameters_hash AS "parametersHash"
   FROM w2w_transfers t WHERE party_id = $1 AND external_id = $2`,
);

/**
 * Moves money in the transaction that creates the transfer, without a workflow. Without funds or above the sender's
 * limit the transfer is failed. Idempotent by external id.
 * @throws Refusal invalidOperationParameters, externalIDConflict
 */
export async function createW2WTransfer(store: Store, given: NewW2WTransfer, now = new Date()): Promise<W2WTransfer> {
  const { partyID, externalID, ...compared } = given;
  const request = { partyID, externalID, compared, index: 'w2w_transfers_external_id', findExisting: FIND_EXISTING };
  const row = await createOnce<W2WTransferRow>(store.database, request, async (hash) => {
    const limitMinor = await checkWallets(store, given);
    const draft = draftRow(given, now);
    try {
      return await store.database.transaction((tx) => transferMoney(store, { draft, hash, limitMinor }, tx));
    } catch (error) {
      const failedRow = applyTransition(draft, 'fail', toFailure(error));
      await store.database.run(INSERT, [...toValues(failedRow, W2W_TRANSFER_COLUMNS), hash]);
      return failedRow;
    }
  });
  return fromTransferRow(row);
}

async function checkWallets(store: Store, { partyID, senderID, receiverID, body }: NewW2WTransfer) {
  const { database } = store;
  const found = await findWallet(database, senderID);
  const sender = found?.partyID === partyID ? found : undefined;
  const receiver = await findWallet(database, receiverID);
  const readProvider = async (wallet: OwnedWallet | undefined): Promise<WalletProvider | undefined> =>
    wallet && getWalletProvider(database, wallet);
  const senderProvider = await readProvider(sender);
  assertTransferable({
    sender: toTransferWallet(sender),
    receiver: toTransferWallet(receiver),
    senderProvider,
    receiverProvider: await readProvider(receiver),
    body,
  });
  return senderProvider && currencyTerms(senderProvider, body.currency)?.transfersPerDayMinor;
}

function toTransferWallet(wallet: OwnedWallet | undefined): TransferWallet | undefined {
  return wallet && { ...wallet, isAccessible: !wallet.isBlocked && wallet.isOwnerOperable };
}

function draftRow({ body, ...given }: NewW2WTransfer, now: Date): W2WTransferRow {
  const { amountMinor, currency } = body;
  const initial = { id: newId(now), createdAt: now, status: w2wTransferMachine.initial, failure: null };
  return { ...given, amountMinor, currency, ...initial };
}

function applyTransition(
  row: W2WTransferRow,
  action: OperationAction,
  failure: OperationFailure | null,
): W2WTransferRow {
  const transition = requireTransition(w2wTransferMachine, row.status, action);
  return { ...row, status: transition.to, failure };
}

/** @throws InsufficientFunds, LimitExceeded */
async function transferMoney(
  store: Store,
  { draft, hash, limitMinor }: { draft: W2WTransferRow; hash: Buffer | null; limitMinor: bigint | undefined },
  tx: Transaction,
): Promise<W2WTransferRow> {
  const row = applyTransition(draft, 'succeed', null);
  const { currency, amountMinor } = row;
  await store.database.run(INSERT, [...toValues(row, W2W_TRANSFER_COLUMNS), hash], tx);
  const sender = walletAccount({ id: row.senderID, currency }).id;
  const receiver = walletAccount({ id: row.receiverID, currency }).id;
  const transfer = { id: `w2w/${row.id}`, debitAccountID: sender, creditAccountID: receiver, amountMinor, currency };
  await move(store.database, [post({ ...transfer, reason: 'transfer between wallets' })], tx);
  const limit = { accountID: sender, operation: 'w2w', limitMinor, now: row.createdAt } as const;
  await assertDailyVelocity(store.database, limit, tx);
  return row;
}

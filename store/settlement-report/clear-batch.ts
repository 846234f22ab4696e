import { Refusal } from '../../domain/errors/refusal';
import type { ReadCommand } from '../../domain/operator-command/command-fields';
import type { Finding } from '../../domain/reconciliation/finding';
import { settledFindingID } from '../../domain/settlement-report/compare-settled';
import type { SETTLEMENT_COMMANDS } from '../../domain/settlement/settlement-commands';
import { auditWithin } from '../audit/audited';
import { bankAccount, settledConnectorAccount } from '../ledger/accounts';
import { move, openAccounts, post, type Movement } from '../ledger/ledger';
import type { CommandExecutor } from '../operator-command/command-executor';
import { isUniqueViolation, statement, type Database } from '../postgres/database';
import { writeFindings } from '../reconciliation/report-finding';

type Parameters = ReadCommand<(typeof SETTLEMENT_COMMANDS)['clearBatch']>;

const NET = statement<{ netMinor: bigint; count: number }>(
  'settlement-report-batch-net',
  `SELECT coalesce(sum(gross - fee), 0)::bigint AS "netMinor", count(*)::integer AS count FROM settlement_report_rows
   WHERE account = $1 AND batch = $2 AND currency = $3 AND kind <> 'payout'`,
);

const CLEARED = statement<{ reason: string }>(
  'settlement-report-cleared',
  'SELECT reason FROM ledger_transfers WHERE id = $1',
);

/** What an acquirer transfers for a batch. @throws Refusal invalidOperationParameters if no report has it */
async function readNet(database: Database, { account, batch, currency }: Parameters): Promise<bigint> {
  const [sum] = await database.run(NET, [account, batch, currency]);
  if (!sum || sum.count === 0) {
    throw new Refusal('invalidOperationParameters', `no report of ${account} has a batch ${batch} in ${currency}`);
  }
  return sum.netMinor;
}

/** Moves what the acquirer owed for a batch to the bank, once, if the bank's line is equal to its rows. */
export const clearAcquirerBatch: CommandExecutor<Parameters> = {
  assess: async (database, given) => {
    await readNet(database, given);
    return { money: { amountMinor: given.amount, currency: given.currency }, partyID: null };
  },
  execute: async ({ database, origin }, given) => {
    const { account, batch, currency, amount, bankReference } = given;
    const netMinor = await readNet(database, given);
    if (netMinor !== amount) {
      const found = {
        connector: account,
        pass: 'settlement' as const,
        findings: [toFinding(given, netMinor)],
        now: new Date(),
      };
      await database.transaction(async (tx) => writeFindings(database, found, tx));
      const why = `the bank has ${amount}, the rows of the batch are ${netMinor}: recorded as a finding`;
      return { outcome: {}, failure: why };
    }
    const [bank, owed] = [bankAccount(currency), settledConnectorAccount(account, currency)];
    const transfer = { id: `acquirer-batch/${account}/${currency}/${batch}`, amountMinor: amount, currency };
    const movement: Movement = post({
      ...{ ...transfer, debitAccountID: bank.id, creditAccountID: owed.id },
      reason: `bank line ${bankReference}, booked on ${given.bookedOn}`,
    });
    const clearing = database.transaction(async (tx) => {
      await openAccounts(database, [bank, owed], tx);
      await move(database, [movement], tx);
      await auditWithin(database, origin, [{ type: 'connectorAccount', id: account, after: { batch } }], tx);
    });
    await clearing.catch((error: unknown) => {
      if (!isUniqueViolation(error, 'ledger_transfers_pkey')) throw error;
    });
    // A repeated execution finds its own transfer.
    const [{ reason } = { reason: '' }] = await database.run(CLEARED, [transfer.id]);
    if (reason !== movement.reason) return { outcome: {}, failure: `the batch is cleared already: ${reason}` };
    return { outcome: { transferID: transfer.id } };
  },
};

function toFinding({ batch, currency, amount, bankReference, bookedOn }: Parameters, netMinor: bigint): Finding {
  return {
    ...{ kind: 'differentAmount', operationKind: 'unknown', currency, at: new Date(`${bookedOn}T00:00:00Z`) },
    operationID: settledFindingID(`batch/${batch}/${currency}`),
    facts: { batch, bankReference },
    connectorMinor: netMinor,
    recordedMinor: amount,
    connectorReference: batch,
  };
}

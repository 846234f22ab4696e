import { Refusal } from '../../../domain/platform/errors/refusal';
import type { ReadCommand } from '../../../domain/operators/operator-command/command-fields';
import type { Finding } from '../../../domain/operators/reconciliation/finding';
import { settledFindingID } from '../../../domain/merchants/settlement-report/compare-settled';
import type { SETTLEMENT_COMMANDS } from '../../../domain/merchants/settlement/settlement-commands';
import { auditWithin } from '../../platform/audit/audited';
import { bankAccount, settledConnectorAccount } from '../../platform/ledger/accounts';
import { move, openAccounts, post, type Movement } from '../../platform/ledger/ledger';
import type { CommandExecutor } from '../../operators/operator-command/command-executor';
import type { StatementLineRow } from '../bank-statement/bank-statement.table';
import { isUniqueViolation, statement, type Database } from '../../postgres/database';
import { requireRow } from '../../postgres/require-row';
import { writeFindings } from '../../operators/reconciliation/report-finding';

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

type BankLine = Pick<StatementLineRow, 'amountMinor' | 'currency' | 'direction' | 'bookedOn' | 'payoutID'> & {
  isApplied: boolean;
};

const LINE = statement<BankLine>(
  'settlement-report-bank-line',
  `SELECT l.amount AS "amountMinor", l.currency, l.direction, l.booked_on::text AS "bookedOn", l.payout_id AS "payoutID",
     s.applied_at IS NOT NULL AS "isApplied"
   FROM bank_statement_lines l JOIN bank_statements s ON s.id = l.statement_id WHERE l.statement_id = $1 AND l.number = $2`,
);

const CLEAR_LINE = statement<{ number: number }>(
  'settlement-report-clear-line',
  'UPDATE bank_statement_lines SET cleared = $3 WHERE statement_id = $1 AND number = $2 AND cleared IS NULL RETURNING number',
);

const refuse = (words: string): Refusal => new Refusal('invalidOperationParameters', words);

/** The bank's line and what the acquirer transfers for the batch. @throws Refusal notFound, invalidOperationParameters */
async function readBoth(database: Database, given: Parameters): Promise<{ line: BankLine; netMinor: bigint }> {
  const { account, batch, statementID, line: number } = given;
  const line = requireRow(await database.run(LINE, [statementID, number]), 'Line of the bank statement');
  const name = `line ${number} of statement ${statementID}`;
  if (!line.isApplied) throw refuse(`statement ${statementID} is not applied`);
  if (line.direction !== 'credit' || line.bookedOn === null)
    throw refuse(`${name} is no money that the bank has booked`);
  if (line.payoutID !== null) throw refuse(`${name} is a returned payout`);
  const [sum] = await database.run(NET, [account, batch, line.currency]);
  if (!sum || sum.count === 0) throw refuse(`no report of ${account} has a batch ${batch} in ${line.currency}`);
  return { line, netMinor: sum.netMinor };
}

/** Moves what the acquirer owed for a batch to the bank, if the line of the bank's statement is equal to its rows; a line clears one batch. */
export const clearAcquirerBatch: CommandExecutor<Parameters> = {
  assess: async (database, given) => {
    const { line } = await readBoth(database, given);
    return { money: { amountMinor: line.amountMinor, currency: line.currency }, partyID: null };
  },
  execute: async ({ database, origin }, given) => {
    const { account, batch, statementID, line: number } = given;
    const { line, netMinor } = await readBoth(database, given);
    const { amountMinor, currency, bookedOn } = line;
    if (netMinor !== amountMinor) {
      const finding = toFinding(given, { line, netMinor });
      const found = { connector: account, pass: 'settlement' as const, findings: [finding], now: new Date() };
      await database.transaction(async (tx) => writeFindings(database, found, tx));
      const amounts = { bank: String(amountMinor), batch: String(netMinor), currency: line.currency };
      return { outcome: amounts, failureCode: 'bankAmountDiffers' };
    }
    const [bank, owed] = [bankAccount(currency), settledConnectorAccount(account, currency)];
    const transfer = { id: `acquirer-batch/${account}/${currency}/${batch}`, amountMinor, currency };
    const movement: Movement = post({
      ...{ ...transfer, debitAccountID: bank.id, creditAccountID: owed.id },
      reason: `line ${number} of bank statement ${statementID}, booked on ${bookedOn}`,
    });
    const clearing = database.transaction(async (tx) => {
      await openAccounts(database, [bank, owed], tx);
      const [isFree] = await database.run(CLEAR_LINE, [statementID, number, transfer.id], tx);
      if (!isFree) return;
      await move(database, [movement], tx);
      await auditWithin(database, origin, [{ type: 'connectorAccount', id: account, after: { batch } }], tx);
    });
    await clearing.catch((error: unknown) => {
      const rules = ['ledger_transfers_pkey', 'bank_statement_lines_cleared'];
      if (!rules.some((rule) => isUniqueViolation(error, rule))) throw error;
    });
    // A repeated execution finds its own transfer.
    const [cleared] = await database.run(CLEARED, [transfer.id]);
    if (!cleared) return { outcome: {}, failureCode: 'bankLineUsed' };
    if (cleared.reason !== movement.reason)
      return { outcome: { transferID: transfer.id }, failureCode: 'acquirerBatchCleared' };
    return { outcome: { transferID: transfer.id } };
  },
};

function toFinding(
  { batch, statementID, line: number }: Parameters,
  { line: { amountMinor, currency, bookedOn }, netMinor }: { line: BankLine; netMinor: bigint },
): Finding {
  return {
    ...{ kind: 'differentAmount', operationKind: 'unknown', currency, at: new Date(`${bookedOn}T00:00:00Z`) },
    operationID: settledFindingID(`batch/${batch}/${currency}`),
    facts: { batch, bankReference: `${statementID}/${number}` },
    connectorMinor: netMinor,
    recordedMinor: amountMinor,
    connectorReference: batch,
  };
}

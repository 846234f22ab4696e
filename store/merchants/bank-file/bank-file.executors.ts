import type { ReadCommand } from '../../../domain/operators/operator-command/command-fields';
import type { SETTLEMENT_COMMANDS } from '../../../domain/merchants/settlement/settlement-commands';
import { applyBankStatement, countResults, matchStatement } from '../bank-statement/bank-statement.apply';
import { getBankStatement } from '../bank-statement/bank-statement.queries';
import type { CommandExecutor } from '../../operators/operator-command/command-executor';
import type { Store } from '../../store';
import { getBankFile } from './bank-file.queries';
import type { BankFileRow } from './bank-file.table';
import { cancelBankFile, confirmBankFile } from './bank-file.transitions';

type Parameters<Name extends keyof typeof SETTLEMENT_COMMANDS> = ReadCommand<(typeof SETTLEMENT_COMMANDS)[Name]>;

const fileExecutor = (
  decide: (store: Store, fileID: string) => Promise<BankFileRow>,
): CommandExecutor<Parameters<'decideFile'>> => ({
  assess: async (database, { fileID }) => {
    const { amountMinor, currency } = await getBankFile(database, fileID);
    return { money: { amountMinor, currency }, partyID: null };
  },
  execute: async (store, { fileID }) => {
    const { status, payoutCount } = await decide(store, fileID);
    return { outcome: { fileID, status, payouts: payoutCount } };
  },
});

/** The approver sees what the statement would do. */
const applyStatement: CommandExecutor<Parameters<'applyStatement'>> = {
  assess: async (database, { statementID }) => {
    await getBankStatement(database, statementID);
    const matched = await matchStatement(database, statementID);
    const after = countResults(matched.map(({ outcome }) => outcome.kind));
    return {
      money: undefined,
      partyID: null,
      changes: [{ type: 'bankStatement', id: statementID, version: 0, before: null, after }],
    };
  },
  execute: async (store, { statementID }) => ({ outcome: await applyBankStatement(store, statementID) }),
};

export const bankFileExecutors = {
  confirmBankFile: fileExecutor(confirmBankFile),
  cancelBankFile: fileExecutor(cancelBankFile),
  applyBankStatement: applyStatement,
};

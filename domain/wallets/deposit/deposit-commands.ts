import {
  AMOUNT,
  CURRENCY,
  CURRENCY_IN_FORCE,
  ID,
  choice,
  text,
  type CommandFields,
} from '../../operators/operator-command/command-fields';
import type { FinishedDepositStatus } from './deposit';

const FINISHED = ['Succeeded', 'Failed'] as const satisfies readonly FinishedDepositStatus[];
const LONG_TEXT = text({ to: 1_000 });

/** Fields of the operators' deposit commands (docs/operators.md). */
export const DEPOSIT_COMMANDS = {
  /** Deposits money on a wallet. */
  create: {
    required: { walletID: ID, sourceID: ID, amount: AMOUNT, currency: CURRENCY_IN_FORCE },
    optional: { externalID: ID, description: LONG_TEXT },
  },
  /** Reverts a part or all of a deposit. */
  revert: {
    required: { depositID: ID, amount: AMOUNT, currency: CURRENCY },
    optional: { externalID: ID, reason: LONG_TEXT },
  },
  /** Switches a finished deposit to the other final status. */
  adjust: {
    required: { depositID: ID, status: choice(FINISHED) },
    optional: { externalID: ID },
  },
  /** Creates or renames a source of deposits. */
  createSource: {
    required: { name: text({ from: 1, to: 100 }), currency: CURRENCY_IN_FORCE },
    optional: { id: ID },
  },
} as const satisfies Record<string, CommandFields>;

import {
  AMOUNT,
  CURRENCY,
  CURRENCY_IN_FORCE,
  ID,
  choice,
  text,
  type CommandFields,
  type TypedCommand,
} from '../operator-command/command-fields';
import type { FinishedDepositStatus } from './deposit';

const FINISHED = ['Succeeded', 'Failed'] as const satisfies readonly FinishedDepositStatus[];
const LONG_TEXT = text({ to: 1_000 });

/** What operators type about deposits of wallets; see docs/operators.md. */
export const DEPOSIT_COMMANDS = {
  /** Puts money on a wallet. */
  create: {
    required: { walletID: ID, sourceID: ID, amount: AMOUNT, currency: CURRENCY_IN_FORCE },
    optional: { externalID: ID, description: LONG_TEXT },
  },
  /** Takes some or all of a deposit back. */
  revert: {
    required: { depositID: ID, amount: AMOUNT, currency: CURRENCY },
    optional: { externalID: ID, reason: LONG_TEXT },
  },
  /** Gives a finished deposit its other status. */
  adjust: {
    required: { depositID: ID, status: choice(FINISHED) },
    optional: { externalID: ID },
  },
  /** Makes what deposits come from, or renames it. */
  createSource: {
    required: { name: text({ from: 1, to: 100 }), currency: CURRENCY_IN_FORCE },
    optional: { id: ID },
  },
} as const satisfies Record<string, CommandFields>;

export type DepositInput = TypedCommand<typeof DEPOSIT_COMMANDS.create>;
export type DepositRevertInput = TypedCommand<typeof DEPOSIT_COMMANDS.revert>;
export type DepositAdjustmentInput = TypedCommand<typeof DEPOSIT_COMMANDS.adjust>;

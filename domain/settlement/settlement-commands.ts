import { AMOUNT, CURRENCY, ID, choice, text, type CommandFields } from '../operator-command/command-fields';

const TEXT = text({ from: 1, to: 200 });

/** Fields of the operators' settlement commands (docs/settlement.md). */
export const SETTLEMENT_COMMANDS = {
  /** Closes the batch of what is available now and creates its payout. */
  close: { required: { shopID: ID, currency: CURRENCY }, optional: {} },
  /** Adds to what a shop is owed, or takes from it; the text is on the statement. */
  correct: {
    required: { shopID: ID, currency: CURRENCY, amount: AMOUNT, direction: choice(['credit', 'debit']), text: TEXT },
    optional: {},
  },
  /** Records what happened to a payout. */
  record: {
    required: { payoutID: ID, status: choice(['sent', 'paid', 'failed', 'returned', 'cancelled']) },
    optional: { bankReference: text({ from: 1, to: 140 }), text: TEXT },
  },
} as const satisfies Record<string, CommandFields>;

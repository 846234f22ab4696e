import { BANK_FILE_FORMATS, MAX_FILE_PAYOUTS } from '../bank-file/file-format';
import {
  AMOUNT,
  CURRENCY,
  DAY,
  ID,
  NUMBER,
  choice,
  idList,
  text,
  type CommandFields,
} from '../../operators/operator-command/command-fields';

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
  /** Takes over what a shop is below zero; the text is on the statement. */
  writeOff: { required: { shopID: ID, currency: CURRENCY, amount: AMOUNT, text: TEXT }, optional: {} },
  /** Records what happened to a payout. */
  record: {
    required: { payoutID: ID, status: choice(['sent', 'paid', 'failed', 'returned', 'cancelled']) },
    optional: { bankReference: text({ from: 1, to: 140 }), text: TEXT },
  },
  /** Clears what an acquirer owes for a batch of its reports by a line of the bank's statement. */
  clearBatch: {
    required: {
      ...{ account: ID, batch: text({ from: 1, to: 200 }), statementID: ID, line: NUMBER },
    },
    optional: {},
  },
  /** Posts the acquirer's fees of a report. */
  applyReport: { required: { reportID: ID }, optional: {} },
  /** Makes a file of payment orders from pending payouts. */
  createFile: {
    required: { paymentInstitutionID: NUMBER, currency: CURRENCY, format: choice(BANK_FILE_FORMATS) },
    optional: { payoutIDs: idList(MAX_FILE_PAYOUTS), executionDate: DAY },
  },
  /** The bank has the file, or never gets it. */
  decideFile: { required: { fileID: ID }, optional: {} },
  /** Marks payouts as a bank's statement says. */
  applyStatement: { required: { statementID: ID }, optional: {} },
} as const satisfies Record<string, CommandFields>;

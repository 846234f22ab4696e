import { writePain001, writeTextOrders } from '../../bankfiles';
import {
  BankFileRefused,
  orderReference,
  type BankFileFault,
  type PayoutBatch,
} from '../../domain/merchants/bank-file/bank-file';
import type { BankFileFormat } from '../../domain/merchants/bank-file/file-format';
import { Refusal } from '../../domain/platform/errors/refusal';
import { sumMinor } from '../../domain/platform/money/money';
import type { ReadCommand } from '../../domain/operators/operator-command/command-fields';
import { getBusinessDay } from '../../domain/merchants/settlement/business-day';
import { addBankingDays } from '../../domain/merchants/settlement/calendar';
import {
  findPayoutAccount,
  getAccountNumber,
  type PayoutAccount,
} from '../../domain/merchants/settlement/payout-account';
import type { SETTLEMENT_COMMANDS } from '../../domain/merchants/settlement/settlement-commands';
import { settlementTerms } from '../../domain/merchants/settlement/settlement-terms';
import { getInstitutionTerms, listDuePayouts } from '../../store/merchants/bank-file/bank-file.queries';
import {
  assertSelected,
  createBankFile,
  type WrittenFile,
} from '../../store/merchants/bank-file/bank-file.transitions';
import type { CommandExecutor } from '../../store/operators/operator-command/command-executor';
import type { Database } from '../../store/postgres/database';
import type { PayoutRow } from '../../store/merchants/settlement/payout.table';

type Parameters = ReadCommand<(typeof SETTLEMENT_COMMANDS)['createFile']>;

interface Terms {
  account: PayoutAccount;
  /** The next day on which banks work. */
  nextDay: string;
}

async function getTerms(database: Database, { paymentInstitutionID, currency }: Parameters): Promise<Terms> {
  const { payoutAccounts, shopTerms = {} } = await getInstitutionTerms(database, paymentInstitutionID);
  const account = findPayoutAccount(payoutAccounts, currency);
  if (!account) {
    const words = `payment institution ${paymentInstitutionID} has no account of ${currency} in payoutAccounts of its terms`;
    throw new Refusal('invalidOperationParameters', words);
  }
  const hours = settlementTerms(shopTerms);
  return { account, nextDay: addBankingDays(hours.calendar, getBusinessDay(new Date(), hours), 0) };
}

const createFile: CommandExecutor<Parameters> = {
  assess: async (database, selection) => {
    const { currency } = selection;
    await getTerms(database, selection);
    const payouts = await listDuePayouts(database, selection);
    assertSelected(payouts, selection);
    const amountMinor = sumMinor(payouts.map((payout) => payout.amountMinor));
    return { money: { amountMinor, currency }, partyID: null };
  },
  execute: async (store, { format, executionDate, ...selection }, id) => {
    const { account, nextDay } = await getTerms(store.database, { format, ...selection });
    const { currency: _, purpose, ...debtor } = account;
    const about = { format, debtor, executionDate: executionDate ?? nextDay };
    const file = { id, account: getAccountNumber(debtor), ...about };
    const written = await createBankFile(store, { file, selection }, (payouts, firstNumber) =>
      writeFile(format, toBatch({ ...about, id, purpose, payouts, firstNumber })),
    );
    const { payoutCount: payouts, amountMinor, currency, sha256 } = written;
    return { outcome: { fileID: id, payouts, amount: String(amountMinor), currency, sha256 } };
  },
};

export const createFileExecutors = { createBankFile: createFile };

interface OrderedPayouts extends Pick<PayoutBatch, 'debtor' | 'executionDate'> {
  id: string;
  format: BankFileFormat;
  purpose: string | undefined;
  payouts: readonly PayoutRow[];
  firstNumber: number;
}

/** Russian orders are known by their number and day, others by the id of the payout. */
function toBatch({ id, format, debtor, executionDate, payouts, ...given }: OrderedPayouts): PayoutBatch {
  const isText = format.startsWith('text');
  const purpose = given.purpose ?? (isText ? 'Выплата' : 'Payout');
  return {
    ...{ messageID: id, createdAt: new Date(), executionDate, debtor },
    payouts: payouts.map(({ id: payoutID, amountMinor, currency, creditor }, place) => ({
      ...{ amountMinor, currency, creditor, remittance: `${purpose} ${payoutID}` },
      reference: isText ? orderReference(executionDate, String(given.firstNumber + place)) : payoutID,
    })),
  };
}

/** @throws Refusal with the first faults of the payouts */
function writeFile(format: BankFileFormat, batch: PayoutBatch): WrittenFile {
  const references = batch.payouts.map(({ reference }) => reference);
  try {
    if (format === 'text-1251') return { content: writeTextOrders(batch, 'windows-1251'), references };
    if (format === 'text-utf8') return { content: writeTextOrders(batch, 'utf-8'), references };
    return { content: Buffer.from(writePain001(batch, format === 'sepa' ? 'sepa' : 'iso20022')), references };
  } catch (error) {
    if (!(error instanceof BankFileRefused)) throw error;
    const words = error.faults.slice(0, 5).map((fault) => describeFault(fault, batch));
    throw new Refusal('invalidOperationParameters', words.join('; '));
  }
}

/** Names the payout instead of its place in the file. */
function describeFault({ kind, place: { field = '' } }: BankFileFault, { payouts }: PayoutBatch): string {
  const [, number, rest] = /^payouts\.(\d+)\.(.*)$/.exec(field) ?? [];
  const payout = payouts[Number(number) - 1]?.remittance.split(' ').at(-1);
  return payout === undefined ? `${field}: ${kind}` : `payout ${payout}, ${rest}: ${kind}`;
}

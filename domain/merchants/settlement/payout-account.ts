import type { BankParty } from '../bank-file/bank-file';
import type { BankCardDestinationResource, DestinationResource } from '../../wallets/destination/destination-resource';

/** A bank account of a currency in configuration: of the provider, from which shops are paid, or of a shop. */
export interface PayoutAccount extends BankParty {
  currency: string;
  /** What a payout from it says, before the id of the payout. */
  purpose?: string;
}

/** The part of settlement terms that names accounts. */
interface NamedAccounts {
  payoutAccounts?: readonly PayoutAccount[];
}

/** The account of a currency. */
export function findPayoutAccount<Account extends PayoutAccount>(
  accounts: readonly Account[] | undefined,
  currency: string,
): Account | undefined {
  return accounts?.find((account) => account.currency === currency);
}

/** Where a shop is paid: the account that its terms name for the currency, or that of its contractor. */
export function getCreditor(
  contractor: object | null,
  { payoutAccounts }: NamedAccounts,
  currency: string,
): BankParty | undefined {
  const named = findPayoutAccount(payoutAccounts, currency);
  if (named) {
    const { currency: _, purpose: __, ...party } = named;
    return party;
  }
  const { registeredName, inn, bankAccount } = (contractor ?? {}) as Partial<RussianContractor>;
  if (!bankAccount || registeredName === undefined) return undefined;
  const { account: number, bankBik: bic, bankName, bankPostAccount: correspondentAccount } = bankAccount;
  const party = { name: registeredName, account: { number }, bic, bankName, correspondentAccount };
  return inn === undefined ? party : { ...party, inn };
}

/** The fields of `RussianLegalEntity` that are read. */
interface RussianContractor {
  registeredName: string;
  inn: string;
  bankAccount: Record<'account' | 'bankBik' | 'bankName' | 'bankPostAccount', string> | null;
}

/** The account as connectors take it. What they cannot pay to they decline. */
export function toPayoutDestination(
  { name: accountName, account, bic, bankName, correspondentAccount, inn, phoneNumber }: BankParty,
  currency: string,
): Exclude<DestinationResource, BankCardDestinationResource> {
  const bank = bic === undefined ? {} : { bank: { bic } };
  if (phoneNumber !== undefined)
    return { type: 'FastPaymentSystemTransfer', phoneNumber, bankBik: bic ?? '', accountName };
  if ('iban' in account) {
    const { iban } = account;
    if (currency !== 'EUR') return { type: 'BankTransferSWIFT', accountName, iban, ...bank };
    return { type: 'BankTransferSEPA', accountName, iban, ...(bic !== undefined && { bic }) };
  }
  if (currency !== 'RUB') return { type: 'BankTransferSWIFT', accountName, accountNumber: account.number, ...bank };
  return {
    ...{ type: 'BankTransferRUB', accountName, account: account.number, bankBik: bic ?? '' },
    ...(bankName !== undefined && { bankName }),
    ...(correspondentAccount !== undefined && { bankPostAccount: correspondentAccount }),
    ...(inn !== undefined && { inn }),
  };
}

/** The account as a bank's statement names it. */
export function getAccountNumber({ account }: BankParty): string {
  return 'iban' in account ? account.iban : account.number;
}

const DAY_MS = 86_400_000;

/** When the first payout to a changed account may be sent; null if it is not one. */
export function getSendFrom(changes: readonly (Date | null)[], waitDays: number, now: Date): Date | null {
  const changedAt = Math.max(0, ...changes.map((change) => change?.getTime() ?? 0));
  const sendFrom = new Date(changedAt + waitDays * DAY_MS);
  return changedAt > 0 && sendFrom > now ? sendFrom : null;
}

/** When dated terms began to name other accounts than before; the first terms are no change. */
export function findAccountChange(
  dated: readonly { validFrom: Date; terms: { settlement?: NamedAccounts } }[],
  now: Date,
): Date | null {
  const named = dated
    .filter(({ validFrom }) => validFrom <= now)
    .map(({ validFrom, terms }) => ({ validFrom, text: JSON.stringify(terms.settlement?.payoutAccounts ?? []) }));
  return named.findLast(({ text }, place) => place > 0 && named[place - 1]?.text !== text)?.validFrom ?? null;
}

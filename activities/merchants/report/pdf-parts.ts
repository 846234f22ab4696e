import { decimalText } from '../../../domain/platform/money/amount-text';
import { getAccountNumber, type PayoutAccount } from '../../../domain/merchants/settlement/payout-account';
import { addDays } from '../../../domain/merchants/settlement/calendar-day';
import { localTime } from '../../../domain/merchants/settlement/statement-columns';
import type { DocumentContent } from '../../../domain/merchants/settlement/settlement-document';

/** A text, a table or another part of a document as pdfmake takes it. */
export type PdfNode = string | Readonly<Record<string, unknown>>;

/** An amount as Russian documents write it: `1 234,50 ₽`. */
export function rubles(minor: string | bigint, currency: string): string {
  const [whole = '', fraction] = decimalText({ amountMinor: BigInt(minor), currency })
    .replace('-', '−')
    .split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  const number = fraction === undefined ? grouped : `${grouped},${fraction}`;
  return `${number}\u00a0${currency === 'RUB' ? '₽' : currency}`;
}

/** `30.11.2026` */
export function russianDay(day: string): string {
  return day.slice(0, 10).split('-').reverse().join('.');
}

/** The last day of a document's period. */
export function lastDay({ to, timeZone }: DocumentContent): string {
  const end = localTime(new Date(to), timeZone);
  return end.endsWith(' 00:00:00') ? addDays(end.slice(0, 10), -1) : end.slice(0, 10);
}

const NAMES = ['registeredName', 'legalName', 'tradingName', 'email'] as const;

/** The other party of a contract, in one line. */
export function contractorText(contractor: object): string {
  const fields = contractor as Record<string, string | undefined>;
  const person = [fields['secondName'], fields['firstName'], fields['middleName']].filter(Boolean).join(' ');
  const name = NAMES.map((field) => fields[field]).find(Boolean) ?? person;
  const { inn, registeredNumber, actualAddress, registeredOffice } = fields;
  return [name, inn && `ИНН ${inn}`, registeredNumber && `ОГРН ${registeredNumber}`, actualAddress ?? registeredOffice]
    .filter(Boolean)
    .join(', ');
}

/** A bank account with its owner, in one line. */
export function accountText(account: PayoutAccount): string {
  const { currency, name, inn, kpp, bic, bankName, correspondentAccount } = account;
  return [
    ...[name, inn && `ИНН ${inn}`, kpp && `КПП ${kpp}`, `счёт ${getAccountNumber(account)} (${currency})`],
    ...[bankName, bic && `БИК ${bic}`, correspondentAccount && `корр. счёт ${correspondentAccount}`],
  ]
    .filter(Boolean)
    .join(', ');
}

/** Who the parties are, and their contract. */
export function partiesText({
  provider,
  providerAccounts = [],
  contractor,
  contractID,
  agreement,
}: DocumentContent): PdfNode[] {
  const signed = agreement ? `${agreement.id} от ${russianDay(agreement.signedAt)}` : contractID;
  const accounts = providerAccounts.map((account) => `Реквизиты исполнителя: ${accountText(account)}`);
  return [`Исполнитель: ${provider}`, ...accounts, `Заказчик: ${contractorText(contractor)}`, `Договор: ${signed}`];
}

export const right = (text: string, style: object = {}): PdfNode => ({
  text,
  alignment: 'right',
  noWrap: true,
  ...style,
});

/** A table with a header that each page repeats. */
export function table(header: readonly string[], rows: PdfNode[][], widths: (string | number)[]): PdfNode {
  const headings = header.map((text): PdfNode => ({ text, bold: true }));
  return { table: { headerRows: 1, widths, body: [headings, ...rows] }, layout: 'lightHorizontalLines' };
}

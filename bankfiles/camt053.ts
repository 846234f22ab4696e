import type {
  AccountStatement,
  BankFilePlace,
  StatementEntry,
  StatementFile,
} from '../domain/merchants/bank-file/bank-file';
import { isCalendarDay } from '../domain/merchants/bank-file/bank-file';
import { isCurrency } from '../domain/platform/currency/currency';
import { parseDecimal } from '../domain/platform/money/amount-text';
import { sumMinor, type Money } from '../domain/platform/money/money';
import { MAX_FILE_BYTES, type FileSource } from './file-source';
import { StatementBuilder } from './statement-builder';
import { findElement, findText, readXml, type XmlElement } from './xml-reader';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';
const OPENING = ['OPBD', 'PRCD'];

type Draft = Omit<StatementEntry, 'id'>;

/**
 * Reads a bank's statement, `camt.053.001.08` of ISO 20022. A transaction of an entry is an entry of its own; entries that
 * cannot be read are faults with their place.
 * @throws BankFileRefused
 */
export async function readCamt053(source: FileSource, { maxBytes = MAX_FILE_BYTES } = {}): Promise<StatementFile> {
  const reader = new Camt053Reader();
  await readXml(source, {
    ...{ namespace: NAMESPACE, maxBytes, released: new Set(['Stmt', 'Ntry', 'TxDtls', 'Bal', 'Acct']) },
    onOpen: (element) => reader.open(element),
    onClose: (element) => reader.close(element),
  });
  return reader.builder.finish();
}

class Camt053Reader {
  readonly builder = new StatementBuilder();
  private statement: AccountStatement | undefined;
  private entryNumber = 0;
  /** The entry that is open; its own fields stand before its transactions. */
  private entry:
    { element: XmlElement; place: BankFilePlace; whole?: Draft | null; parts: (Draft | null)[] } | undefined;

  open(element: XmlElement): void {
    if (element.name === 'Stmt') this.statement = undefined;
    if (element.name !== 'Ntry') return;
    this.entryNumber += 1;
    this.entry = { element, place: { line: element.line, entry: this.entryNumber }, parts: [] };
  }

  close(element: XmlElement): void {
    if (element.name === 'TxDtls') this.closeTransaction(element);
    else if (element.name === 'Ntry') this.closeEntry();
    else if (element.name === 'Acct' && !this.entry && !this.statement) this.openStatement(element);
    else if (element.name === 'Bal' && !this.entry) this.readBalance(element);
  }

  private openStatement(account: XmlElement): void {
    const number = findText(account, 'Id/IBAN') ?? findText(account, 'Id/Othr/Id');
    if (number === null) this.builder.fault('missing', { line: account.line, field: 'Acct/Id' });
    else this.statement = this.builder.openStatement(number);
  }

  private readBalance(balance: XmlElement): void {
    const code = findText(balance, 'Tp/CdOrPrtry/Cd') ?? '';
    const isOpening = OPENING.includes(code);
    if (!this.statement || (!isOpening && code !== 'CLBD')) return;
    const place = { line: balance.line, field: 'Bal' };
    const money = this.readMoney(balance, place);
    const direction = this.readDirection(balance, place);
    if (!money || !direction) return;
    const amountMinor = direction === 'debit' ? -money.amountMinor : money.amountMinor;
    this.statement[isOpening ? 'opening' : 'closing'] = { ...money, amountMinor };
  }

  /** Reads a transaction at its end, because a batch booking may have as many as fit the file. */
  private closeTransaction(element: XmlElement): void {
    if (!this.entry) return;
    const { place, parts } = this.entry;
    const whole = this.readWhole(this.entry);
    if (whole) parts.push(this.readDraft(element, { ...place, line: element.line }, whole));
  }

  private closeEntry(): void {
    if (!this.entry) return;
    const { place, parts: read } = this.entry;
    const whole = this.readWhole(this.entry);
    this.entry = undefined;
    if (!whole) return;
    if (!this.statement) return void this.builder.fault('missing', { ...place, field: 'Acct' });
    const parts = read.flatMap((part) => part ?? []);
    if (parts.length < read.length) return;
    if (!isSumOf(whole, parts)) return void this.builder.fault('sumDiffers', place, { transactions: parts.length });
    for (const each of parts.length === 0 ? [whole] : parts) this.builder.addEntry(this.statement, each);
  }

  private readWhole(entry: NonNullable<Camt053Reader['entry']>): Draft | null {
    if (entry.whole === undefined) entry.whole = this.readDraft(entry.element, entry.place);
    return entry.whole;
  }

  /** Reads `Ntry`, or `TxDtls` which inherits what it lacks; null with a fault if that cannot be read. */
  private readDraft(element: XmlElement, place: BankFilePlace, whole?: Draft): Draft | null {
    const has = (name: string) => element.children.some((child) => child.name === name);
    const money = whole && !has('Amt') ? whole : this.readMoney(element, place);
    const direction = whole && !has('CdtDbtInd') ? whole.direction : this.readDirection(element, place);
    const bookedOn = whole ? whole.bookedOn : this.readBookingDay(element, place);
    if (!money || !direction || bookedOn === undefined) return null;
    const reference = findText(element, 'Refs/EndToEndId');
    const returned = findElement(element, 'RtrInf');
    const account = `RltdPties/${direction === 'debit' ? 'CdtrAcct' : 'DbtrAcct'}/Id`;
    return {
      ...{ amountMinor: money.amountMinor, currency: money.currency, direction, bookedOn, place },
      reference: reference === 'NOTPROVIDED' ? null : reference,
      status: whole?.status ?? (findText(element, 'Sts/Cd') === 'BOOK' ? 'booked' : 'notBooked'),
      returnReason: returned ? (findText(returned, 'Rsn/Cd') ?? findText(returned, 'Rsn/Prtry') ?? '') : null,
      servicerReference:
        findText(element, whole ? 'Refs/AcctSvcrRef' : 'AcctSvcrRef') ?? whole?.servicerReference ?? null,
      counterAccount: findText(element, `${account}/IBAN`) ?? findText(element, `${account}/Othr/Id`),
    };
  }

  /** Undefined with a fault for a day that is none. */
  private readBookingDay(element: XmlElement, place: BankFilePlace): string | null | undefined {
    const day = findText(element, 'BookgDt/Dt') ?? findText(element, 'BookgDt/DtTm')?.slice(0, 10) ?? null;
    if (day === null || isCalendarDay(day)) return day;
    return void this.builder.fault('invalid', { ...place, field: 'BookgDt' }, { value: day.slice(0, 40) });
  }

  private readMoney(element: XmlElement, place: BankFilePlace): Money | null {
    const amount = findElement(element, 'Amt');
    const field = place.field === undefined ? 'Amt' : `${place.field}/Amt`;
    if (!amount) return this.builder.fault('missing', { ...place, field });
    const currency = amount.currency ?? '';
    const amountMinor = isCurrency(currency) ? parseDecimal(amount.text.trim(), currency) : undefined;
    if (amountMinor !== undefined && amountMinor >= 0n) return { amountMinor, currency };
    const value = `${amount.text.trim().slice(0, 40)} ${currency}`;
    return this.builder.fault('invalid', { ...place, line: amount.line, field }, { value });
  }

  private readDirection(element: XmlElement, place: BankFilePlace): 'credit' | 'debit' | null {
    const value = findText(element, 'CdtDbtInd');
    if (value === 'CRDT') return 'credit';
    if (value === 'DBIT') return 'debit';
    const field = place.field === undefined ? 'CdtDbtInd' : `${place.field}/CdtDbtInd`;
    if (value === null) return this.builder.fault('missing', { ...place, field });
    return this.builder.fault('invalid', { ...place, field }, { value: value.slice(0, 40) });
  }
}

/** Whether transactions in the currency of their entry have its amount together; otherwise one of them was altered. */
function isSumOf(whole: Draft, parts: Draft[]): boolean {
  if (parts.length === 0 || parts.some(({ currency }) => currency !== whole.currency)) return true;
  const signed = parts.map((part) => (part.direction === whole.direction ? part.amountMinor : -part.amountMinor));
  return sumMinor(signed) === whole.amountMinor;
}

import type {
  AccountStatement,
  BankFilePlace,
  StatementEntry,
  StatementFile,
} from '../domain/merchants/bank-file/bank-file';
import { isCalendarDay, orderReference } from '../domain/merchants/bank-file/bank-file';
import { CURRENCIES, type Currency } from '../domain/platform/currency/currency';
import { isRoubleAccount } from '../domain/wallets/destination/schemes/russia';
import { parseDecimal } from '../domain/platform/money/amount-text';
import type { Money } from '../domain/platform/money/money';
import { MAX_FILE_BYTES, refuseFile, type FileSource } from './file-source';
import { StatementBuilder } from './statement-builder';
import { readTextLines } from './text-lines';

export const TEXT_EXCHANGE_MARK = '1CClientBankExchange';

const ENDS = { СекцияРасчСчет: 'КонецРасчСчет', СекцияДокумент: 'КонецДокумента' } as const;
/** `Возврат средств по п/п № 17 от 28.11.2026: счёт закрыт` names the returned order. */
const RETURNED_ORDER = /возвра[тщ].*?(\d{1,6})\s+от\s+(\d{2}\.\d{2}\.\d{4})/i;
/** Longer ones are not allowed; an expression on a longer text would cost time. */
const MAX_PURPOSE = 210;

interface Section {
  name: keyof typeof ENDS;
  place: BankFilePlace;
  fields: Map<string, string>;
  hasFault: boolean;
}

/**
 * Reads a statement in the text exchange format of Russian banks (`1CClientBankExchange`, versions 1.01 to 1.03); documents
 * that cannot be read are faults with their place.
 * @throws BankFileRefused
 */
export async function readTextStatement(
  source: FileSource,
  { maxBytes = MAX_FILE_BYTES } = {},
): Promise<StatementFile> {
  const reader = new TextStatementReader();
  for await (const { line, text } of readTextLines(source, maxBytes)) reader.read(line, text.trim());
  return reader.finish();
}

class TextStatementReader {
  private readonly builder = new StatementBuilder();
  private readonly accounts = new Map<string, AccountStatement>();
  private section: Section | undefined;
  private lastLine = 0;
  private documents = 0;
  private hasEnded = false;
  private hasEncoding = false;

  read(line: number, text: string): void {
    this.lastLine = line;
    if (line === 1 && text !== TEXT_EXCHANGE_MARK) throw refuseFile('unknownFormat', { line });
    if (line === 1 || text === '') return;
    if (this.hasEnded) throw refuseFile('malformed', { line });
    const [, key = text, value] = /^([^=]+)=(.*)$/.exec(text) ?? [];
    if (this.section) this.readField(this.section, { line, key, ...(value === undefined ? {} : { value }) });
    else if (key === 'СекцияРасчСчет' || key === 'СекцияДокумент') this.openSection(key, line);
    else if (key === 'КонецФайла') this.hasEnded = true;
    else if (value === undefined) this.builder.fault('invalid', { line }, { value: key.slice(0, 40) });
    else this.readHeader({ line, key, value: value.trim() });
  }

  finish(): StatementFile {
    if (!this.hasEnded) throw refuseFile('truncated', { line: this.lastLine });
    if (!this.hasEncoding) this.builder.fault('missing', { field: 'Кодировка' });
    return this.builder.finish();
  }

  private readHeader({ line, key, value }: { line: number; key: string; value: string }): void {
    if (key === 'ВерсияФормата' && !/^1\.0[1-3]$/.test(value)) throw refuseFile('unknownFormat', { line });
    if (key === 'Кодировка') this.hasEncoding = true;
    if (key === 'РасчСчет') this.getStatement(value);
  }

  private openSection(name: Section['name'], line: number): void {
    const place = name === 'СекцияДокумент' ? { line, entry: (this.documents += 1) } : { line };
    this.section = { name, place, fields: new Map(), hasFault: false };
  }

  private readField(section: Section, { line, key, value }: { line: number; key: string; value?: string }): void {
    if (key === ENDS[section.name]) {
      this.section = undefined;
      if (section.hasFault) return;
      if (section.name === 'СекцияДокумент') this.addDocument(section);
      else this.readBalances(section);
    } else if (key in ENDS || key === 'КонецФайла') {
      throw refuseFile('malformed', { line }, { detail: key });
    } else if (value === undefined || section.fields.has(key)) {
      section.hasFault = true;
      this.builder.fault('invalid', { ...section.place, line, field: key.slice(0, 40) });
    } else section.fields.set(key, value.trim());
  }

  private readBalances({ fields, place }: Section): void {
    const account = fields.get('РасчСчет') ?? '';
    if (account === '') return void this.builder.fault('missing', { ...place, field: 'РасчСчет' });
    const read = (field: string): Money | null => {
      const value = fields.get(field) ?? '';
      const money = parseMoney(value, account);
      if (!money && value !== '') this.builder.fault('invalid', { ...place, field }, { value: value.slice(0, 40) });
      return money;
    };
    const statement = this.getStatement(account);
    // A file may have a section a day: the first opens and the last closes.
    statement.opening ??= read('НачальныйОстаток');
    statement.closing = read('КонечныйОстаток') ?? statement.closing;
  }

  private addDocument(section: Section): void {
    const { fields, place } = section;
    const [payers, payees] = ['Плательщик', 'Получатель'].map((role) =>
      [`${role}РасчСчет`, `${role}Счет`].flatMap((key) => fields.get(key) || []),
    ) as [string[], string[]];
    const [payer = '', payee = ''] = [payers[0], payees[0]];
    const [debited, credited] = [payers, payees].map((numbers) =>
      numbers.map((number) => this.accounts.get(number)).find(Boolean),
    );
    if (!debited && !credited) this.builder.fault('foreignAccount', place, { payer, payee });
    if (debited) {
      const day = parseDay(fields.get('Дата'));
      const reference = day && fields.has('Номер') ? orderReference(day, fields.get('Номер') ?? '') : null;
      const details = { reference, direction: 'debit', returnReason: null, counterAccount: payee || null } as const;
      this.addEntry(section, debited, details);
    }
    if (credited) {
      const purpose = (fields.get('НазначениеПлатежа') ?? '').slice(0, MAX_PURPOSE);
      const [, number = '', date] = RETURNED_ORDER.exec(purpose) ?? [];
      const day = parseDay(date);
      const returned = { reference: day && orderReference(day, number), returnReason: day && purpose };
      this.addEntry(section, credited, { ...returned, direction: 'credit', counterAccount: payer || null });
    }
  }

  private addEntry(
    { fields, place }: Section,
    statement: AccountStatement,
    details: Pick<StatementEntry, 'counterAccount' | 'direction' | 'reference' | 'returnReason'>,
  ): void {
    const sum = fields.get('Сумма') ?? '';
    const money = parseMoney(sum, statement.account);
    const field = details.direction === 'debit' ? 'ДатаСписано' : 'ДатаПоступило';
    const date = fields.get(field) ?? '';
    const bookedOn = parseDay(date);
    if (!money || money.amountMinor < 0n) {
      const kind = sum === '' ? 'missing' : 'invalid';
      this.builder.fault(kind, { ...place, field: 'Сумма' }, { value: sum.slice(0, 40) });
    } else if (date !== '' && !bookedOn) {
      this.builder.fault('invalid', { ...place, field }, { value: date.slice(0, 40) });
    } else {
      const status = bookedOn ? 'booked' : 'notBooked';
      this.builder.addEntry(statement, { ...money, ...details, status, bookedOn, servicerReference: null, place });
    }
  }

  private getStatement(account: string): AccountStatement {
    const statement = this.accounts.get(account) ?? this.builder.openStatement(account);
    this.accounts.set(account, statement);
    return statement;
  }
}

/** Digits 6 to 8 of an account are its currency: roubles have a code of their own. */
function parseMoney(text: string, account: string): Money | null {
  const code = account.slice(5, 8);
  const isOfCode = ({ numericCode }: Currency) => numericCode === code;
  const currency = isRoubleAccount(account) ? 'RUB' : [...CURRENCIES.values()].find(isOfCode)?.id;
  const amountMinor = currency === undefined ? undefined : parseDecimal(text, currency);
  return currency === undefined || amountMinor === undefined ? null : { amountMinor, currency };
}

function parseDay(text = ''): string | null {
  const date = text.split('.').reverse().join('-');
  return /^\d{2}\.\d{2}\./.test(text) && isCalendarDay(date) ? date : null;
}

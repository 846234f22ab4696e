import fc from 'fast-check';
import iconv from 'iconv-lite';
import {
  BankFileRefused,
  orderReference,
  type BankPayout,
  type PayoutBatch,
} from '../domain/merchants/bank-file/bank-file';
import { matchEntries, type SentPayout } from '../domain/merchants/bank-file/match-entries';
import { decimalText } from '../domain/platform/money/amount-text';
import { readStatement, writeTextOrders, type TextEncoding } from '.';

const OWN = '40702810400000000225';
const SHOP = '40702810238000000060';
const BIK = '044525225';
const DAY = '2026-11-30';

const aPayout = (number: number, overrides: Partial<BankPayout> = {}): BankPayout => ({
  reference: orderReference(DAY, String(number)),
  amountMinor: 100_000n + BigInt(number),
  currency: 'RUB',
  creditor: {
    name: `ООО «Ромашка» № ${number}`,
    account: { number: SHOP },
    bic: BIK,
    inn: '7707083893',
    kpp: '770701001',
  },
  remittance: `Выплата по договору ${number}. НДС не облагается`,
  ...overrides,
});

const aBatch = (payouts: readonly BankPayout[], overrides: Partial<PayoutBatch> = {}): PayoutBatch => ({
  messageID: 'batch-1',
  createdAt: new Date('2026-11-28T13:00:00.250Z'),
  executionDate: DAY,
  debtor: {
    ...{ name: 'АО «Провайдер»', account: { number: OWN }, bic: BIK, bankName: 'ПАО СБЕРБАНК' },
    ...{ inn: '7707083893', correspondentAccount: '30101810400000000225' },
  },
  payouts,
  ...overrides,
});

const faultsOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof BankFileRefused) return error.faults;
    throw error;
  }
  return [];
};

const refusalOf = async (bytes: Uint8Array, options?: { maxBytes: number }) => {
  const error: unknown = await readStatement([bytes], options).catch((each: unknown) => each);
  if (error instanceof BankFileRefused) return error.faults[0]!;
  throw error instanceof Error ? error : new Error('the file was read');
};

/** What a bank makes of orders: the same documents with the day of their execution, and the balances. */
function asStatement(
  payouts: readonly BankPayout[],
  { day = '30.11.2026', more = '', encoding = 'windows-1251' } = {},
) {
  const orders = iconv.decode(writeTextOrders(aBatch(payouts), encoding as TextEncoding), encoding);
  const sum = payouts.reduce((total, { amountMinor }) => total + amountMinor, 0n);
  const balances = [
    ...['СекцияРасчСчет', 'ДатаНачала=30.11.2026', `РасчСчет=${OWN}`, 'НачальныйОстаток=1000000.00'],
    ...[`КонечныйОстаток=${decimalText({ amountMinor: 100_000_000n - sum, currency: 'RUB' })}`, 'КонецРасчСчет', ''],
  ];
  return orders
    .replace('Документ=Платежное поручение\r\n', (line) => `${line}${balances.join('\r\n')}`)
    .replace(/(ПлательщикСчет=.*\r\n)/g, `$1ДатаСписано=${day}\r\n`)
    .replace('КонецФайла', `${more}КонецФайла`);
}

const encode = (text: string, encoding = 'windows-1251') => iconv.encode(text, encoding);
const read = async (text: string, encoding = 'windows-1251') => readStatement([encode(text, encoding)]);
const document = (fields: Record<string, string>) =>
  [
    'СекцияДокумент=Платежное поручение',
    ...Object.entries(fields).map(([key, value]) => `${key}=${value}`),
    'КонецДокумента\r\n',
  ].join('\r\n');
const lineOf = (text: string, part: string) => text.split('\r\n').findIndex((line) => line.includes(part)) + 1;

const aReturn = (number: number, sum: string) =>
  document({
    ...{ Номер: '901', Дата: '30.11.2026', Сумма: sum, ПлательщикСчет: '47416810000000000001', ПолучательСчет: OWN },
    ДатаПоступило: '30.11.2026',
    НазначениеПлатежа: `Возврат средств по п/п № ${number} от 30.11.2026: счет закрыт`,
  });

const sent = (payouts: readonly BankPayout[]): Map<string, SentPayout> =>
  new Map(
    payouts.map(({ reference, amountMinor, currency }) => [
      reference,
      { amountMinor, currency, creditorAccount: SHOP, status: 'sent' },
    ]),
  );

const NONE: ReadonlySet<string> = new Set();

describe('orders', () => {
  test('a payment order has the keys of version 1.03', () => {
    const text = iconv.decode(writeTextOrders(aBatch([aPayout(17)])), 'windows-1251');
    expect(text.split('\r\n')).toEqual([
      ...['1CClientBankExchange', 'ВерсияФормата=1.03', 'Кодировка=Windows', 'Отправитель=Holdfast'],
      ...['ДатаСоздания=28.11.2026', 'ВремяСоздания=13:00:00', 'ДатаНачала=30.11.2026', 'ДатаКонца=30.11.2026'],
      ...[`РасчСчет=${OWN}`, 'Документ=Платежное поручение', 'СекцияДокумент=Платежное поручение'],
      ...['Номер=17', 'Дата=30.11.2026', 'Сумма=1000.17', `ПлательщикСчет=${OWN}`, 'Плательщик=АО «Провайдер»'],
      ...['ПлательщикИНН=7707083893', 'Плательщик1=АО «Провайдер»', `ПлательщикРасчСчет=${OWN}`],
      ...['ПлательщикБанк1=ПАО СБЕРБАНК', `ПлательщикБИК=${BIK}`, 'ПлательщикКорсчет=30101810400000000225'],
      ...[`ПолучательСчет=${SHOP}`, 'Получатель=ООО «Ромашка» № 17', 'ПолучательИНН=7707083893'],
      ...['ПолучательКПП=770701001', 'Получатель1=ООО «Ромашка» № 17', `ПолучательРасчСчет=${SHOP}`],
      ...[`ПолучательБИК=${BIK}`, 'ВидОплаты=01', 'Очередность=5'],
      ...['НазначениеПлатежа=Выплата по договору 17. НДС не облагается', 'КонецДокумента', 'КонецФайла', ''],
    ]);
  });

  test('every fault of a batch is named with its field', () => {
    const { creditor } = aPayout(1);
    const payouts = [
      aPayout(1, { reference: '2026-11-29/1', currency: 'USD' }),
      aPayout(2, {
        creditor: { ...creditor, account: { number: OWN.replace('4000', '5000') }, inn: '7707083894', kpp: '1' },
      }),
      aPayout(3, { remittance: 'строка\r\nКонецФайла' }),
      aPayout(4, { remittance: 'н'.repeat(211) }),
      aPayout(5, { creditor: { ...creditor, name: '株式会社', bic: 'COBADEFF' } }),
      aPayout(6, { creditor: { ...creditor, account: { iban: 'DE89370400440532013000' } } }),
    ];
    const faults = faultsOf(() => writeTextOrders(aBatch(payouts)));
    expect(faults.map(({ kind, place }) => [place.field, kind])).toEqual([
      ['payouts.1.reference', 'invalid'],
      ['payouts.1.currency', 'invalid'],
      ['payouts.2.creditor.account.number', 'invalid'],
      ['payouts.2.creditor.inn', 'invalid'],
      ['payouts.2.creditor.kpp', 'invalid'],
      ['payouts.3.remittance', 'wrongCharacters'],
      ['payouts.4.remittance', 'tooLong'],
      ['payouts.5.creditor.name', 'wrongCharacters'],
      ['payouts.5.creditor.bic', 'invalid'],
      ['payouts.5.creditor.account.number', 'invalid'],
      ['payouts.6.creditor.account.number', 'invalid'],
    ]);
    const japanese = aBatch([aPayout(5, { creditor: { ...creditor, name: '株式会社' } })]);
    expect(faultsOf(() => writeTextOrders(japanese, 'utf-8'))).toEqual([]);
  });
});

describe('statements', () => {
  test.each(['windows-1251', 'utf-8'] as const)('orders in %s come back as paid and returned', async (encoding) => {
    const payouts = [aPayout(1), aPayout(2), aPayout(3)];
    const text = asStatement(payouts, { encoding, more: aReturn(2, '1000.02') });
    const closing = decimalText({ amountMinor: 100_000_000n - 300_006n + 100_002n, currency: 'RUB' });
    const file = await read(text.replace(/КонечныйОстаток=.*(?=\r)/, `КонечныйОстаток=${closing}`), encoding);
    expect(file.faults).toEqual([]);
    const { entries } = file.statements[0]!;
    const outcomes = matchEntries(entries, { payouts: sent(payouts), entryIDs: NONE });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['paid', 'paid', 'paid', 'returned']);
    expect(entries[3]).toMatchObject({
      ...{ reference: '2026-11-30/2', direction: 'credit', bookedOn: DAY },
      returnReason: 'Возврат средств по п/п № 2 от 30.11.2026: счет закрыт',
    });
    const entryIDs = new Set(entries.map(({ id }) => id));
    const again = await read(text, encoding);
    const repeated = matchEntries(again.statements[0]!.entries, { payouts: sent(payouts), entryIDs });
    expect(repeated.map(({ kind }) => kind)).toEqual(['known', 'known', 'known', 'known']);
  });

  test('altered documents are findings with their place', async () => {
    const payouts = [aPayout(1), aPayout(2), aPayout(3)];
    const [head = '', first = '', second = '', third = '', last = ''] = asStatement([...payouts, aPayout(4)]).split(
      /(?=СекцияДокумент)/,
    );
    const altered = [
      ...[head, first, second.replace('=1000.02', '=1000.03'), third.replace(/(?<=ПолучательРасчСчет=)./, '9')],
      last.replace('КонецФайла', `${first}КонецФайла`),
    ].join('');
    const file = await read(altered);
    const outcomes = matchEntries(file.statements[0]!.entries, { payouts: sent(payouts), entryIDs: NONE });
    expect(outcomes.map(({ kind, place }) => [place.entry, kind])).toEqual([
      [1, 'paid'],
      [2, 'otherAmount'],
      [3, 'otherAccount'],
      [4, 'unknownReference'],
      [5, 'doubledReference'],
    ]);
    expect(file.faults).toMatchObject([{ kind: 'balanceDiffers', parameters: { account: OWN } }]);
    expect(outcomes[4]!.place.line).toBe(
      altered.split('\r\n').findLastIndex((line) => line.startsWith('СекцияДок')) + 1,
    );
  });

  test('documents that cannot be read are faults, and the others are read', async () => {
    const common = { Номер: '1', Дата: '30.11.2026', ПлательщикСчет: OWN, ДатаСписано: '30.11.2026' };
    const more = [
      document({ ...common, Сумма: '10,00' }),
      document(common),
      document({ ...common, Сумма: '10.00', ДатаСписано: '31.11.2026' }),
      document({ ...common, Сумма: '10.00', ПлательщикСчет: SHOP }),
      document({ ...common, Сумма: '10.00' }).replace('Сумма=', 'Сумма=1.00\r\nСумма='),
      document({ ...common, Сумма: '10.00', ДатаСписано: '' }),
    ].join('');
    const { statements, faults } = await read(asStatement([aPayout(1)], { more }));
    expect(statements[0]!.entries.map(({ status, bookedOn }) => [status, bookedOn])).toEqual([
      ...[
        ['booked', DAY],
        ['notBooked', null],
      ],
    ]);
    expect(faults.map(({ kind, place, parameters }) => [kind, place.entry, place.field, parameters['value']])).toEqual([
      ['invalid', 2, 'Сумма', '10,00'],
      ['missing', 3, 'Сумма', ''],
      ['invalid', 4, 'ДатаСписано', '31.11.2026'],
      ['foreignAccount', 5, undefined, undefined],
      ['invalid', 6, 'Сумма', undefined],
    ]);
  });

  test('a file in another encoding than it says is refused with the line', async () => {
    const text = asStatement([aPayout(1)]);
    const line = lineOf(text, 'Кодировка');
    const inUtf8 = text.replace('Кодировка=Windows', 'Кодировка=UTF-8');
    expect(await refusalOf(encode(text, 'utf-8'))).toMatchObject({
      ...{ kind: 'wrongEncoding', place: { line }, parameters: { declared: 'Windows', actual: 'utf-8' } },
    });
    expect(await refusalOf(encode(`\ufeff${text}`, 'utf-8'))).toMatchObject({ kind: 'wrongEncoding', place: { line } });
    expect(await refusalOf(encode(inUtf8))).toMatchObject({
      ...{ kind: 'wrongEncoding', place: { line }, parameters: { declared: 'UTF-8', actual: 'windows-1251' } },
    });
    expect(await refusalOf(encode(text, 'cp866'))).toMatchObject({ kind: 'wrongEncoding', place: { line } });
    const [begin = '', end = ''] = text.split('Получатель=ООО «Ромашка» № 1');
    const value = 'Получатель=';
    const mixed = [encode(begin + value), encode('ООО «Ромашка»', 'utf-8'), encode(end)];
    expect(await refusalOf(Buffer.concat(mixed))).toMatchObject({
      ...{ kind: 'wrongEncoding', place: { line: lineOf(text, 'Получатель=') } },
    });
    const other = [encode(inUtf8.split('ООО')[0] ?? '', 'utf-8'), encode('ООО'), encode(end, 'utf-8')];
    expect(await refusalOf(Buffer.concat(other))).toMatchObject({
      ...{ kind: 'wrongEncoding', place: { line: lineOf(text, 'Получатель=') } },
    });
    const { statements } = await read(
      text.replace('Кодировка=Windows', 'Кодировка=DOS').replace(/[«»№]/g, ''),
      'cp866',
    );
    expect(statements[0]!.entries).toHaveLength(1);
  });

  test('files that are no statement are refused with their line', async () => {
    const text = asStatement([aPayout(1)]);
    const of = (given: string) => refusalOf(encode(given));
    expect(await of(text.slice(0, -20))).toMatchObject({ kind: 'truncated' });
    expect(await of(text.replace('КонецДокумента', ''))).toMatchObject({
      kind: 'malformed',
      parameters: { detail: 'КонецФайла' },
    });
    expect(await of(`${text}ещё`)).toMatchObject({ kind: 'malformed' });
    expect(await of(text.replace('=1.03', '=2.00'))).toMatchObject({ kind: 'unknownFormat', place: { line: 2 } });
    expect(await of(text.replace('Exchange', 'Exchange2'))).toMatchObject({
      kind: 'unknownFormat',
      place: { line: 1 },
    });
    expect(await of(text.replace('Ромашка', 'Ром\u0000ашка'))).toMatchObject({ kind: 'wrongEncoding' });
    expect(await of(`1CClientBankExchange\r\n${'x'.repeat(100_000)}`)).toMatchObject({ kind: 'malformed' });
    expect(await refusalOf(encode(text), { maxBytes: 1_000 })).toEqual({
      ...{ kind: 'tooLarge', place: {}, parameters: { maxBytes: 1_000 } },
    });
  });

  test('any order survives its statement in both encodings', async () => {
    const letters = fc.constantFrom(...'абвгдеёжзийклмнопрстуфхцчшщъыьэюяАЯЁ«»№—– -.,()abcXYZ0189&=');
    const texts = fc.string({ unit: letters, minLength: 1, maxLength: 150 }).filter((text) => text.trim() !== '');
    const orders = fc.array(fc.tuple(texts, fc.bigInt(1n, 10n ** 15n)), { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(orders, fc.constantFrom('windows-1251', 'utf-8'), async (given, encoding) => {
        const payouts = given.map(([name, amountMinor], index) =>
          aPayout(index + 1, { amountMinor, creditor: { ...aPayout(1).creditor, name } }),
        );
        const { statements, faults } = await read(asStatement(payouts, { encoding }), encoding);
        expect(faults).toEqual([]);
        const outcomes = matchEntries(statements[0]!.entries, { payouts: sent(payouts), entryIDs: NONE });
        expect(outcomes.map(({ kind }) => kind)).toEqual(payouts.map(() => 'paid'));
      }),
      { numRuns: 100 },
    );
  });
});

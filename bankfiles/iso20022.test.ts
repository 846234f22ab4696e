import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import XMLBuilder from 'fast-xml-builder';
import fc from 'fast-check';
import { validateXML } from 'xmllint-wasm';
import { BankFileRefused, type BankPayout, type PayoutBatch } from '../domain/merchants/bank-file/bank-file';
import { matchEntries, type SentPayout } from '../domain/merchants/bank-file/match-entries';
import { decimalText } from '../domain/platform/money/amount-text';
import { findElement, findText, readXml, type XmlElement } from './xml-reader';
import { readStatement, writePain001, type FileSource, type PaymentGuideline } from '.';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';
const IBANS = ['DE89370400440532013000', 'FR1420041010050500013M02606', 'NL91ABNA0417164300'];

const readSchema = (name: string) => readFileSync(join(__dirname, 'schemas', `${name}.xsd`), 'utf8');

async function validate(xml: string, schema: string): Promise<string[]> {
  const { errors } = await validateXML({ xml, schema: readSchema(schema), maxMemoryPages: 8_192 });
  return errors.map(({ message }) => message);
}

const aPayout = (index: number, overrides: Partial<BankPayout> = {}): BankPayout => ({
  reference: `payout-${index}`,
  amountMinor: 10_000n + BigInt(index),
  currency: 'EUR',
  creditor: { name: `Shop ${index}`, account: { iban: IBANS[index % IBANS.length]! }, bic: 'COBADEFFXXX' },
  remittance: `Payout ${index}`,
  ...overrides,
});

const aBatch = (payouts: readonly BankPayout[], overrides: Partial<PayoutBatch> = {}): PayoutBatch => ({
  messageID: 'batch-1',
  createdAt: new Date('2026-11-28T13:00:00.250Z'),
  executionDate: '2026-11-30',
  debtor: { name: 'Provider', account: { iban: 'DE89370400440532013000' }, bic: 'COBADEFFXXX' },
  payouts,
  ...overrides,
});

const many = (count: number) => Array.from({ length: count }, (_, index) => aPayout(index));

const faultsOf = (batch: PayoutBatch, guideline: PaymentGuideline = 'iso20022') => {
  try {
    writePain001(batch, guideline);
  } catch (error) {
    if (error instanceof BankFileRefused) return error.faults;
    throw error;
  }
  return [];
};

/** Reads transfers back with the parser of statements. */
async function readTransfers(xml: string) {
  const elements: XmlElement[] = [];
  await readXml([Buffer.from(xml)], {
    ...{ namespace: `${NAMESPACE}pain.001.001.09`, maxBytes: 10 ** 8, released: new Set(['CdtTrfTxInf', 'GrpHdr']) },
    onOpen: () => undefined,
    onClose: (element) => elements.push(element),
  });
  return {
    header: elements.find(({ name }) => name === 'GrpHdr')!,
    transfers: elements.filter(({ name }) => name === 'CdtTrfTxInf'),
  };
}

describe('pain.001.001.09', () => {
  test.each([
    [1, 'iso20022', 'pain.001.001.09'],
    [1, 'sepa', 'pain.001.001.09.sepa'],
    [1_000, 'iso20022', 'pain.001.001.09'],
    [1_000, 'sepa', 'pain.001.001.09.sepa'],
  ] as const)('%s payouts in the guideline %s pass the schema', async (count, guideline, schema) => {
    const xml = writePain001(aBatch(many(count)), guideline);
    expect(await validate(xml, schema)).toEqual([]);
    const { header, transfers } = await readTransfers(xml);
    expect(transfers).toHaveLength(count);
    expect(findText(header, 'NbOfTxs')).toBe(String(count));
    const cents = many(count).reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    expect(findText(header, 'CtrlSum')).toBe(decimalText({ amountMinor: cents, currency: 'EUR' }));
  });

  test('the schema refuses a changed file', async () => {
    const xml = writePain001(aBatch(many(1)), 'iso20022');
    expect(await validate(xml.replace('<PmtMtd>TRF', '<PmtMtd>XXX'), 'pain.001.001.09')).not.toEqual([]);
    expect(
      await validate(xml.replace(/<RmtInf>.*?<\/RmtInf>/s, '<RmtInf><No/></RmtInf>'), 'pain.001.001.09'),
    ).not.toEqual([]);
  });

  test('amounts have the decimals of their currencies, and the control sum adds them', async () => {
    const payouts = [
      aPayout(1, { amountMinor: 1_234n, currency: 'EUR' }),
      aPayout(2, { amountMinor: 500n, currency: 'JPY' }),
      aPayout(3, { amountMinor: 1_234n, currency: 'KWD' }),
      aPayout(4, {
        creditor: { name: 'ООО «Ромашка» & <Ко>', account: { number: '40702810400000000017' } },
        currency: 'RUB',
      }),
    ];
    const xml = writePain001(aBatch(payouts), 'iso20022');
    expect(await validate(xml, 'pain.001.001.09')).toEqual([]);
    const { header, transfers } = await readTransfers(xml);
    const amounts = transfers.map((each) => findElement(each, 'Amt/InstdAmt')!);
    expect(amounts.map(({ text, currency }) => `${text} ${currency}`)).toEqual([
      ...['12.34 EUR', '500 JPY', '1.234 KWD', '100.04 RUB'],
    ]);
    expect(findText(header, 'CtrlSum')).toBe('613.614');
    expect(findText(transfers[3]!, 'Cdtr/Nm')).toBe('ООО «Ромашка» & <Ко>');
    expect(findText(transfers[3]!, 'CdtrAcct/Id/Othr/Id')).toBe('40702810400000000017');
  });

  test('any printable text passes the schema and reads back', async () => {
    const text = (maxLength: number) =>
      fc
        .string({ unit: 'binary', minLength: 1, maxLength })
        .filter((value) => /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(value) && value.trim() === value && value !== '');
    const party = fc.tuple(text(140), text(140));
    await fc.assert(
      fc.asyncProperty(fc.array(party, { minLength: 50, maxLength: 200 }), async (parties) => {
        const payouts = parties.map(([name, remittance], index) =>
          aPayout(index, { creditor: { ...aPayout(index).creditor, name }, remittance }),
        );
        const xml = writePain001(aBatch(payouts), 'iso20022');
        expect(await validate(xml, 'pain.001.001.09')).toEqual([]);
        const { transfers } = await readTransfers(xml);
        expect(transfers.map((each) => [findText(each, 'Cdtr/Nm'), findText(each, 'RmtInf/Ustrd')])).toEqual(parties);
      }),
      { numRuns: 3 },
    );
  });

  test('every fault of a batch is named with its field', () => {
    const { creditor } = aPayout(1);
    const payouts = [
      aPayout(1, { reference: 'x'.repeat(36), amountMinor: 0n, currency: 'XXY' }),
      aPayout(2, { reference: '/slash', remittance: 'two\nlines' }),
      aPayout(3, { creditor: { ...creditor, name: ' ', account: { iban: 'DE89370400440532013001' }, bic: 'SHORT' } }),
      aPayout(4, { creditor: { ...creditor, name: 'n'.repeat(141) } }),
      aPayout(4),
    ];
    const faults = faultsOf(aBatch(payouts, { messageID: 'Пакет', executionDate: '2026-02-30' }));
    expect(faults.map(({ kind, place, parameters }) => [place.field, kind, parameters])).toEqual([
      ['executionDate', 'invalid', { value: '2026-02-30' }],
      ['payouts.1.amountMinor', 'invalid', { value: '0' }],
      ['payouts.5.reference', 'doubledReference', { first: 4 }],
      ['messageID', 'wrongCharacters', {}],
      ['payouts.1.reference', 'tooLong', { max: 35, length: 36 }],
      ['payouts.1.currency', 'invalid', { value: 'XXY' }],
      ['payouts.2.reference', 'wrongCharacters', {}],
      ['payouts.2.remittance', 'wrongCharacters', {}],
      ['payouts.3.creditor.name', 'missing', {}],
      ['payouts.3.creditor.account.iban', 'invalid', { value: 'DE89370400440532013001' }],
      ['payouts.3.creditor.bic', 'invalid', { value: 'SHORT' }],
      ['payouts.4.creditor.name', 'tooLong', { max: 140, length: 141 }],
    ]);
    expect(faultsOf(aBatch([]))).toEqual([{ kind: 'missing', place: { field: 'payouts' }, parameters: {} }]);
  });

  test('the SEPA guideline takes euro, IBANs and Latin letters only', () => {
    const { creditor } = aPayout(1);
    const payouts = [
      aPayout(1, { currency: 'JPY' }),
      aPayout(2, { amountMinor: 100_000_000_000n }),
      aPayout(3, { creditor: { ...creditor, name: 'Müller & Søn' } }),
      aPayout(4, { creditor: { ...creditor, name: 'Ромашка' } }),
      aPayout(5, { creditor: { ...creditor, account: { number: '1' } } }),
    ];
    expect(faultsOf(aBatch(payouts), 'sepa').map(({ kind, place }) => [place.field, kind])).toEqual([
      ['payouts.1.currency', 'invalid'],
      ['payouts.2.amountMinor', 'tooLong'],
      ['payouts.4.creditor.name', 'wrongCharacters'],
      ['payouts.5.creditor.account.iban', 'missing'],
    ]);
    expect(faultsOf(aBatch(payouts))).toEqual([]);
  });
});

interface GivenEntry {
  reference?: string;
  amount?: string;
  currency?: string;
  direction?: string;
  status?: string;
  reason?: string;
  account?: string;
  day?: string;
  transactions?: object[];
}

const transaction = ({ reference = 'NOTPROVIDED', direction = 'DBIT', reason, account, ...given }: GivenEntry) => ({
  Refs: { AcctSvcrRef: `bank-${reference}`, EndToEndId: reference },
  ...(given.amount ? { Amt: { '@Ccy': given.currency ?? 'EUR', '#text': given.amount } } : {}),
  CdtDbtInd: direction,
  ...(account ? { RltdPties: { CdtrAcct: { Id: { IBAN: account } } } } : {}),
  ...(reason ? { RtrInf: { Rsn: { Cd: reason } } } : {}),
});

/** A statement by the library that writes payouts. */
function aStatement(entries: GivenEntry[], balances: [string, string] = ['1000.00', '1000.00']): string {
  const balance = (code: string, amount: string) => ({
    Tp: { CdOrPrtry: { Cd: code } },
    Amt: { '@Ccy': 'EUR', '#text': amount.replace('-', '') },
    CdtDbtInd: amount.startsWith('-') ? 'DBIT' : 'CRDT',
    Dt: { Dt: '2026-11-30' },
  });
  return new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true }).build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: {
      '@xmlns': `${NAMESPACE}camt.053.001.08`,
      BkToCstmrStmt: {
        GrpHdr: { MsgId: 'statement-1', CreDtTm: '2026-11-30T20:00:00Z' },
        Stmt: {
          Id: 'statement-1',
          Acct: { Id: { IBAN: 'DE89370400440532013000' } },
          Bal: [balance('OPBD', balances[0]), balance('CLBD', balances[1])],
          Ntry: entries.map(({ transactions, ...given }) => ({
            Amt: { '@Ccy': given.currency ?? 'EUR', '#text': given.amount ?? '1.00' },
            CdtDbtInd: given.direction ?? 'DBIT',
            Sts: { Cd: given.status ?? 'BOOK' },
            BookgDt: { Dt: given.day ?? '2026-11-30' },
            BkTxCd: { Prtry: { Cd: '1' } },
            NtryDtls: { TxDtls: transactions ?? [transaction(given)] },
          })),
        },
      },
    },
  });
}

const read = (xml: string | Buffer, options?: { maxBytes: number }) => readStatement([Buffer.from(xml)], options);

const refusalOf = async (source: FileSource, options?: { maxBytes: number }) => {
  const error: unknown = await readStatement(source, options).catch((each: unknown) => each);
  if (error instanceof BankFileRefused) return error.faults[0]!;
  throw error instanceof Error ? error : new Error('the file was read');
};

const sent = (payouts: readonly BankPayout[]): Map<string, SentPayout> =>
  new Map(
    payouts.map(({ reference, amountMinor, currency, creditor }) => [
      reference,
      { amountMinor, currency, creditorAccount: (creditor.account as { iban: string }).iban, status: 'sent' },
    ]),
  );

const paid = ({ reference, amountMinor, currency, creditor }: BankPayout): GivenEntry => ({
  ...{ reference, currency, account: (creditor.account as { iban: string }).iban },
  amount: decimalText({ amountMinor, currency }),
});

const NONE: ReadonlySet<string> = new Set();

describe('camt.053.001.08', () => {
  test('payouts of a written batch come back as paid and returned, and the same file again changes nothing', async () => {
    const payouts = [...many(3), aPayout(3, { currency: 'JPY' }), aPayout(4, { currency: 'KWD' })];
    expect(await validate(writePain001(aBatch(payouts), 'iso20022'), 'pain.001.001.09')).toEqual([]);
    const returned = { ...paid(payouts[1]!), direction: 'CRDT', reason: 'AC04' };
    const xml = aStatement([returned, ...payouts.map(paid)]);
    expect(await validate(xml, 'camt.053.001.08')).toEqual([]);
    const { statements, faults } = await read(xml);
    expect(faults).toEqual([]);
    const { entries } = statements[0]!;
    const outcomes = matchEntries(entries, { payouts: sent(payouts), entryIDs: NONE });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['returned', 'paid', 'paid', 'paid', 'paid', 'paid']);
    expect(entries[0]).toMatchObject({
      reference: 'payout-1',
      returnReason: 'AC04',
      servicerReference: 'bank-payout-1',
    });
    expect(entries[5]).toMatchObject({ amountMinor: 10_004n, currency: 'KWD', bookedOn: '2026-11-30' });

    const again = (await read(xml)).statements[0]!.entries;
    const entryIDs = new Set(entries.map(({ id }) => id));
    expect(entryIDs.size).toBe(6);
    expect(again.map(({ id }) => id)).toEqual([...entryIDs]);
    const repeated = matchEntries(again, { payouts: sent(payouts), entryIDs });
    expect(repeated.every(({ kind }) => kind === 'known')).toBe(true);
  });

  test('altered entries are findings with their place', async () => {
    const payouts = many(6);
    const [first, second, third, fourth, fifth] = payouts.map(paid) as [GivenEntry, ...GivenEntry[]];
    const xml = aStatement([
      ...[
        first,
        first,
        { ...second, amount: '100.02' },
        { ...third, currency: 'USD' },
        { ...fourth, account: IBANS[1] },
      ],
      ...[{ reference: 'stranger', amount: '1.00' }, { amount: '2.00' }, { ...fifth, status: 'PDNG' }],
    ]);
    expect(await validate(xml, 'camt.053.001.08')).toEqual([]);
    const { statements, faults } = await read(xml);
    expect(faults).toEqual([]);
    const outcomes = matchEntries(statements[0]!.entries, { payouts: sent(payouts), entryIDs: NONE });
    expect(outcomes.map(({ kind, place, expected, actual }) => [place.entry, kind, expected, actual])).toEqual([
      [1, 'paid', undefined, undefined],
      [2, 'doubledReference', undefined, undefined],
      [3, 'otherAmount', '10001', '10002'],
      [4, 'otherCurrency', 'EUR', 'USD'],
      [5, 'otherAccount', IBANS[0], IBANS[1]],
      [6, 'unknownReference', undefined, undefined],
      [7, 'unknownReference', undefined, undefined],
      [8, 'notBooked', undefined, undefined],
    ]);
    const { line } = statements[0]!.entries[2]!.place;
    expect(
      xml
        .split('\n')
        .slice(line! - 1)
        .join('\n'),
    ).toMatch(/^\s*<TxDtls>\s*<Refs>\s*<AcctSvcrRef>bank-payout-1</);
  });

  test('entries that cannot be read are faults, and the others are read', async () => {
    const xml = aStatement([
      ...[{ amount: '1,00' }, { amount: '1.001' }, { currency: 'XXY' }, { direction: 'OUT' }, { day: '2026-02-30' }],
      ...[{ amount: '-1.00' }, { reference: 'good', amount: '3.00' }],
    ]).replace(/<Amt Ccy="EUR">1.001<\/Amt>/, '');
    const { statements, faults } = await read(xml);
    expect(statements[0]!.entries.map(({ reference }) => reference)).toEqual(['good']);
    expect(faults.map(({ kind, place, parameters }) => [kind, place.entry, place.field, parameters])).toEqual([
      ['invalid', 1, 'Amt', { value: '1,00 EUR' }],
      ['missing', 2, 'Amt', {}],
      ['invalid', 3, 'Amt', { value: '1.00 XXY' }],
      ['invalid', 4, 'CdtDbtInd', { value: 'OUT' }],
      ['invalid', 5, 'BookgDt', { value: '2026-02-30' }],
      ['invalid', 6, 'Amt', { value: '-1.00 EUR' }],
      [
        'balanceDiffers',
        undefined,
        undefined,
        expect.objectContaining({ expected: '99700 EUR', actual: '100000 EUR' }),
      ],
    ]);
    expect(faults[0]!.place.line).toBe(xml.split('\n').findIndex((line) => line.includes('1,00')) + 1);
  });

  test('a batch booking is an entry for each transaction, and its sum must be that of the entry', async () => {
    const transactions = [
      transaction({ reference: 'one', amount: '4.00' }),
      transaction({ reference: 'two', amount: '7.00' }),
      transaction({ reference: 'back', amount: '1.00', direction: 'CRDT' }),
    ];
    const xml = aStatement([{ amount: '10.00', transactions }], ['0.00', '-10.00']);
    expect(await validate(xml, 'camt.053.001.08')).toEqual([]);
    const { statements, faults } = await read(xml);
    expect(faults).toEqual([]);
    expect(statements[0]).toMatchObject({ opening: { amountMinor: 0n }, closing: { amountMinor: -1_000n } });
    expect(statements[0]!.entries.map(({ reference, direction }) => [reference, direction])).toEqual([
      ...[
        ['one', 'debit'],
        ['two', 'debit'],
        ['back', 'credit'],
      ],
    ]);
    const altered = await read(xml.replace('>7.00<', '>8.00<'));
    expect(altered.statements[0]!.entries).toEqual([]);
    expect(altered.faults.map(({ kind, place }) => [kind, place.entry])).toEqual([
      ['sumDiffers', 1],
      ['balanceDiffers', undefined],
    ]);
  });

  test('transactions of a batch booking that lack their amounts are a fault of the entry', async () => {
    const transactions = [transaction({ reference: 'one', amount: '10.00' }), transaction({ reference: 'two' })];
    const { statements, faults } = await read(aStatement([{ amount: '10.00', transactions }]));
    expect(statements[0]!.entries).toEqual([]);
    expect(faults.map(({ kind }) => kind)).toEqual(['sumDiffers']);
    const altered = [{ ...transactions[0] }, { ...transactions[1], Amt: { '@Ccy': 'EUR', '#text': 'x' } }];
    const broken = await read(aStatement([{ amount: '10.00', transactions: altered }, { reference: 'good' }]));
    expect(broken.statements[0]!.entries.map(({ reference }) => reference)).toEqual(['good']);
    expect(broken.faults[0]).toMatchObject({ kind: 'invalid', place: { entry: 1, field: 'Amt' } });
  });

  test('entries of a statement without an account are faults', async () => {
    const xml = aStatement([paid(aPayout(1))]).replace(/<Acct>.*?<\/Acct>/s, '');
    const { statements, faults } = await read(xml);
    expect(statements).toEqual([]);
    expect(faults.map(({ kind, place }) => [kind, place.entry, place.field])).toEqual([['missing', 1, 'Acct']]);
  });

  test('prefixed names and pieces of any size are read', async () => {
    const xml = aStatement(many(3).map(paid));
    const prefixed = xml.replace(/<(\/?)(?=[A-Z])/g, '<$1b:').replace('xmlns=', 'xmlns:b=');
    expect((await read(prefixed)).statements[0]!.entries).toHaveLength(3);
    const bytes = Buffer.from(xml.replace('payout-1', 'выплата-1'));
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect((await readStatement(pieces)).statements).toEqual((await read(bytes)).statements);
  });

  test('files that are no statement are refused with their line', async () => {
    const xml = aStatement(many(2).map(paid));
    const of = (text: string | Buffer) => refusalOf([Buffer.from(text)]);
    const bomb = xml.replace(
      '<Document',
      `<!DOCTYPE d [<!ENTITY a "${'a'.repeat(100)}"><!ENTITY b "&a;&a;">]>\n<Document`,
    );
    const external = xml.replace('<Document', '<!DOCTYPE d SYSTEM "file:///etc/passwd">\n<Document');
    expect(await of(bomb)).toMatchObject({ kind: 'documentType', place: { line: 2 } });
    expect(await of(external)).toMatchObject({ kind: 'documentType', place: { line: 2 } });
    expect(await of(xml.replace('payout-1', '&a;'))).toMatchObject({ kind: 'malformed' });
    expect(await of(xml.slice(0, xml.length / 2))).toMatchObject({ kind: 'truncated' });
    expect(await of(xml.replace('</Stmt>', ''))).toMatchObject({ kind: 'malformed' });
    expect(await of(xml.replace('<Amt Ccy', '<Amt Ccy="USD" Ccy'))).toMatchObject({ kind: 'malformed' });
    expect(await of(`${xml}<Document/>`)).toMatchObject({ kind: 'malformed' });
    expect(await of(xml.replace('camt.053.001.08', 'camt.053.001.99'))).toMatchObject({ kind: 'unknownFormat' });
    expect(await of(xml.replace('payout-1', 'payout\u0001'))).toMatchObject({ kind: 'malformed' });
    expect(await of('<a>'.repeat(10_000))).toMatchObject({ kind: 'unknownFormat' });
    expect(await of(xml.replace('<Id>', `<Id>${'<x>'.repeat(50)}`))).toMatchObject({ kind: 'malformed' });
    expect(await of('')).toMatchObject({ kind: 'truncated' });
    expect(await of('{"no": "xml"}')).toMatchObject({ kind: 'malformed', place: { line: 1 } });
    const cyrillic = Buffer.from(xml.replace('payout-1', 'Выплата'), 'utf8');
    const letter = cyrillic.indexOf(Buffer.from('В'));
    cyrillic[letter + 1] = 0x20;
    expect(await of(cyrillic)).toMatchObject({ kind: 'wrongEncoding' });
    const declared = xml.replace('encoding="UTF-8"', 'encoding="windows-1251"');
    expect(await of(declared)).toMatchObject({ kind: 'wrongEncoding', place: { line: 1 } });
  });

  test('a file beyond the limit is refused while it comes, and memory stays bounded', async () => {
    const [begin = '', rest = ''] = aStatement([paid(aPayout(1))]).split('<Ntry>');
    const entry = `<Ntry>${rest.slice(0, rest.indexOf('</Ntry>'))}</Ntry>\n`;
    let pieces = 0;
    function* endless() {
      yield Buffer.from(begin);
      const piece = Buffer.from(entry.repeat(100));
      for (; pieces < 100_000; pieces += 1) yield piece;
    }
    const maxBytes = 8 * 1024 * 1024;
    expect(await refusalOf(endless(), { maxBytes })).toEqual({
      ...{ kind: 'tooLarge', place: {}, parameters: { maxBytes } },
    });
    expect(pieces).toBeLessThan(maxBytes / (entry.length * 100) + 2);
  });

  test('any amount survives a statement', async () => {
    const amounts = fc.record({
      amountMinor: fc.bigInt(1n, 9_007_199_254_740_991n),
      currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(amounts, { minLength: 1, maxLength: 10 }), async (given) => {
        const payouts = given.map((money, index) => aPayout(index, money));
        const { statements, faults } = await read(aStatement(payouts.map(paid)));
        expect(faults.filter(({ kind }) => kind !== 'balanceDiffers')).toEqual([]);
        const outcomes = matchEntries(statements[0]!.entries, { payouts: sent(payouts), entryIDs: NONE });
        expect(outcomes.map(({ kind }) => kind)).toEqual(payouts.map(() => 'paid'));
      }),
      { numRuns: 50 },
    );
  });
});

import iconv from 'iconv-lite';
import { expectedFee, type SettledRow } from '../domain/merchants/settlement-report/settlement-report';
import { readAdyenReport } from './adyen/adyen-report';
import { openReport } from './connector-kind';
import { findKind } from './kinds';
import { mappedReport } from './mapped-report';
import { MAX_REPORT_BYTES, type ReportReader } from '../bankfiles/report-table';
import { readStripeReport } from './stripe/stripe-report';
import { readYooKassaReport } from './yookassa/yookassa-report';

async function readAll(read: ReportReader, content: string | Buffer, pieceSize = 7): Promise<SettledRow[]> {
  const bytes = Buffer.from(content as string);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceSize) }, (_, index) =>
    bytes.subarray(index * pieceSize, (index + 1) * pieceSize),
  );
  const rows: SettledRow[] = [];
  for await (const row of read(pieces)) rows.push(row);
  return rows;
}

const refused = async (read: ReportReader, content: string | Buffer): Promise<string> =>
  readAll(read, content).then(
    () => 'read',
    (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
  );

const ADYEN = [
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Batch Number',
  'Co,Shop,PSP1,payment/a.1/authorise,visa,2026-11-20 10:22:31,CET,Settled,,EUR,,45.99,1,EUR,,45.10,0.20,0.30,0.09,0.30,118',
  'Co,Shop,PSP1,payment/a.1/authorise,visa,2026-11-21 12:00:00,CET,Refunded,MOD1,EUR,5.00,,1,EUR,5.10,,0.10,,,,118',
  'Co,Shop,PSP2,payment/b.1/authorise,mc,2026-11-21 09:00:00,CET,Settled,,USD,,20.00,0.9,EUR,,17.50,0.50,,,,118',
  'Co,Shop,,,,2026-11-21 23:00:00,CET,Fee,,EUR,,,,EUR,2.50,,,,,,118',
  'Co,Shop,,,,2026-11-21 23:30:00,CET,MerchantPayout,,EUR,,,,EUR,55.00,,,,,,118',
  '',
].join('\n');

test('a settlement details report of Adyen gives gross, fee and batch of each row', async () => {
  const rows = await readAll(readAdyenReport, ADYEN);
  expect(rows.map(({ kind, currency, grossMinor, feeMinor }) => [kind, currency, grossMinor, feeMinor])).toEqual([
    ['payment', 'EUR', 4_599n, 89n],
    ['refund', 'EUR', -500n, 10n],
    ['payment', 'EUR', 1_800n, 50n],
    ['fee', 'EUR', 0n, 250n],
    ['payout', 'EUR', -5_500n, 0n],
  ]);
  expect(rows[0]).toEqual({
    ...{ line: 2, kind: 'payment', operationID: 'payment/a.1/authorise', connectorReference: 'PSP1', currency: 'EUR' },
    ...{ grossMinor: 4_599n, feeMinor: 89n, batch: '118', bookedOn: '2026-11-20' },
    at: new Date('2026-11-20T09:22:31Z'),
  });
  expect(rows[1]).toMatchObject({ connectorReference: 'MOD1' });
  expect(rows[1]).not.toHaveProperty('operationID');
});

const STRIPE = [
  'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,description,payment_intent_id',
  'po_1,2026-11-25 00:00:00,txn_1,2026-11-20 09:00:00,usd,40.00,1.46,38.54,charge,ch_1,"Order ""7"",\nblue",pi_1',
  'po_1,2026-11-25 00:00:00,txn_2,2026-11-21 09:30:00,usd,-2.00,0.00,-2.00,fee,fee_1,,',
  'po_1,2026-11-25 00:00:00,txn_3,2026-11-21 10:00:00,usd,-10.00,0.00,-10.00,refund,re_1,,pi_1',
  '',
].join('\r\n');

test('a payout report of Stripe gives its rows with the id of the intent or the refund', async () => {
  const rows = await readAll(readStripeReport, STRIPE);
  const said = rows.map(({ line, kind, connectorReference, grossMinor, feeMinor }) => {
    return [line, kind, connectorReference, grossMinor, feeMinor];
  });
  expect(said).toEqual([
    [2, 'payment', 'pi_1', 4_000n, 146n],
    [4, 'fee', 'fee_1', 0n, 200n],
    [5, 'refund', 're_1', -1_000n, 0n],
  ]);
  expect(rows[0]).toMatchObject({ currency: 'USD', batch: 'po_1', bookedOn: '2026-11-25' });
});

const YOOKASSA = [
  'РЕЕСТР ПЛАТЕЖЕЙ ПО ДОГОВОРУ НЭК.1 ООО "Ромашка"',
  'Дата платежей: 2026-11-20',
  'Идентификатор платежа;Сумма платежа;Валюта платежа;Сумма за вычетом комиссии и НДС;Сумма комиссии без НДС;Время платежа;Описание;НДС с комиссии',
  '2c-1;100.00;RUB;96.34;3.00;20.11.2026 01:30:00;"Заказ; №1";0.66',
  'Сумма принятых платежей: 100.00',
  'Число платежей: 1',
  '',
].join('\n');

test('a registry of YooKassa is read between its title and its totals, with VAT as part of the fee', async () => {
  expect(await readAll(readYooKassaReport, `\ufeff${YOOKASSA}`)).toEqual([
    {
      ...{ line: 4, kind: 'payment', connectorReference: '2c-1', currency: 'RUB', grossMinor: 10_000n, feeMinor: 366n },
      ...{ at: new Date('2026-11-19T22:30:00Z'), batch: '2026-11-20', bookedOn: '2026-11-20' },
    },
  ]);
  const refunds =
    'Идентификатор возврата;Идентификатор платежа;Сумма возврата;Валюта возврата;Время возврата\nr-1;2c-1;10.50;RUB;2026-11-20T12:00:00+03:00\n';
  expect(await readAll(readYooKassaReport, refunds)).toEqual([
    expect.objectContaining({ kind: 'refund', connectorReference: 'r-1', grossMinor: -1_050n, feeMinor: 0n }),
  ]);
});

const MAPPING = {
  ...{ delimiter: ';', encoding: 'windows-1251', decimal: ',', date: 'DMY', offset: '+03:00', sign: 'unsigned' },
  ...{ areFeesNegative: true, currency: 'RUB', kinds: { Оплата: 'payment', Возврат: 'refund' } },
  columns: {
    kind: 'Вид',
    gross: 'Сумма',
    fee: 'Комиссия',
    net: 'Итого',
    reference: 'Номер',
    batch: 'Пакет',
    at: 'Дата',
  },
};
const BANK = [
  'Дата;Вид;Сумма;Комиссия;Итого;Номер;Пакет',
  '20.11.2026 10:00;Оплата;1 234,50;-12,34;1 222,16;7;П-1',
  '21.11.2026 11:00;Возврат;34,50;0;-34,50;8;П-1',
  '22.11.2026 11:00;Прочее;5,00;0;5,00;;П-1',
  '',
].join('\r\n');

test('a mapping of an account describes any other table', async () => {
  const settings = { reportColumns: JSON.stringify(MAPPING), feeBasisPoints: 100, feeFixed: 7 };
  const { read, terms } = await openReport(findKind('adyen') as never, settings);
  const rows = await readAll(read, iconv.encode(BANK, 'win1251'));
  expect(rows.map(({ kind, grossMinor, feeMinor }) => [kind, grossMinor, feeMinor])).toEqual([
    ['payment', 123_450n, 1_234n],
    ['refund', -3_450n, 0n],
    ['other', 500n, 0n],
  ]);
  expect(rows[0]).toMatchObject({ connectorReference: '7', batch: 'П-1', at: new Date('2026-11-20T07:00:00Z') });
  expect(expectedFee(123_450n, terms)).toBe(1_242n);
  expect(expectedFee(50n, { basisPoints: 100 })).toBe(1n);
  expect(expectedFee(1n, {})).toBeUndefined();
});

test('settings with an invalid mapping are refused, with the place', () => {
  const kind = findKind('sandbox');
  const access = (reportColumns: string) => ({
    credentials: { secret: 'a-secret-of-16-characters' },
    settings: { url: 'http://127.0.0.1', reportColumns },
  });
  expect(() => kind?.check(access('{"columns": {"gross": "a"}}'))).toThrow(/batch/);
  expect(() => kind?.check(access('no JSON'))).toThrow(/must be JSON/);
  expect(() => kind?.check(access(JSON.stringify(MAPPING)))).not.toThrow();
});

test.each([
  ['cp1251 where UTF-8 is said', iconv.encode(YOOKASSA, 'win1251'), 'invalidRequest: line 1: is not in utf-8'],
  ['cut within its last line', ADYEN.slice(0, -10), 'line 6: the file ends within this line: it may have been cut'],
  ['cut within quotes', STRIPE.slice(0, STRIPE.indexOf('blue')), 'line 2: the file ends within this line'],
  ['the header twice', ADYEN + ADYEN, 'line 7: the header occurs again'],
  ['a column twice', ADYEN.replace('Exchange Rate', 'Type'), 'line 1, column Type: the header has it twice'],
  ['no header', 'a,b\n1,2\n', 'line 2: there is no line with the columns Psp Reference'],
  ['an empty file', '', 'line 1: there is no line with the columns'],
  ['a missing cell', ADYEN.replace(',0.30,118', ',0.30'), 'line 2: has 20 cells, the header has 21'],
  [
    'an amount with too many decimals',
    ADYEN.replace('45.99', '45.991'),
    'line 2, column Gross Credit (GC): is no amount of EUR',
  ],
  [
    'a net that is not gross less fee',
    ADYEN.replace('45.10', '45.20'),
    'line 2, column Net Credit (NC): is not the gross',
  ],
  ['an unknown currency', ADYEN.replace('EUR,,45.10', 'EUX,,45.10'), 'line 2, column Net Currency: is no currency'],
  ['a day that is not in the calendar', ADYEN.replace('11-20', '02-30'), 'line 2, column Creation Date: is no time'],
  ['an unknown zone', ADYEN.replace('CET', 'XYZ'), 'line 2, column TimeZone: is a zone that is not known'],
  ['an open quote', ADYEN.replace('PSP1', '"PSP1'), 'line 2: the file ends within this line'],
  ['text after a quote', ADYEN.replace('PSP1', '"P"SP1'), 'line 2: cell 3 is not quoted as RFC 4180 says'],
])('a file is refused with its place: %s', async (_, content, problem) => {
  const read = problem.includes('utf-8')
    ? readYooKassaReport
    : content.includes('po_1')
      ? readStripeReport
      : readAdyenReport;
  expect(await refused(read, content)).toContain(problem);
});

test('a report of 100 MB is refused before it is read to its end', async () => {
  let [read, last] = [0, 0];
  function* pieces(): Generator<Uint8Array> {
    yield Buffer.from('kind,operation,reference,currency,batch,gross,fee,net,at\n');
    const line = Buffer.from(`payment,,${'r'.repeat(60_000)},RUB,b,1.00,0.01,0.99,2026-11-20T10:00:00Z\n`);
    while (read < 100 * 1024 * 1024) {
      read += line.length;
      yield line;
    }
  }
  const rows = mappedReport()(pieces());
  const consume = async () => {
    for await (const { line } of rows) last = line;
  };
  await expect(consume()).rejects.toThrow(`the file is larger than ${MAX_REPORT_BYTES} bytes`);
  expect(read).toBeLessThan(MAX_REPORT_BYTES + 100_000);
  expect(last).toBeGreaterThan(500);
});

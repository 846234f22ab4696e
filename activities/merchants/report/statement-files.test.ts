import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { anInvoice, INSTANT, pay } from '../../../tests/harness/factories/payment';
import { runFolder } from '../../../tests/harness/services';
import type { Report, ReportFormat } from '../../../domain/merchants/report/report';
import { STATEMENT_COLUMNS } from '../../../domain/merchants/settlement/statement-columns';
import { settlementAccountIDs } from '../../../store/platform/ledger/accounts';
import { readBalance } from '../../../store/platform/ledger/ledger';
import { recordAuthorisation, recordCapture } from '../../../store/payments/payment/payment.transitions';
import { closeBatch } from '../../../store/merchants/settlement/batch.close';
import { orderDocument } from '../../../store/merchants/settlement/document.order';
import { settlementExecutors } from '../../../store/merchants/settlement/settlement.executors';
import { asOperator } from '../../../store/platform/audit/origin';
import type * as Building from './build-registry';
import type * as Pdf from './document-pdf';

/* The files are made by the compiled process, as in a worker: the library of spreadsheets is an ES module. */

const COMPILED = join(__dirname, '../../..', 'dist/activities/merchants/report');
const { buildRegistry } = jest.requireActual<typeof Building>(join(COMPILED, 'build-registry.js'));

let api: TestApi;
let folder: string;
let report: Report;
beforeAll(async () => {
  api = await startApi();
  folder = mkdtempSync(join(runFolder('files'), 'statements-'));
  const { shopID, merchant } = api.own;
  const settlement = {
    delays: [{ days: 0 }],
    calendar: 'weekends',
    timeZone: 'Asia/Vladivostok',
    cutOffHour: 0,
  } as const;
  await api.setTerms(shopID, { feeBasisPoints: 250, settlement });
  const order = { body: { metadata: { orderID: 1042 } }, externalID: '=HYPERLINK("http://a")' };
  const { id: invoiceID, token } = await anInvoice(merchant, shopID, order);
  const paymentID = await pay(merchant.as(token), invoiceID, { card: '4242424242424242', flow: INSTANT });
  await recordAuthorisation(api.store, { invoiceID, paymentID }, { connectorReference: 'reference' });
  await recordCapture(api.store, { invoiceID, paymentID });
  const operator = asOperator(api.store, { operation: 'test', requestID: 'test', paymentID: null });
  const correction = {
    shopID,
    currency: 'RUB',
    amount: 1_500n,
    direction: 'debit',
    text: '=1+1 Поправка по договору',
  } as const;
  await settlementExecutors.correctSettlement.execute(operator, correction, 'c1', {} as never);
  const batch = await closeBatch(api.store, { shopID, currency: 'RUB', untilDay: '2099-12-31' });
  report = await orderDocument(api.store, {
    kind: 'settlementStatement',
    ownerID: batch!.id,
    orderedBy: null,
    keepDays: 1,
  });
});
afterAll(() => api?.stop());

async function build(format: ReportFormat, name: string): Promise<{ bytes: Buffer; linesSha256: string | undefined }> {
  const path = join(folder, name);
  let linesSha256: string | undefined;
  await buildRegistry(
    { report, format, path, databaseUrl: api.databaseUrl },
    {
      signal: new AbortController().signal,
      onProgress: (progress) => void (linesSha256 ??= progress.linesSha256),
    },
  );
  return { bytes: readFileSync(path), linesSha256 };
}

/** Reads the rows of a sheet in another process, because the library is an ES module. */
async function readSheet(name: string): Promise<(string | number | null)[][]> {
  const script = `import { readXlsx } from 'hucre/xlsx'; import { readFileSync } from 'node:fs';
    const { sheets } = await readXlsx(readFileSync(process.argv[1]));
    process.stdout.write(JSON.stringify(sheets[0].rows));`;
  const options = { cwd: join(__dirname, '../../..') };
  const words = ['--input-type=module', '-e', script, join(folder, name)];
  return JSON.parse((await promisify(execFile)(process.execPath, words, options)).stdout);
}

/** The text of a PDF by the maps of its embedded fonts from glyphs to characters. */
function readPdf(bytes: Buffer): string {
  const file = bytes.toString('latin1');
  const objects = new Map(
    [...file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)endobj/g)].map(([, id, body]) => [id!, body!]),
  );
  const streamOf = (id: string): string => {
    const [, data = ''] = /stream\n([\s\S]*?)\nendstream/.exec(objects.get(id) ?? '') ?? [];
    return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
  };
  const fonts = new Map<string, string[]>();
  for (const body of objects.values())
    for (const [, name, id] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!) ?? '') ?? [];
      const glyphs = [...streamOf(map).matchAll(/<([\da-f ]+)>(?=[^[\]]*\])/gi)].map(([, hex = '']) =>
        hex.replace(/ /g, ''),
      );
      fonts.set(
        name!,
        glyphs.map((hex) => Buffer.from(hex, 'hex').swap16().toString('utf16le')),
      );
    }
  let text = '';
  for (const [id, body] of objects) {
    if (!/^<<\s*\/Length \d+\s*\/Filter \/FlateDecode\s*>>/.test(body)) continue;
    let glyphs: string[] = [];
    for (const [, font, shown] of streamOf(id).matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (font) glyphs = fonts.get(font) ?? [];
      else
        text += `${[...shown!.matchAll(/<([\da-f]+)>/g)]
          .map(([, hex]) =>
            hex!
              .match(/.{4}/g)!
              .map((code) => glyphs[parseInt(code, 16)] ?? '')
              .join(''),
          )
          .join('')}`;
    }
  }
  return text.replace(/\u00a0/g, ' ');
}

const own = async (): Promise<bigint> =>
  (await readBalance(api.store.database, settlementAccountIDs(api.own.shopID, 'RUB'))).own;

test('a statement opens in a spreadsheet with Cyrillic intact, no formula, and the sum of the ledger', async () => {
  const csv = await build('csv', 'statement.csv');
  expect(csv.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const lines = new TextDecoder('utf-8', { fatal: true }).decode(csv.bytes).trimEnd().split('\r\n');
  expect(lines[0]).toBe(STATEMENT_COLUMNS.map(({ heading }) => heading).join(';'));
  expect(lines[1]).toMatch(/^Входящий остаток;;/);
  const payment = lines.find((line) => line.startsWith('Платежи;'));
  expect(payment).toContain(`;1042;"'=HYPERLINK(""http://a"")";100,00;2,50;0,00;97,50;97,50;`);
  expect(lines.find((line) => line.startsWith('Корректировки;'))).toContain(";'=1+1 Поправка по договору;");
  await build('xlsx', 'statement.xlsx');
  const rows = await readSheet('statement.xlsx');
  expect(rows[0]).toEqual(STATEMENT_COLUMNS.map(({ heading }) => heading));
  const [opening, closing] = [rows[1]!, rows.at(-1)!];
  const nets = rows
    .slice(2)
    .map((row) => row[10])
    .filter((net) => typeof net === 'number');
  const sum = Number(opening[11]) + nets.reduce((total, net) => total + net, 0);
  expect([closing[0], closing[11]]).toEqual(['Исходящий остаток', sum]);
  expect(BigInt(Math.round(sum * 100))).toBe(await own());
  const [row] = rows.filter(([group]) => group === 'Платежи');
  const local = new Date(`${row![2]}+10:00`.replace(' ', 'T'));
  expect(Math.abs(Date.now() - local.getTime())).toBeLessThan(600_000);
  expect(row!.slice(5, 7)).toEqual(['1042', '=HYPERLINK("http://a")']);
});

test.each(['csv', 'xlsx', 'pdf'] as const)(
  'a %s file of a closed period has the same bytes whenever it is made',
  async (format) => {
    const first = await build(format, `first.${format}`);
    await api.store.database.search(`UPDATE contracts SET contractor = contractor || '{"inn": "0000000000"}'`, []);
    const again = await build(format, `again.${format}`);
    const [one, other] = [first, again].map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
    expect(one).toBe(other);
    expect([first.linesSha256, again.linesSha256]).toEqual([again.linesSha256, expect.stringMatching(/^[\da-f]{64}$/)]);
  },
);

test('a PDF has its fonts and Cyrillic text', async () => {
  const { bytes } = await build('pdf', 'statement.pdf');
  const text = readPdf(bytes);
  for (const part of [
    'Выписка по пакету № 1',
    'Поправка по договору',
    'Исходящий остаток',
    '97,50 ₽',
    '−15,00 ₽',
    'Asia/Vladivostok',
  ])
    expect(text).toContain(part);
  expect(bytes.toString('latin1').match(/\/FontFile2 /g)?.length).toBeGreaterThanOrEqual(2);
});

test('a PDF of more lines than fit has sums of days and says so; an act has its signer', async () => {
  const { writeDocumentPdf } = jest.requireActual<typeof Pdf>(join(COMPILED, 'document-pdf.js'));
  const [document] = await api.store.database.search<{ content: any }>('SELECT content FROM settlement_documents', []);
  const { statement, ...content } = document!.content;
  const day = (time: string) => ({
    time,
    grossMinor: 100n,
    feeMinor: 1n,
    vatMinor: 0n,
    netMinor: 99n,
    balanceMinor: 99n,
  });
  async function* lines(): AsyncGenerator<any> {
    yield* [day('2026-03-01 10:00:00'), day('2026-03-01 11:00:00'), day('2026-03-02 10:00:00')];
  }
  const long = { ...content, statement: { ...statement, lineCount: 5_001 } };
  const text = readPdf(Buffer.concat(await (await writeDocumentPdf(long, lines())).toArray()));
  expect(text).toContain('Операций больше 5000, поэтому здесь суммы по дням');
  expect(text).toContain('01.03.202622,00 ₽0,02 ₽');
  const signer = {
    position: 'Директор',
    fullName: 'Иванова Анна',
    document: { representativeDocumentType: 'PowerOfAttorney', id: '7', signedAt: '2026-01-02T00:00:00Z' },
  };
  const services = [{ shopName: 'Ёлка', currency: 'RUB', turnover: '100000', fee: '2500', vat: '451' }];
  const act = {
    ...content,
    kind: 'serviceAcceptanceAct',
    month: '2026-03',
    signer,
    services,
    statement: null,
    providerAccounts: [
      { currency: 'RUB', name: 'П', account: { number: '40702' }, inn: '7707083893', bic: '044525225' },
    ],
  } as never;
  const signed = readPdf(Buffer.concat(await (await writeDocumentPdf(act)).toArray()));
  for (const part of [
    'Акт об оказанных услугах № 2026-03/',
    'Директор Иванова Анна',
    'доверенности № 7 от 02.01.2026',
    '25,00 ₽',
    '«Ёлка»',
    'П, ИНН 7707083893, счёт 40702 (RUB), БИК 044525225',
  ])
    expect(signed).toContain(part);
});

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runFolder, service } from '../../tests/harness/services';
import { readCardCountries } from './read-card-countries';

const folder = runFolder('card-countries');

function written(content: string | Uint8Array): string {
  const path = join(folder, `${randomBytes(6).toString('hex')}.csv`);
  writeFileSync(path, content);
  return path;
}

async function countriesIn(content: string | Uint8Array, ...cards: string[]): Promise<(string | undefined)[]> {
  const table = await readCardCountries(written(content));
  return cards.map((digits) => table.countryOf(digits));
}

const BINS = 'bin,brand,type,category,issuer,alpha_2,alpha_3,country,latitude,longitude,bank_phone,bank_url\n';
const RANGES = 'iin_start,iin_end,number_length,scheme,country,bank_name\n';

test('tables of BINs and tables of ranges are read', async () => {
  const bins = `${BINS}400000,VISA,DEBIT,,"BANK, N.A.",US,USA,"UNITED STATES, THE",1,2,,\n40000112,VISA,DEBIT,,B,ca,CAN,CANADA,1,2,,\n`;
  expect(await countriesIn(bins, '400000', '400001', '40000111')).toEqual(['USA', 'CAN', undefined]);
  const ranges = `${RANGES}400000,,16,visa,US,B\n45717360,45717369,16,visa,DNK,B\n4571736000000000000,4571736999999999999,19,visa,DK,C\n`;
  expect(await countriesIn(ranges, '400000', '457173')).toEqual(['USA', 'DNK']);
  // The columns that are needed, in any order.
  expect(await countriesIn('country,bin\nRUS,220000\n', '220000')).toEqual(['RUS']);
});

test('without a file no country is known', async () => {
  expect((await readCardCountries(undefined)).countryOf('400000')).toBeUndefined();
});

test('a byte order mark, CRLF, empty lines, spaces and cells without a country are accepted', async () => {
  const content = '\uFEFFbin,alpha_2\r\n 400000 , US \r\n\r\n400001,\r\n400002,AN\r\n"400003","GB"\r\n400000,US\r\n';
  expect(await countriesIn(content, '400000', '400001', '400002', '400003')).toEqual([
    ...['USA', undefined, undefined, 'GBR'],
  ]);
});

test('cards of codes that the standard does not have are of an unknown country', async () => {
  const content = 'bin,country\n400000,AN\n400001,ANT\n400002,XXX\n400003,NLD\n';
  expect(await countriesIn(content, '400000', '400001', '400002', '400003')).toEqual([
    ...[undefined, undefined, undefined, 'NLD'],
  ]);
});

const utf16 = Buffer.from('\uFEFFbin,country\n400000,USA\n', 'utf16le');
const latin1 = Buffer.from('bin,issuer,country\n400000,Cr\u00e9dit,FR\n', 'latin1');

test.each<[string, string | Uint8Array, string]>([
  ['nothing', '', 'line 1: there is no line with the columns'],
  ['a header only', 'bin,country\n', 'line 1: no row of a card range follows'],
  ['no digits', 'number,country\n400000,USA\n', 'line 2, column iin_start: is missing, and so is bin'],
  ['no country', 'bin,brand\n400000,VISA\n', 'line 2, column country: is missing, and so is alpha_2'],
  ['a column twice', 'bin,bin,country\n400000,400000,USA\n', 'line 1, column bin: the header has it twice'],
  [
    'a name of a country',
    'bin,country\n400000,FRANCE\n',
    'line 2, column country: is not a code of two or three letters',
  ],
  [
    'a number of a country',
    'bin,country\n400000,840\n',
    'line 2, column country: is not a code of two or three letters',
  ],
  ['letters', 'bin,country\n400000,USA\n40000x,USA\n', 'line 3, column bin: is not 4 to 19 digits'],
  ['three digits', 'bin,country\n400,USA\n', 'line 2, column bin: is not 4 to 19 digits'],
  ['a BIN of a spreadsheet', 'bin,country\n4E+05,USA\n', 'line 2, column bin: is not 4 to 19 digits'],
  ['no BIN', 'bin,country\n,USA\n', 'line 2, column bin: is not 4 to 19 digits'],
  ['an end before the start', `${RANGES}400009,400000,16,visa,US,B\n`, 'line 2, column iin_end: is below iin_start'],
  ['a wrong end', `${RANGES}400009,40-,16,visa,US,B\n`, 'line 2, column iin_end: is not 4 to 19 digits'],
  [
    'two countries',
    'bin,country\n400000,USA\n400001,USA\n400000,CAN\n',
    'line 4: line 2 gives its range another country',
  ],
  ['a missing cell', 'bin,country\n400000\n', 'line 2: has 1 cells, the header has 2'],
  ['an open quote', 'bin,country\n400000,"USA\n400001,CAN\n', 'line 2: the file ends within this line'],
  ['a cut end', 'bin,country\n400000,USA\n400001,CA', 'line 3: the file ends within this line: it may have been cut'],
  ['UTF-16', utf16, 'line 1: has a zero byte'],
  ['Latin-1', latin1, 'line 2: is not in utf-8'],
  ['a photograph', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x0a]), 'line 1: is not in utf-8'],
])('a file with %s is refused', async (_, content, problem) => {
  const path = written(content);
  await expect(readCardCountries(path)).rejects.toThrow(`CARD_COUNTRIES_FILE ${path}: ${problem}`);
});

test('a line of a gigabyte and a file above the limit are refused without being held in memory', async () => {
  const path = written('bin,country\n400000,USA\n');
  const file = openSync(path, 'r+');
  ftruncateSync(file, 1024 ** 3);
  closeSync(file);
  const before = process.memoryUsage().rss;
  await expect(readCardCountries(path)).rejects.toThrow('line 3: is longer than 65536 bytes');
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 ** 2);
});

test.each(['/nowhere/ranges.csv', folder])('%s is no file', async (path) => {
  await expect(readCardCountries(path)).rejects.toThrow(/^CARD_COUNTRIES_FILE .*: (ENOENT|EISDIR)/);
});

test('the API does not start with a bad file', async () => {
  await service('build');
  const key = Buffer.alloc(32).toString('base64');
  const env = {
    ...{ DATABASE_URL: 'postgres://127.0.0.1:9/x', ENCRYPTION_KEY: key, TOKEN_SIGNING_KEY: key },
    CARD_COUNTRIES_FILE: written('bin,country\n400000,NOWHERE\n'),
  };
  const started = promisify(execFile)(process.execPath, [join(__dirname, '../../dist/api/main.js')], { env });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${env.CARD_COUNTRIES_FILE}: line 2, column country`) as string,
  });
});

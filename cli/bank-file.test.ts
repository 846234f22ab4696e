import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine, readStdout } from '../tests/harness/command-line';

const runCommand = commandLine();
const folder = mkdtempSync(join(tmpdir(), 'holdfast-bank-file-'));

const STATEMENT = `1CClientBankExchange
ВерсияФормата=1.03
Кодировка=UTF-8
РасчСчет=40702810400000000225
СекцияДокумент=Платежное поручение
Номер=17
Дата=30.11.2026
Сумма=1000.17
ПлательщикСчет=40702810400000000225
ДатаСписано=30.11.2026
ПолучательСчет=40702810238000000060
КонецДокумента
КонецФайла
`;

const check = (text: string) => {
  const path = join(folder, 'statement.txt');
  writeFileSync(path, text);
  return { path, said: runCommand(['bank-file', 'check', path], {}) };
};

test('a statement is printed without a platform', async () => {
  const lines = (await readStdout(check(STATEMENT).said)).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { account: '40702810400000000225', opening: null, closing: null, entries: 1 },
    expect.objectContaining({
      reference: '2026-11-30/17',
      amountMinor: '100017',
      direction: 'debit',
      status: 'booked',
    }),
  ]);
});

test('faults and a refusal are printed with their place, and end with 1', async () => {
  const faulty = check(STATEMENT.replace('1000.17', '1000,17'));
  const { code, stdout, stderr } = await faulty.said;
  expect({ code, stderr }).toEqual({ code: 1, stderr: `${faulty.path} has 1 faults\n` });
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
    ...{ kind: 'invalid', place: { line: 5, entry: 1, field: 'Сумма' }, parameters: { value: '1000,17' } },
  });
  const refused = check(STATEMENT.replace('UTF-8', 'Windows'));
  expect(await refused.said).toEqual({
    code: 1,
    stdout: '{"kind":"wrongEncoding","place":{"line":3},"parameters":{"declared":"Windows","actual":"utf-8"}}\n',
    stderr: `${refused.path} is refused\n`,
  });
});

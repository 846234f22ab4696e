import fc from 'fast-check';
import { csvText } from './csv-text';

test.each([
  ['=1+1', "'=1+1"],
  ['x,=1+1', "x,'=1+1"],
  ['a;=1+1;', "a;'=1+1;"],
  ['a;"=1+1', `a;"'=1+1`],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['first\n-2+3', "first\n'-2+3"],
  ['  =1', "  '=1"],
  ['\tcmd', "'\tcmd"],
  ['＝1+1', "'＝1+1"],
  ['+7 912 345-67-89', "'+7 912 345-67-89"],
  ['a=1+1', 'a=1+1'],
  ['tea, 2 - 3 pieces; x@example.com', 'tea, 2 - 3 pieces; x@example.com'],
  ['', ''],
])('%j is written as %j', (text, written) => expect(csvText(text)).toBe(written));

test('no part of a text is read as a formula, whatever separates its fields', () => {
  const text = fc.string({ unit: fc.constantFrom(...`=+-@;,|\t\r\n"' ax1＝`) });
  fc.assert(
    fc.property(text, (given) => {
      for (const field of csvText(given).split(/[,;|\t\r\n]/)) expect(field).not.toMatch(/^["\s]*[=+\-@＝]/);
    }),
    { numRuns: 5_000 },
  );
});

test('a hundred thousand characters are escaped in time', () => {
  const began = performance.now();
  for (const text of [' "\''.repeat(33_000), '\n'.repeat(100_000), ', '.repeat(50_000)]) csvText(text);
  expect(performance.now() - began).toBeLessThan(2_000);
});

import fc from 'fast-check';
import { sheetText } from './registry-writer';

/** Applies the library's own escapes. */
const asLibrary = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- it is a control character
  text.replace(/\x01/g, '_x0001_');

/** Reads a cell as a spreadsheet does: each escape is one character. */
const read = (written: string): string =>
  asLibrary(written).replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const texts = fc.array(fc.constantFrom('_', 'x', 'X', '000D', 'fFfE', '005F', '\uFFFE', '\uFFFF', '\u0001', 'Ё', ' '), {
  maxLength: 20,
});

test('every text survives a sheet without invalid XML characters', () => {
  fc.assert(
    fc.property(texts, (parts) => {
      const written = sheetText(parts.join(''));
      expect(read(written)).toBe(parts.join(''));
      expect(written).not.toMatch(/[\uFFFE\uFFFF]/);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['_x000D_', '_x005F_x000D_'],
  ['_x000D_x000D_', '_x005F_x000D_x005F_x000D_'],
  ['a\uFFFE', 'a_xFFFE_'],
  ['_x0041\uFFFE', '_x005F_x0041_xFFFE_'],
  ['snake_case_x1', 'snake_case_x1'],
])('%j is written as %j', (text, written) => {
  expect(sheetText(text)).toBe(written);
});

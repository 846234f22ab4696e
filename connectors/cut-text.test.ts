import fc from 'fast-check';
import { cutText } from './cut-text';

test('a text is cut at most at its length, before a character and never inside one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, max) => {
      const cut = cutText(text, max);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(text.startsWith(cut)).toBe(true);
      expect(Buffer.from(cut).toString()).toBe(cut);
      if (text.length <= max) expect(cut).toBe(text);
    }),
  );
});

test.each([
  ['an emoji of two units', `${'x'.repeat(4)}😀`, 5, 'xxxx'],
  ['an emoji of several code points', 'чай 👩‍👩‍👧‍👦', 10, 'чай '],
  ['a letter with its mark', 'aé'.normalize('NFD'), 2, 'a'],
  ['a flag', '🇷🇺🇷🇺', 5, '🇷🇺'],
  ['one endless character', `😀${'\u0301'.repeat(9)}`, 1, ''],
])('%s is not divided', (_, text, max, expected) => {
  expect(cutText(text, max)).toBe(expected);
});

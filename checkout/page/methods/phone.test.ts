import fc from 'fast-check';
import { parseDigits } from '../card/digits';
import { formatPhone, parsePhone, showPhone } from './phone';

/** What the field shows after each key, where keys are typed at the end. */
const typed = (text: string) => [...text].reduce((shown, key) => formatPhone(shown + key), '');

test.each([
  '+7 915 111-11-11',
  '8 (915) 111-11-11',
  '9151111111',
  '79151111111',
  '＋７９１５１１１１１１１',
  '٨٩١٥١١١١١١١',
])('%s is parsed as the same phone in any digits, typed or pasted', (text) => {
  for (const shown of [text, formatPhone(text), typed(text)]) {
    expect(parsePhone(shown)).toEqual({ cc: '7', ctn: '9151111111' });
    expect(showPhone(shown)).toBe('+7 915 111 11 11');
  }
});

test.each([
  ['+79123456789', { cc: '7', ctn: '9123456789' }],
  ['+77011234567', { cc: '7', ctn: '7011234567' }],
  ['7011234567', { cc: '7', ctn: '7011234567' }],
  ['+12025550123', { cc: '1', ctn: '2025550123' }],
  ['+7912345678', undefined],
  ['7912345678', undefined],
  ['+375291234567', undefined],
  ['375291234567', undefined],
  ['+791234567890', undefined],
  ['+7 912 345-67-89 доб. 5', undefined],
  ['', undefined],
])('%s typed key by key is that number, or no number', (text, phone) => {
  expect(parsePhone(typed(text))).toEqual(phone);
  expect(parsePhone(text)).toEqual(phone);
});

const mobile = fc
  .tuple(fc.constantFrom('+7', '7', '8', ''), fc.constantFrom('9', '701', '777'), fc.stringMatching(/^\d{9}$/))
  .map(([code, area, rest]) => ({ text: code + (area + rest).slice(0, 10), ctn: (area + rest).slice(0, 10) }));

test('typing, pasting and leaving give the same number or none', () => {
  fc.assert(
    fc.property(mobile, ({ text, ctn }) => {
      const whole = parsePhone(text);
      expect([undefined, ctn]).toContain(whole?.ctn);
      expect(parsePhone(typed(text))).toEqual(whole);
      expect(parsePhone(showPhone(typed(text)))).toEqual(whole);
    }),
  );
});

const keys = [...'0123456789 -()'];

test.each(['+79151111111', '79000000000', '87011234567', '9876543210'])(
  'formatting %s after any key at any place keeps its number',
  (text) => {
    const shown = typed(text);
    const edits = keys.flatMap((key) => [...`${shown}.`].map((_, at) => shown.slice(0, at) + key + shown.slice(at)));
    expect(edits.filter((edit) => parsePhone(formatPhone(edit))?.ctn !== parsePhone(edit)?.ctn)).toEqual([]);
  },
);

test('formatting keeps every digit and the plus', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'+0123456789 -().x٣') }), (text) => {
      expect(parseDigits(formatPhone(text))).toBe(parseDigits(text));
      expect(formatPhone(text).startsWith('+')).toBe(text.trimStart().startsWith('+'));
    }),
    { examples: [[' +'], ['x+']] },
  );
});

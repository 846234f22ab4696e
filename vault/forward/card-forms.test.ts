import fc from 'fast-check';
import { CardForms } from './card-forms';

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''));
const number = digits(12, 19).filter((text) => new Set(text).size > 3);
const cvv = digits(3, 4);
const NO_DIGIT = fc.string({ unit: 'grapheme', maxLength: 3 }).map((text) => text.replace(/[\p{N}\\&%]/gu, ''));
const around = fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((text) => text.replace(/[\d\\&%]/g, ''));

const code = (digit: string): number => digit.charCodeAt(0);
const hex = (digit: string): string => code(digit).toString(16);
const ARABIC = (digit: string): string => String.fromCharCode(0x660 + Number(digit));
const WIDE = (digit: string): string => String.fromCharCode(0xff10 + Number(digit));

/** How one digit may be written. */
const DIGIT_FORMS: readonly ((digit: string) => string)[] = [
  (digit) => digit,
  (digit) => `\\u00${hex(digit)}`,
  (digit) => `\\u{00${hex(digit)}}`,
  (digit) => `\\x${hex(digit)}`,
  (digit) => `&#${code(digit)};`,
  (digit) => `&#0${code(digit)};`,
  (digit) => `&#x${hex(digit)};`,
  (digit) => `&amp;#x${hex(digit).toUpperCase()};`,
  (digit) => `%${hex(digit)}`,
  (digit) => `%25${hex(digit)}`,
  ARABIC,
  WIDE,
  (digit) => String.fromCodePoint(0x1d7ce + Number(digit)),
  (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)),
  (digit) => '⓪①②③④⑤⑥⑦⑧⑨'.charAt(Number(digit)),
];

const reverse = (text: string): string => [...text].reverse().join('');

/** How a whole number may be written. */
const TEXT_FORMS: Readonly<Record<string, (text: string) => string>> = {
  reversed: reverse,
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in capitals with colons': (text) =>
    Buffer.from(text)
      .toString('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$&:'),
  'bytes of a program': (text) => [...text].map((digit) => `0x${hex(digit)}`).join(', '),
  'codes of characters': (text) => JSON.stringify([...text].map(code)),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'base64 of a reversed number': (text) => Buffer.from(reverse(text)).toString('base64'),
  'base64 of a spaced number': (text) => Buffer.from(text.replace(/.{4}/g, '$& ')).toString('base64'),
};

test('a number is found with any digit written in any form, and with anything but digits between them', () => {
  const written = fc.record({
    cardNumber: number,
    forms: fc.array(fc.constantFrom(...DIGIT_FORMS), { minLength: 19, maxLength: 19 }),
    separators: fc.array(NO_DIGIT, { minLength: 19, maxLength: 19 }),
    before: around,
    after: around,
  });
  fc.assert(
    fc.property(written, ({ cardNumber, forms, separators, before, after }) => {
      const parts = [...cardNumber].map((digit, index) => (forms[index]?.(digit) ?? '') + (separators[index] ?? ''));
      const text = `${before} ${parts.join('')} ${after}`;
      const card = new CardForms({ cardNumber });
      expect([card.hasNumber(text), card.hasNumber(JSON.stringify({ text }))]).toEqual([true, true]);
    }),
    { numRuns: 300 },
  );
});

test.each(Object.keys(TEXT_FORMS))('a number is found as %s', (form) => {
  fc.assert(
    fc.property(number, around, around, (cardNumber, before, after) => {
      const written = TEXT_FORMS[form]?.(cardNumber) ?? '';
      expect(new CardForms({ cardNumber }).hasNumber(`${before} ${written} ${after}`)).toBe(true);
    }),
  );
});

test('a number is found in base64 at any alignment and with broken lines', () => {
  const bytes = fc.uint8Array({ maxLength: 9 });
  fc.assert(
    fc.property(number, bytes, bytes, fc.integer({ min: 1, max: 30 }), (cardNumber, before, after, width) => {
      const encoded = Buffer.concat([before, Buffer.from(`:${cardNumber}:`), after]).toString('base64');
      const broken = encoded.replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n');
      const card = new CardForms({ cardNumber });
      for (const text of [encoded, broken, JSON.stringify(broken), `x${encoded}`, `xyz${encoded}`])
        expect([text, card.hasNumber(text)]).toEqual([text, true]);
    }),
  );
});

test('other numbers, ids and moments are no card', () => {
  const card = new CardForms({ cardNumber: '4242424242424242', cvv: '123' });
  for (const text of [
    '4242424242424241',
    '424242******4242',
    '2d4d5c8f-000f-5000-8000-1b2c3d4e5f6a',
    '2026-11-27T10:00:00.123Z',
    'https://acs.example/?PaReq=eJxVUl1vwjAM/CtR39c0hTKKTFAHm4Y0EBtMe',
  ])
    expect([text, card.hasNumber(text), card.isCvv(text)]).toEqual([text, false, false]);
});

test('a CVV is found plain, with punctuation, escaped, in base64 and hexadecimal, and not within a longer text', () => {
  fc.assert(
    fc.property(cvv, fc.constantFrom(...DIGIT_FORMS), (secret, form) => {
      const card = new CardForms({ cardNumber: '4242424242424242', cvv: secret });
      const bytes = Buffer.from(secret);
      const forms = [
        ...[secret, ` ${secret}\n`, `"${secret}"`, [...secret].join('-'), [...secret].map(form).join('')],
        ...[bytes.toString('base64'), bytes.toString('hex')],
      ];
      for (const text of forms) expect([text, card.isCvv(text)]).toEqual([text, true]);
      for (const text of [`9${secret}`, `${secret}0`, `id-a${secret}`, `12.${secret}`])
        expect([text, card.isCvv(text)]).toEqual([text, false]);
    }),
  );
});

test('the time of a search is linear in the length of the text', () => {
  const card = new CardForms({ cardNumber: '4242424242424242', cvv: '123' });
  const measure = (unit: string, length: number): number => {
    const text = unit.repeat(length / unit.length);
    const times = Array.from({ length: 5 }, () => {
      const began = process.cpuUsage();
      card.hasNumber(text);
      // The kernel estimates how the sum is divided.
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1_000;
    });
    return Math.min(...times);
  };
  for (const unit of ['4242', '\\', '&amp;', '%25', '&#', '\\u{0', '0x', 'A', '٤', '4242 ', '%34', '\\u0034']) {
    const [short, long] = [measure(unit, 2 ** 13), measure(unit, 2 ** 17)];
    // Processor time, since a busy machine gives a thread its turns late. Sixteen times the text; a quadratic search would take 256 times as long.
    expect([unit, long < 100 * Math.max(short, 0.1)]).toEqual([unit, true]);
  }
});

test('a card without a CVV has no text that is it, and a long text is none', () => {
  const card = { cardNumber: '4242424242424242' };
  for (const text of ['', 'undefined', 'abc', '123']) expect(new CardForms(card).isCvv(text)).toBe(false);
  const forms = new CardForms({ ...card, cvv: '123' });
  const padded = (length: number) => `123${'.'.repeat(length - 3)}`;
  expect([forms.isCvv(padded(64)), forms.isCvv(padded(65))]).toEqual([true, false]);
});

test('the shortest number is found, its digits alone and escaped to the third depth', () => {
  const cardNumber = '501234567890';
  const forms = new CardForms({ cardNumber });
  expect([forms.hasNumber(cardNumber), forms.hasNumber(cardNumber.slice(1))]).toEqual([true, false]);
  const escaped = (depth: number) => cardNumber.replace(/./g, (digit) => `%${'25'.repeat(depth)}${hex(digit)}`);
  expect(forms.hasNumber(escaped(0))).toBe(true);
  const twice = cardNumber.replace(/./g, (digit) => `\\u0025${hex(digit)}`);
  expect(forms.hasNumber(twice)).toBe(true);
  const thrice = cardNumber.replace(/./g, (digit) => `&#92;u0025${hex(digit)}`);
  expect(forms.hasNumber(thrice)).toBe(true);
});

test('an impossible code and numbers that are no digits hide no card number', () => {
  const forms = new CardForms({ cardNumber: '4242424242424242' });
  expect(forms.hasNumber('&#9999999; 4242424242424242')).toBe(true);
  expect(forms.hasNumber('&#1114111; 4242424242424242')).toBe(true);
  // A half and a hundred are numbers without being digits.
  expect(forms.hasNumber('½ 4242 4242 ⅽ 4242 4242')).toBe(true);
});

test('digits near each other that are not the number are not found', () => {
  const forms = new CardForms({ cardNumber: '4242424242424242', cvv: '123' });
  expect(forms.hasNumber('0x12 5555555555554444 and 4000056655665556')).toBe(false);
  expect(forms.hasNumber(Buffer.from('5555555555554444 4000056655665556').toString('base64'))).toBe(false);
});

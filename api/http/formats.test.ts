import fc from 'fast-check';
import { formatProblem, hasControlCharacter } from './formats';

const isValid = (format: string, text: string): boolean => formatProblem(format, text) === undefined;

describe.each([
  ['email', ['a@b', 'anna.ivanova+tag@example.com', "o'neil@sub.example.org", `${'a'.repeat(64)}@example.com`]],
  [
    'uri',
    [
      'https://shop.example/a?b=c#d',
      'http://[::1]:8080/',
      'app://open',
      'mailto:a@b',
      'https://a/%D0%B0',
      'https://a/?b[]={c}|d#e[0]',
    ],
  ],
  ['uri-template', ['https://shop.example/{id}?{&a,b*}', 'https://shop.example/', 'https://shop.example/{+path:3}']],
  ['date', ['2026-11-21', '2024-02-29']],
  ['date-time', ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.123456+03:00']],
  ['ip-address', ['203.0.113.7', '2001:db8::1', '::ffff:203.0.113.7']],
  ['inn', ['7707083893', '500100732259']],
  ['gs1', ['010460406000590021N4N57RTCBUZTQ\u001d93ab+/=', '']],
])('the format %s', (format, texts) => {
  test.each(texts)('accepts %s', (text) => expect(isValid(format, text)).toBe(true));
});

describe.each([
  ['email', ['Þ¢@v\u0087', 'a', '@b', 'a@', 'a@b@c', 'a b@c', '.a@b', 'a..b@c', 'a@-b', 'a@b-', 'a@b..c', 'a@b\n']],
  ['email', [`${'a'.repeat(65)}@b`, `a@${'b'.repeat(64)}.c`, 'почта@пример.рф', 'a\u0000@b', '']],
  ['uri', ['shop.example', '/path', 'https://', 'https://a b', 'https://a/ё', 'https://a/%zz', 'http://a#b#c', '']],
  ['uri', ['https://a/{id}', 'https://a/\u0007', 'http://[::1', 'https://a/<b>', ' https://a']],
  [
    'uri-template',
    ['https://a/{', 'https://a/{}', 'https://a/}', 'https://a/{a b}', 'shop/{id}', 'https://a/?{', "https://a/'"],
  ],
  ['date', ['2026-02-29', '2026-13-01', '26-01-01', '2026-01-01T00:00:00Z', '0000-01-01', '']],
  ['date-time', ['2026-02-30T00:00:00Z', '2026-11-21', '2026-11-21T25:00:00Z', '2026-11-21T12:00:00']],
  ['inn', ['7707083894', '500100732250', '770708389', '']],
  ['gs1', ['a\u0000', 'a\u001b[2J', 'a\n', '\u007f', '\u009f', 'ё']],
  ['ip-address', ['203.0.113', '256.0.0.1', 'fe80::1%eth0', '203.0.113.7:80', 'localhost', '']],
])('the format %s', (format, texts) => {
  test.each(texts)('rejects %j', (text) => expect(isValid(format, text)).toBe(false));
});

test('every published format has a check', () => {
  expect(() => formatProblem('hostname', 'example.com')).toThrow('hostname');
});

test('format checks are fast and accept no control character', () => {
  const formats = ['email', 'uri', 'uri-template', 'date', 'date-time', 'ip-address'];
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom(...formats), (text, format) => {
      if (isValid(format, text)) expect(hasControlCharacter(text)).toBe(false);
    }),
  );
});

test.each(['a\u0000', '\u0008', 'a\u001b[2J', '\u007f', 'Þ¢@v\u0087', '\u009f'])(
  '%j has a control character',
  (text) => {
    expect(hasControlCharacter(text)).toBe(true);
  },
);

test.each(['Чай\nи\tкофе\r\n', '🍵', '\u00a0', 'é', '\u200f', ''])('%j has no control character', (text) => {
  expect(hasControlCharacter(text)).toBe(false);
});

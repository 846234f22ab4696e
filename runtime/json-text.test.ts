import fc from 'fast-check';
import { MAX_DEPTH, JsonProblem, readJson } from './json-text';

const read = (text: string) => readJson(Buffer.from(text));

function findProblem(text: string | Buffer): string | undefined {
  try {
    readJson(Buffer.from(text));
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    return `${error.place} ${error.problem}`.trim();
  }
}

const INEXACT = 'is a number that double precision does not hold exactly';

test('readJson agrees with JSON.parse on everything that JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('a decimal number survives exactly or is rejected', () => {
  const digits = (max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: max });
  const written = fc
    .tuple(fc.constantFrom('', '-'), digits(22), fc.option(digits(22)), fc.option(fc.integer({ min: -340, max: 340 })))
    .map(([sign, whole, fraction, exponent]) => {
      const point = fraction === null ? '' : `.${fraction}`;
      return `${sign}${whole.replace(/^0+(?=\d)/, '')}${point}${exponent === null ? '' : `e${exponent}`}`;
    });
  fc.assert(
    fc.property(written, (text) => {
      const problem = findProblem(`[${text}]`);
      const rewritten = String(JSON.parse(text));
      expect([text, problem === undefined]).toEqual([text, isSame(text, rewritten)]);
    }),
    { numRuns: 2_000 },
  );
});

function isSame(left: string, right: string): boolean {
  if (!/\d/.test(right)) return false;
  const parts = [left, right].map((text) => /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? []);
  const powers = parts.map(([, , fraction = '', exponent = '0']) => Number(exponent) - fraction.length);
  const lowest = Math.min(...powers);
  const [first, second] = parts.map(
    ([, whole, fraction = ''], index) => BigInt(`${whole}${fraction}`) * 10n ** BigInt((powers[index] ?? 0) - lowest),
  );
  return first === second;
}

test.each([
  '0.1',
  '10.50',
  '100.0',
  '1e2',
  '-0',
  '0.30000000000000004',
  '9007199254740992',
  '5e-324',
  '1E+21',
  '0e999',
])('the ordinary number %s is accepted', (text) => expect(read(`[${text}]`)).toEqual([Number(text)]));

test.each([
  ['a 64-bit id', '{"metadata":{"orderID":9007199254740993}}', `.metadata.orderID ${INEXACT}`],
  ['a number beyond all', '{"a":[1,{"b":1e400}]}', `.a[1].b ${INEXACT}`],
  ['a number before all', '[0,1e-400]', `[1] ${INEXACT}`],
  ['an amount that is nearly an integer', '{"amount":99999999999.9999999}', `.amount ${INEXACT}`],
  ['more zeros than any number has', `{"a":1.${'0'.repeat(500)}}`, `.a ${INEXACT}`],
  ['a repeated name', '{"amount":1,"b":{"amount":2},"amount":3}', '.amount is repeated in one object'],
  ['a name repeated by an escape', '{"a":{"x":1,"\\u0078":2}}', '.a.x is repeated in one object'],
  ['a repeated name that nothing shows', '{"a":{"п 1":1,"п 1":2}}', '.a is repeated in one object'],
  ['a repeated __proto__', '{"__proto__":1,"__proto__":2}', '.__proto__ is repeated in one object'],
  ['a text that ends early', '{"a":"', 'is not JSON'],
  ['a name that ends early', '{"a\\', 'is not JSON'],
  ['closed brackets alone', ']]}},1', 'is not JSON'],
  ['nothing', '', 'is not JSON'],
])('%s is rejected with its place', (_, text, problem) => {
  expect(findProblem(text)).toBe(problem);
});

test('different objects of a list may have the same name', () => {
  expect(read('[{"a":1,"b":"a\\\\"},{"a":{"a":2}}]')).toEqual([{ a: 1, b: 'a\\' }, { a: { a: 2 } }]);
});

test('a text in another encoding than UTF-8 is rejected', () => {
  const windows1251 = Buffer.concat([Buffer.from('{"externalID":"'), Buffer.from([0xc7, 0xe0]), Buffer.from('"}')]);
  for (const bytes of [
    windows1251,
    Buffer.from('{"a":1}', 'utf16le').subarray(0, 13),
    Buffer.from([0xed, 0xa0, 0x80]),
  ]) {
    expect(findProblem(bytes)).toMatch(/^is not (encoded in UTF-8|JSON)$/);
  }
  expect(findProblem(windows1251)).toBe('is not encoded in UTF-8');
  expect(read('\ufeff{"a":"Заказ"}')).toEqual({ a: 'Заказ' });
});

test('an outermost object with too many names is rejected before the text is read to its end', () => {
  const root = { maxNames: 2, problem: 'has too many fields' };
  const limited = (text: string) => readJson(Buffer.from(text), root);
  expect(limited('{"a":{"x":1,"y":2,"z":3},"b":[1,2,3]}')).toEqual({ a: { x: 1, y: 2, z: 3 }, b: [1, 2, 3] });
  expect(() => limited('{"a":1,"b":2,"c":3, no JSON')).toThrow(new JsonProblem('', 'has too many fields', true));
});

test('escapes of a text do not hide its end', () => {
  const texts = ['\\', '"', '\\"', '"\\', '\n"\\\\', 'plain'];
  const values = texts.flatMap((one) => texts.map((other) => ({ [`${one}name`]: other, [`${other}more`]: [one] })));
  for (const value of values) expect(read(JSON.stringify(value))).toEqual(value);
  expect(findProblem('{"a\\u0062":1,"ab":2}')).toBe('.ab is repeated in one object');
});

test('deep nesting is rejected before parsing', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(findProblem(nested(MAX_DEPTH))).toBeUndefined();
  expect(findProblem(nested(MAX_DEPTH + 1))).toContain('nested deeper');
});

test('the worst mebibyte of text is read in linear time', () => {
  const worst = ['"', '-', '[', '{"a":', '0', '9', '\\', '{"\\u0061":1,', '1e9,', '.1'];
  for (const part of worst) {
    const bytes = Buffer.from(part.repeat(1_048_576 / part.length));
    const before = process.cpuUsage();
    findProblem(bytes);
    const { user } = process.cpuUsage(before);
    expect([part, user / 1_000 < 1_000]).toEqual([part, true]);
  }
});

import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { WrongShare, keyIdOf } from '../keys/key-encryption';
import { addKey, combineShares, createKeyFile, openKeyFile, parseShare, removeOldKeys } from './key-file';

const newFile = (): string => join(mkdtempSync(join(tmpdir(), 'vault-key-file-')), 'keys');

function open(file: string, shares: readonly string[]): Buffer[] {
  return openKeyFile(file, combineShares(shares.map(parseShare)));
}

test('a new file has one key of 32 bytes, which only its owner can read and only both shares open', () => {
  const file = newFile();
  const shares = createKeyFile(file);
  expect(open(file, shares).map((key) => key.length)).toEqual([32]);
  expect(open(file, [shares[1], shares[0]])).toEqual(open(file, shares));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(file))).toEqual(['keys']);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1 });
});

test('an existing file is not replaced, because its keys could not be recovered', () => {
  const file = newFile();
  const shares = createKeyFile(file);
  const keys = open(file, shares);
  expect(() => createKeyFile(file)).toThrow(`${file} exists already`);
  expect(open(file, shares)).toEqual(keys);
});

test('an added key comes first, and the removal of old keys leaves it alone', () => {
  const file = newFile();
  const shares = createKeyFile(file);
  const [first] = open(file, shares);
  const added = [addKey(file, shares), addKey(file, shares)];
  const keys = open(file, shares);
  expect(keys).toHaveLength(3);
  expect(keys[2]).toEqual(first);
  const ids = keys.map((key) => `file:${keyIdOf(key)}`);
  expect([ids[1], ids[0]]).toEqual(added);
  expect(removeOldKeys(file, shares)).toBe(2);
  expect(open(file, shares)).toEqual(keys.slice(0, 1));
  expect(removeOldKeys(file, shares)).toBe(0);
});

test('shares of another file change nothing', () => {
  const [file, other] = [newFile(), newFile()];
  const [, foreign] = [createKeyFile(file), createKeyFile(other)];
  const before = readFileSync(file, 'utf8');
  expect(() => addKey(file, foreign)).toThrow(new WrongShare('the shares do not open the key file'));
  expect(() => removeOldKeys(file, foreign)).toThrow(WrongShare);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a file that is damaged or gone is no mistake of a custodian', () => {
  const file = newFile();
  const shares = createKeyFile(file);
  writeFileSync(file, '{');
  expect(() => open(file, shares)).toThrow(SyntaxError);
  expect(() => open(`${file}.gone`, shares)).toThrow('ENOENT');
});

test('both shares are needed: one alone, the same twice, or none opens nothing', () => {
  const [first, second] = createKeyFile(newFile()).map(parseShare);
  if (!first || !second) throw new Error('two shares were expected');
  const message = 'both shares are needed: one that begins with 1. and one that begins with 2.';
  for (const given of [[], [first], [second], [first, first], [second, second]])
    expect(() => combineShares(given)).toThrow(new WrongShare(message));
  expect(combineShares([second, first])).toEqual(combineShares([first, second]));
});

test('the key of the file is the exclusive or of both shares', () => {
  const share = (number: 1 | 2, byte: number) => ({ number, bytes: Buffer.alloc(32, byte) });
  expect(combineShares([share(1, 0b1100), share(2, 0b1010)])).toEqual(Buffer.alloc(32, 0b0110));
});

test('a share begins with its number, and spaces around it do not matter', () => {
  const shares = createKeyFile(newFile());
  for (const [index, text] of shares.entries()) {
    const { number, bytes } = parseShare(text);
    expect([number, bytes.length]).toEqual([index + 1, 32]);
    expect(parseShare(`  ${text}\n`)).toEqual({ number, bytes });
  }
});

test('a mistyped share is recognised at any place before it is used', () => {
  const [text] = createKeyFile(newFile());
  // The last character of the content has two bits that say nothing: `B` in place of `A` would be the same share.
  const mistyped = Array.from(text, (character, place) =>
    [text.slice(0, place), character === 'A' ? 'Q' : 'A', text.slice(place + 1)].join(''),
  );
  const others = [
    '',
    '1.',
    text.slice(0, -1),
    `${text}A`,
    `x${text}`,
    text.replace(/^1/, '2'),
    text.replace(/^1/, '3'),
  ];
  for (const wrong of [...mistyped.filter((each) => each !== text), ...others])
    expect(() => parseShare(wrong)).toThrow(new WrongShare('the share is mistyped'));
});

test('a share that was given to a custodian stays valid in all versions', () => {
  const text = '1.AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE.7VGnUf';
  expect(parseShare(text)).toEqual({ number: 1, bytes: Buffer.alloc(32, 1) });
});

import { readListText } from './list-text';

const row = (name: string): string => JSON.stringify({ name, note: 'a },{ b' });
const list = (...rows: string[]): string => `{"operations":[${rows.join(',')}],"next":"x 1"}`;
const read = (text: string) => readListText(text, 'operations');
const value = (name: string) => ({ value: { name, note: 'a },{ b' } });

test('a JSON list is read with the fields beside it', () => {
  expect(read(list(row('1'), row('2')))).toEqual({ rows: [value('1'), value('2')], rest: { next: 'x 1' } });
  expect(read('{"next":"x 1","operations":[]}')).toEqual({ rows: [], rest: { next: 'x 1' } });
});

test.each([
  ['an invalid number', '{"name":"2","amount":12.}'],
  ['an unclosed quote', '{"name":"2,"amount":12}'],
  ['an unclosed brace', '{"name":"2","more":{"amount":12}'],
  ['an extra brace', '{"name":"2"}}'],
  ['a line break within a text', '{"name":"2\n"}'],
])('%s affects only its row, in any position', (_, broken) => {
  const text = { text: broken };
  expect(read(list(row('1'), broken, row('3')))?.rows).toEqual([value('1'), text, value('3')]);
  expect(read(list(broken, row('2')))?.rows).toEqual([text, value('2')]);
  expect(read(list(row('1'), broken))).toEqual({ rows: [value('1'), text], rest: { next: 'x 1' } });
});

test.each(['', '[]', 'null', '{"others":[]}', '{"operations":{}}', '{"operations":[{"name":"1"}'])(
  'a text without a complete list is not read: %s',
  (text) => expect(read(text)).toBeUndefined(),
);

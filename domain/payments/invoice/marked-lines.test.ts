import { Refusal } from '../../platform/errors/refusal';
import { fromRecordedLine, lineIdentity, serialiseCart, type CartLine } from './cart';
import type { Agent } from './fiscal-tags';
import { assertMarkedLines } from './marked-lines';

const plain: CartLine = { product: 'Чай', quantity: 2n, priceMinor: 100n };
const code = { type: 'gs_1m', value: '010460406000590021N4N57RTCBUZTQ\u001d93abcd' } as const;
const marked: CartLine = { ...plain, quantity: 1n, markingCode: code };
const withCode = (fields: object): CartLine => ({ ...marked, markingCode: { ...code, ...fields } });

test('lines with codes of one piece or of a part of a pack are accepted', () => {
  const part = withCode({ value: 'pack', part: { numerator: 1, denominator: 100 } });
  const excise: CartLine = { ...withCode({ type: 'egais_30', value: 'a'.repeat(14) }), subject: 'excise' };
  expect(() => assertMarkedLines([plain, plain, marked, part, excise], 'body.cart')).not.toThrow();
});

test.each<[string, CartLine]>([
  ['quantity', { ...marked, quantity: 2n }],
  ['measure', { ...marked, measure: 'gram' }],
  ['paymentSubject', { ...marked, subject: 'service' }],
  ['markingCode.value', withCode({ type: 'fur' })],
  ['markingCode.value', withCode({ value: 'a'.repeat(201) })],
  ['markingCode.value', withCode({ type: 'unknown', value: 'a'.repeat(33) })],
  ['markingCode.part.numerator', withCode({ part: { numerator: 2, denominator: 2 } })],
])('a wrong %s of a marked line is refused with its place', (field, line) => {
  const refusing = () => assertMarkedLines([plain, line], 'body.cart');
  expect(refusing).toThrow(Refusal);
  expect(refusing).toThrow(expect.objectContaining({ code: 'invalidRequest', place: `body.cart[1].${field}` }));
});

test('a code is sold once', () => {
  expect(() => assertMarkedLines([marked, { ...marked, product: 'Кофе' }], 'body.cart')).toThrow(
    'body.cart[1].markingCode.value: is that of an earlier line',
  );
});

test('a line without the later fields keeps the identity that hashes of earlier requests have', () => {
  expect(serialiseCart([{ product: 'Чай', quantity: 2, price: 100, taxRate: '22%' }])).toEqual([
    '[2,100,"Чай","22%",null,null]',
  ]);
});

test('the identity of a line has each later field, and no order of their names', () => {
  const supplier = { name: 'ООО «Ромашка»', inn: '7707083893', phones: ['+74955555550'] };
  const agent = { type: 'agent', supplier } satisfies Agent;
  const lines: Partial<CartLine>[] = [
    {},
    { measure: 'gram' },
    { markingCode: code },
    { markingCode: { ...code, value: '1' } },
    { markingCode: { ...code, part: { numerator: 1, denominator: 2 } } },
    { agent },
    { agent: { ...agent, type: 'attorney' } },
    { agent: { ...agent, supplier: { ...supplier, inn: '500100732259' } } },
    { agent: { ...agent, supplier: { ...supplier, phones: ['+74955555551'] } } },
  ];
  const identities = lines.map((line) => JSON.stringify(lineIdentity({ ...plain, ...line })));
  expect(new Set(identities).size).toBe(lines.length);
  const stored = { product: 'Чай', quantity: 1, price: 100, markingCode: { value: code.value, type: code.type } };
  expect(lineIdentity(fromRecordedLine(stored))).toEqual(lineIdentity({ ...plain, markingCode: code }));
});

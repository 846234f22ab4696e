import { findDifferences } from './compare-answers';

const local = new Set(['http://127.0.0.1:4711/webhook']);
const compare = (documented: unknown, actual: unknown, isPartial = false) =>
  findDifferences({ documented, actual, isPartial, local });

test('an answer with the same fields and values agrees', () => {
  expect(compare({ status: 'paid', lines: [{ price: 1 }] }, { status: 'paid', lines: [{ price: 1 }] })).toEqual([]);
});

test('generated values may differ, but must stay strings', () => {
  const documented = { id: 'a', createdAt: '2026-11-21T12:00:00Z', paymentToolToken: 'x…' };
  expect(compare(documented, { id: 'b', createdAt: '2027-01-01T00:00:00Z', paymentToolToken: 'y' })).toEqual([]);
  expect(compare({ id: '1' }, { id: 1 })).toHaveLength(1);
});

test('an external id belongs to the integrator and must be equal', () => {
  expect(compare({ externalID: 'order-1' }, { externalID: 'order-2' })).toHaveLength(1);
});

test('another status, a missing field and an unshown field are each reported', () => {
  expect(compare({ status: 'paid', amount: 1 }, { status: 'unpaid', reason: 'overdue' })).toEqual([
    '.amount is shown, but the answer has none',
    '.reason is in the answer, but not shown',
    '.status is "unpaid", the guide shows "paid"',
  ]);
});

test('a partial answer may have more fields and elements, not fewer', () => {
  expect(compare({ result: [{ status: 'a' }] }, { result: [{ status: 'a', fee: 1 }, {}], more: true }, true)).toEqual(
    [],
  );
  expect(compare({ result: [1, 2] }, { result: [1] }, true)).toHaveLength(1);
});

test('a local address matches the one in the guide', () => {
  expect(compare({ url: 'https://shop.example/webhook' }, { url: 'http://127.0.0.1:4711/webhook' })).toEqual([]);
  expect(compare({ url: 'https://shop.example/webhook' }, { url: 'http://elsewhere' })).toHaveLength(1);
});

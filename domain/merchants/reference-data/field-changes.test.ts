import { canonicalText, compareForms, mergePatch } from './field-changes';

test('a comparison names the fields that differ by their path, with both values', () => {
  const before = { name: 'a', terms: { fee: 1, routes: [1, 2], same: { x: 1 } }, gone: true };
  const after = { name: 'a', terms: { fee: 2, routes: [2, 1], same: { x: 1 } }, made: null, added: 0 };
  expect(compareForms(before, after)).toEqual({
    before: { 'terms.fee': 1, 'terms.routes': [1, 2], gone: true, made: null, added: null },
    after: { 'terms.fee': 2, 'terms.routes': [2, 1], gone: null, made: null, added: 0 },
  });
});

test('an object that replaces another value is one change', () => {
  expect(compareForms({ a: null, b: [1] }, { a: { x: 1 }, b: { x: 1 } })).toEqual({
    before: { a: null, b: [1] },
    after: { a: { x: 1 }, b: { x: 1 } },
  });
});

test('the order of names is no change, the order of a list is one', () => {
  expect(compareForms({ list: [{ a: 1, b: 2 }] }, { list: [{ b: 2, a: 1 }] })).toEqual({ before: {}, after: {} });
  expect(canonicalText({ b: [2, 1], a: { d: 1, c: null } })).toBe('{"a":{"c":null,"d":1},"b":[2,1]}');
});

test.each<[string, object, object, object]>([
  ['a value replaces another', { a: 1, b: 2 }, { a: 3 }, { a: 3, b: 2 }],
  ['null removes a field', { a: 1, b: 2 }, { a: null }, { b: 2 }],
  ['null of an unknown field adds nothing', { b: 2 }, { a: null }, { b: 2 }],
  ['objects are merged', { t: { x: 1, y: 2 } }, { t: { y: null, z: 3 } }, { t: { x: 1, z: 3 } }],
  ['a list is replaced as a whole', { l: [1, 2] }, { l: [3] }, { l: [3] }],
  ['an object replaces a value, without its nulls', { t: 1 }, { t: { x: null, y: 1 } }, { t: { y: 1 } }],
  ['an inherited name is not known', {}, { constructor: { x: 1 } }, { constructor: { x: 1 } }],
])('a merge patch: %s', (_, target, patch, merged) => {
  expect(mergePatch(target as Record<string, unknown>, patch as Record<string, unknown>)).toEqual(merged);
});

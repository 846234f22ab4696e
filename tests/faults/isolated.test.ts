import { isIsolated } from './isolated';

const HERE = { namespace: 'net:[2]', interfaces: ['lo'] };

test('a process without a namespace is not isolated', () => {
  expect(isIsolated(undefined, HERE)).toBe(false);
});

test('a process in another namespace than its parent is isolated', () => {
  expect(isIsolated('net:[1]', HERE)).toBe(true);
});

test('the environment variable alone does not prove isolation', () => {
  expect(() => isIsolated('net:[2]', HERE)).toThrow('no network namespace of its own');
  expect(() => isIsolated('1', { namespace: 'net:[2]', interfaces: ['lo', 'eth0'] })).toThrow('eth0 is in it');
});

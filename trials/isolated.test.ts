import { isIsolated } from './isolated';

const HERE = { namespace: 'net:[2]', interfaces: ['lo'] };

test('a process that nobody has isolated is not', () => {
  expect(isIsolated(undefined, HERE)).toBe(false);
});

test('it is where its namespace is another one than the one that it was started from', () => {
  expect(isIsolated('net:[1]', HERE)).toBe(true);
});

test('the environment alone is not believed', () => {
  expect(() => isIsolated('net:[2]', HERE)).toThrow('no network namespace of its own');
  expect(() => isIsolated('1', { namespace: 'net:[2]', interfaces: ['lo', 'eth0'] })).toThrow('eth0 is in it');
});

import {
  billedFeesAccount,
  connectorAccount,
  earningsAccount,
  exchangeAccount,
  feeAccount,
  getStripeNumber,
  settlementAccount,
  settlementAccountIDs,
  sourceAccount,
  walletAccount,
} from './accounts';

// Stored transfers refer to accounts by id: a change of one loses sight of the money on it.
test.each([
  ['a connector', () => connectorAccount('sandbox', 'RUB', 'a'), 'connector/sandbox/RUB/12', 'connector'],
  ['refunds of a shop', () => settlementAccount('S', 'RUB'), 'shop/S/settlement/RUB', 'settlement'],
  ['earnings of a shop', () => earningsAccount('S', 'RUB', 'a'), 'shop/S/settlement/RUB/12', 'settlement'],
  ['billed fees of a shop', () => billedFeesAccount('S', 'RUB', 'a'), 'shop/S/fees/RUB/12', 'fee'],
  ['fees of the platform', () => feeAccount('RUB', 'a'), 'platform/fees/RUB/12', 'fee'],
  ['a source of deposits', () => sourceAccount({ id: 'D', currency: 'RUB' }), 'source/D', 'source'],
  ['conversions', () => exchangeAccount('P', 'RUB'), 'exchange/P/RUB', 'exchange'],
])('the account of %s keeps its id and may go negative', (_, getAccount, id, kind) => {
  expect(getAccount()).toEqual({ id, kind, currency: 'RUB', mayGoNegative: true });
});

test('a wallet never goes negative', () => {
  expect(walletAccount({ id: 'W', currency: 'KZT' })).toEqual({
    ...{ id: 'wallet/W', kind: 'wallet', currency: 'KZT', mayGoNegative: false },
  });
});

test('the stripe of an id is its FNV-1a hash modulo sixteen', () => {
  // Hashes of the reference: '' is 811c9dc5, 'a' is e40c292c, 'foobar' is bf9cf968, of which the last digit counts.
  expect(['', 'a', 'foobar'].map(getStripeNumber)).toEqual([0x5, 0xc, 0x8]);
  expect(connectorAccount('sandbox', 'RUB', '').id).toBe('connector/sandbox/RUB/05');
});

test('the accounts of a shop are that of its refunds and sixteen stripes of earnings, all of its currency', () => {
  const ids = settlementAccountIDs('S', 'KZT');
  expect(ids.slice(0, 3)).toEqual(['shop/S/settlement/KZT', 'shop/S/settlement/KZT/00', 'shop/S/settlement/KZT/01']);
  expect(ids.at(-1)).toBe('shop/S/settlement/KZT/15');
  expect(ids).toHaveLength(17);
});

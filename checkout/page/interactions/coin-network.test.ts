import { networkName, transferLink } from './coin-network';

const transfer = (symbolicCode: string, cryptoAddress = 'address') =>
  transferLink({ symbolicCode, cryptoAddress, cryptoAmount: '0.00250000' });

test('a payment link has the amount only where wallets read it in whole coins', () => {
  expect(transfer('BTC')).toBe('bitcoin:address?amount=0.00250000');
  expect(transfer('BCH', 'bitcoincash:qaddress')).toBe('bitcoincash:qaddress?amount=0.00250000');
  expect(['ETH', 'XRP', 'USDT'].map((code) => transfer(code))).toEqual(['address', 'address', 'address']);
});

test('a coin of several networks, or an unknown one, names none', () => {
  expect(['BTC', 'XRP', 'USDT', 'constructor'].map(networkName)).toEqual([
    'Bitcoin',
    'XRP Ledger',
    undefined,
    undefined,
  ]);
});

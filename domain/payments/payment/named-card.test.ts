import { nameCard } from './named-card';
import type { PaymentToolDetails } from './payment-tool';

const plain: PaymentToolDetails = { type: 'bankCard', bin: '424242', lastDigits: '4242', paymentSystem: 'visa' };
const wallet: PaymentToolDetails = {
  ...{ type: 'bankCard', bin: '', lastDigits: '', paymentSystem: 'unknown' },
  ...{ tokenProvider: 'applepay', tokenizationMethod: 'dpan' },
};
const card = {
  ...{ bin: '52021234', lastDigits: '0099', paymentSystem: 'mastercard', issuerCountry: 'RU', bankName: ' T-Bank ' },
};

test('a wallet’s card gets digits, network, country and bank of the acquirer', () => {
  const named = { bin: '52021234', lastDigits: '0099', paymentSystem: 'mastercard' };
  expect(nameCard(wallet, card)).toEqual({ ...wallet, ...named, issuerCountry: 'RU', bankName: 'T-Bank' });
});

test('a plain card keeps its own digits and network', () => {
  expect(nameCard(plain, card)).toEqual({ ...plain, issuerCountry: 'RU', bankName: 'T-Bank' });
  expect(nameCard({ ...plain, paymentSystem: 'unknown' }, card)).toMatchObject({ paymentSystem: 'mastercard' });
});

test.each([
  ['a whole number', { bin: '5202123412340099', lastDigits: '5202123412340099' }],
  ['letters', { bin: '52O212', lastDigits: '00x9' }],
  ['an unknown network', { paymentSystem: 'Visa Inc.' }],
  ['a long country', { issuerCountry: 'RUS' }],
  ['an empty bank', { bankName: '  ' }],
])('%s is ignored', (_, given) => {
  expect(nameCard(wallet, given)).toEqual(wallet);
});

test('other tools have no card', () => {
  const terminal: PaymentToolDetails = { type: 'paymentTerminal', provider: 'sberpay' };
  expect(nameCard(terminal, card)).toBe(terminal);
  expect(nameCard(wallet, undefined)).toBe(wallet);
});

import { listBindableMethods, isAccepted, listPaymentMethods } from './payment-methods';
import type { PaymentMethod, PaymentToolDetails } from './payment-tool';

const card = (paymentSystem: string): PaymentToolDetails => ({
  type: 'bankCard',
  bin: '424242',
  lastDigits: '4242',
  paymentSystem,
});
const inWallet = (
  tokenProvider: 'applepay' | 'samsungpay' | 'yandexpay',
  paymentSystem: string,
): PaymentToolDetails => ({ type: 'bankCard', bin: '', lastDigits: '', paymentSystem, tokenProvider });

const METHODS: PaymentMethod[] = [
  { method: 'BankCard', paymentSystems: ['visa'], tokenProviders: ['applepay', 'samsungpay'] },
  { method: 'PaymentTerminal', providers: ['euroset'] },
  { method: 'DigitalWallet', providers: ['qiwi'] },
  { method: 'CryptoWallet', cryptoCurrencies: ['Bitcoin'] },
];

test.each<[string, PaymentToolDetails, boolean]>([
  ['a card of a listed network', card('visa'), true],
  ['a card of another network', card('humo'), false],
  ['a card of an unknown network', card('unknown'), false],
  ['a card in a listed wallet', inWallet('applepay', 'visa'), true],
  ['a card in another wallet', inWallet('yandexpay', 'visa'), false],
  ['a card of another network in a listed wallet', inWallet('applepay', 'amex'), false],
  ['a card of an undisclosed network in a listed wallet', inWallet('samsungpay', 'unknown'), true],
  ['a listed terminal', { type: 'paymentTerminal', provider: 'euroset' }, true],
  ['another terminal', { type: 'paymentTerminal', provider: 'qps' }, false],
  ['a listed wallet', { type: 'digitalWallet', provider: 'qiwi', phoneNumberMask: '+7*1111' }, true],
  ['another wallet', { type: 'digitalWallet', provider: 'webmoney', phoneNumberMask: '+7*1111' }, false],
  ['a listed crypto currency', { type: 'cryptoWallet', cryptoCurrency: 'Bitcoin' }, true],
  ['another crypto currency', { type: 'cryptoWallet', cryptoCurrency: 'Zcash' }, false],
  ['a phone without listed operators', { type: 'mobileCommerce', phoneNumberMask: '+7*1111' }, false],
])('acceptance of %s', (_, tool, accepted) => {
  expect(isAccepted(METHODS, tool)).toBe(accepted);
});

test('a phone is accepted for any listed operator', () => {
  const methods: PaymentMethod[] = [{ method: 'MobileCommerce', operators: ['mts'] }];
  expect(isAccepted(methods, { type: 'mobileCommerce', phoneNumberMask: '+7*1111' })).toBe(true);
});

test('a shop without terms accepts cards of four networks', () => {
  const taken = ['visa', 'mastercard', 'maestro', 'nspkmir', 'humo', 'amex'].filter((network) =>
    isAccepted(listPaymentMethods({}), card(network)),
  );
  expect(taken).toEqual(['visa', 'mastercard', 'maestro', 'nspkmir']);
});

test('only cards can be bound', () => {
  expect(listBindableMethods({ paymentMethods: METHODS })).toEqual(METHODS.slice(0, 1));
});

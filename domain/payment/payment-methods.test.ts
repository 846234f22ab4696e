import { listBindableMethods, isAccepted, listPaymentMethods, type PaymentMethod } from './payment-methods';
import type { PaymentToolDetails } from './payment-tool';

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
  ['a card of a network that is listed', card('visa'), true],
  ['a card of another network', card('humo'), false],
  ['a card of a network that nobody knows', card('unknown'), false],
  ['a card in a wallet that is listed', inWallet('applepay', 'visa'), true],
  ['a card in another wallet', inWallet('yandexpay', 'visa'), false],
  ['a card in a wallet, of another network', inWallet('applepay', 'amex'), false],
  ['a card whose wallet keeps its network to itself', inWallet('samsungpay', 'unknown'), true],
  ['a terminal that is listed', { type: 'paymentTerminal', provider: 'euroset' }, true],
  ['another terminal', { type: 'paymentTerminal', provider: 'qps' }, false],
  ['a wallet that is listed', { type: 'digitalWallet', provider: 'qiwi', phoneNumberMask: '+7*1111' }, true],
  ['another wallet', { type: 'digitalWallet', provider: 'webmoney', phoneNumberMask: '+7*1111' }, false],
  ['a crypto currency that is listed', { type: 'cryptoWallet', cryptoCurrency: 'Bitcoin' }, true],
  ['another crypto currency', { type: 'cryptoWallet', cryptoCurrency: 'Zcash' }, false],
  ['a phone where none is listed', { type: 'mobileCommerce', phoneNumberMask: '+7*1111' }, false],
])('%s', (_, tool, accepted) => {
  expect(isAccepted(METHODS, tool)).toBe(accepted);
});

test('a phone is taken wherever phones are: whose it is only the connector knows', () => {
  const methods: PaymentMethod[] = [{ method: 'MobileCommerce', operators: ['mts'] }];
  expect(isAccepted(methods, { type: 'mobileCommerce', phoneNumberMask: '+7*1111' })).toBe(true);
});

test('a shop whose terms name nothing takes the cards of four networks', () => {
  const taken = ['visa', 'mastercard', 'maestro', 'nspkmir', 'humo', 'amex'].filter((network) =>
    isAccepted(listPaymentMethods({}), card(network)),
  );
  expect(taken).toEqual(['visa', 'mastercard', 'maestro', 'nspkmir']);
});

test('of what a shop takes only cards can be bound', () => {
  expect(listBindableMethods({ paymentMethods: METHODS })).toEqual(METHODS.slice(0, 1));
});

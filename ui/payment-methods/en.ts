import type * as ru from './ru';

export const methods: typeof ru.methods = {
  bankCard: 'Card',
  paymentTerminal: 'Terminal',
  digitalWallet: 'Wallet',
  cryptoWallet: 'Cryptocurrency',
  mobileCommerce: 'Phone balance',
};

export const methodLists: typeof ru.methodLists = {
  providers: 'Providers, with commas',
  cryptoCurrencies: 'Cryptocurrencies, with commas',
  operators: 'Operators, with commas',
};

export const ways: typeof ru.ways = {
  terminalAdvice: 'You get a code to pay with in cash at a terminal or a shop.',
  bankAdvice: 'You get a QR code or go to your bank’s page.',
  walletAdvice: 'Confirm the payment in your wallet.',
  walletId: (brand) => `Your ${brand} wallet or phone number`,
  walletMissing: 'Enter the wallet number',
  cryptoAdvice: 'You get an address and the exact amount to transfer.',
  phone: 'Phone number',
  phoneWrong: 'Enter the whole number, for example +7 915 123-45-67',
  operators: 'Operators',
};

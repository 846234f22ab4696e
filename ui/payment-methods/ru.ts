import type { METHOD_LISTS, METHODS } from '../../domain/payments/payment/payment-tool';

/** Names of payment methods, by the kinds of their tools. */
export const methods = {
  bankCard: 'Карта',
  paymentTerminal: 'Терминал',
  digitalWallet: 'Кошелёк',
  cryptoWallet: 'Криптовалюта',
  mobileCommerce: 'Счёт телефона',
} satisfies Record<keyof typeof METHODS, string>;

/** What the methods of a shop list. */
export const methodLists = {
  providers: 'Провайдеры через запятую',
  cryptoCurrencies: 'Криптовалюты через запятую',
  operators: 'Операторы через запятую',
} satisfies Record<(typeof METHOD_LISTS)[keyof typeof METHOD_LISTS], string>;

/** What the payment page says and asks beside each way. */
export const ways = {
  terminalAdvice: 'Мы дадим код. С ним вы заплатите наличными в терминале или салоне.',
  bankAdvice: 'Мы покажем QR-код или откроем страницу банка.',
  walletAdvice: 'Подтвердите оплату в своём кошельке.',
  walletId: (brand: string) => `Номер кошелька или телефон в «${brand}»`,
  walletMissing: 'Укажите номер кошелька',
  cryptoAdvice: 'Мы покажем адрес и точную сумму перевода.',
  phone: 'Номер телефона',
  phoneWrong: 'Укажите номер целиком, например +7 915 123-45-67',
  operators: 'Операторы',
};

/** Данные платёжного инструмента, которые можно показать. */
export type PaymentToolDetails =
  | PaymentToolDetailsBankCard
  | PaymentToolDetailsPaymentTerminal
  | PaymentToolDetailsDigitalWallet
  | PaymentToolDetailsCryptoWallet
  | PaymentToolDetailsMobileCommerce;

/** Данные банковской карты. */
export interface PaymentToolDetailsBankCard {
  /** Вид инструмента: банковская карта. */
  detailsType: 'PaymentToolDetailsBankCard';
  /**
   * Первые цифры номера карты: от 6 до 8.
   *
   * @pattern ^\d{6,8}$
   */
  bin: string;
  /**
   * Последние цифры номера карты: от 2 до 4.
   *
   * @pattern ^\d{2,4}$
   */
  lastDigits: string;
  /**
   * Замаскированный номер карты.
   *
   * @pattern ^\d{6,8}\*+\d{2,4}$
   * @example "424242******4242"
   */
  cardNumberMask: string;
  /**
   * Платёжная система карты.
   *
   * @maxLength 100
   */
  paymentSystem: string;
  /**
   * Сервис, который токенизировал карту. Устарело: смотрите `tokenProviderName`.
   *
   * @deprecated
   */
  tokenProvider?: 'applepay' | 'googlepay' | 'samsungpay' | 'yandexpay' | 'unknown';
  /** Название сервиса, который токенизировал карту. */
  tokenProviderName?: string;
  /** Страна банка, который выпустил карту. */
  issuerCountry?: string;
  /** Банк, который выпустил карту. */
  bankName?: string;
}

/** Данные платежа через терминал. */
export interface PaymentToolDetailsPaymentTerminal {
  /** Вид инструмента: платёжный терминал. */
  detailsType: 'PaymentToolDetailsPaymentTerminal';
  /**
   * Терминальная сеть; для сетей не из списка — `unknown`. Устарело: смотрите `providerName`.
   *
   * @deprecated
   */
  provider: 'euroset' | 'wechat' | 'alipay' | 'qps' | 'uzcard' | 'unknown';
  /** Название терминальной сети. */
  providerName: string;
}

/** Данные цифрового кошелька. */
export type PaymentToolDetailsDigitalWallet = DigitalWalletDetailsQIWI | DigitalWalletDetailsProvider;

/** Данные кошелька QIWI. */
export interface DigitalWalletDetailsQIWI {
  /** Вид инструмента: цифровой кошелёк. */
  detailsType: 'PaymentToolDetailsDigitalWallet';
  /** Сервис кошельков: QIWI. */
  digitalWalletDetailsType: 'DigitalWalletDetailsQIWI';
  /**
   * Замаскированный телефон владельца кошелька.
   *
   * @pattern ^\+\d\*{1,10}\d{2,4}$
   */
  phoneNumberMask: string;
}

/** Данные кошелька другого сервиса. */
export interface DigitalWalletDetailsProvider {
  /** Вид инструмента: цифровой кошелёк. */
  detailsType: 'PaymentToolDetailsDigitalWallet';
  /** Сервис кошельков: любой, кроме QIWI. */
  digitalWalletDetailsType: 'DigitalWalletDetailsProvider';
  /** Название сервиса кошельков. */
  provider: string;
}

/** Данные платежа криптовалютой. */
export interface PaymentToolDetailsCryptoWallet {
  /** Вид инструмента: криптовалютный кошелёк. */
  detailsType: 'PaymentToolDetailsCryptoWallet';
  /**
   * Криптовалюта; для валют не из списка — `unknown`. Устарело: смотрите `cryptoCurrencyType`.
   *
   * @deprecated
   */
  cryptoCurrency: 'bitcoin' | 'litecoin' | 'bitcoinCash' | 'ripple' | 'ethereum' | 'zcash' | 'unknown';
  /** Название криптовалюты. */
  cryptoCurrencyType?: string;
}

/** Данные платежа со счёта мобильного телефона. */
export interface PaymentToolDetailsMobileCommerce {
  /** Вид инструмента: счёт мобильного телефона. */
  detailsType: 'PaymentToolDetailsMobileCommerce';
  /**
   * Замаскированный номер телефона.
   *
   * @pattern ^\+\d\*{1,10}\d{2,4}$
   */
  phoneNumber: string;
}

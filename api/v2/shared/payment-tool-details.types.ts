import type { PhoneNumberMask } from './primitives.types';

/**
 * Данные платёжного инструмента, которые можно показать. Определяются платформой.
 *
 * @extension {"x-read-only": true}
 */
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
   * Замаскированный номер карты.
   *
   * @pattern ^\d{0,6}\*+\d{0,4}$
   * @example "424242******4242"
   */
  cardNumberMask: string;
  /**
   * Первые шесть цифр номера карты.
   *
   * @pattern ^\d{6}$
   * @example "424242"
   */
  first6?: string;
  /**
   * Последние цифры номера карты.
   *
   * @pattern ^\d{0,4}$
   * @example "4242"
   */
  last4?: string;
  /** Платёжная система карты. */
  paymentSystem: BankCardPaymentSystem;
  /** Сервис, который токенизировал карту. Есть у токенизированных карт. */
  tokenProvider?: BankCardTokenProvider;
  /** Способ токенизации карты. */
  tokenizationMethod?: BankCardTokenizationMethod;
}

/**
 * Платёжная система банковской карты.
 *
 * @example "visa"
 */
export type BankCardPaymentSystem = string;

/**
 * Сервис токенизации банковских карт.
 *
 * @example "applepay"
 */
export type BankCardTokenProvider = string;

/** Способ токенизации карты: `dpan` — номер карты заменён номером устройства, `none` — номер карты не заменён. */
export type BankCardTokenizationMethod = 'dpan' | 'none';

/** Данные платежа через терминал. */
export interface PaymentToolDetailsPaymentTerminal {
  /** Вид инструмента: платёжный терминал. */
  detailsType: 'PaymentToolDetailsPaymentTerminal';
  /** Терминальная сеть. */
  provider: PaymentTerminalProvider;
}

/**
 * Терминальная сеть или банковский способ оплаты.
 *
 * @example "euroset"
 */
export type PaymentTerminalProvider = string;

/** Данные цифрового кошелька. */
export interface PaymentToolDetailsDigitalWallet {
  /** Вид инструмента: цифровой кошелёк. */
  detailsType: 'PaymentToolDetailsDigitalWallet';
  /** Сервис цифровых кошельков. */
  provider: DigitalWalletProvider;
}

/**
 * Сервис цифровых кошельков.
 *
 * @example "qiwi"
 */
export type DigitalWalletProvider = string;

/** Данные платежа криптовалютой. */
export interface PaymentToolDetailsCryptoWallet {
  /** Вид инструмента: криптовалютный кошелёк. */
  detailsType: 'PaymentToolDetailsCryptoWallet';
  /** Криптовалюта. */
  cryptoCurrency: CryptoCurrency;
}

/**
 * Криптовалюта.
 *
 * @example "bitcoin"
 */
export type CryptoCurrency = string;

/** Данные платежа со счёта мобильного телефона. */
export interface PaymentToolDetailsMobileCommerce {
  /** Вид инструмента: счёт мобильного телефона. */
  detailsType: 'PaymentToolDetailsMobileCommerce';
  /** Замаскированный номер телефона. */
  phoneNumber: PhoneNumberMask;
}

/**
 * Мобильный оператор.
 *
 * @example "mts"
 */
export type MobileOperator = string;

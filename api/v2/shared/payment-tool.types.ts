import type { Metadata, PhoneNumberMask, RealmMode } from './primitives.types';
import type { TokenizedCardData } from './tokenized-card.types';

/** Платёжный инструмент: то, чем плательщик платит. */
export type PaymentTool =
  CardData | PaymentTerminalData | DigitalWalletData | TokenizedCardData | CryptoWalletData | MobileCommerceData;

/** Банковская карта. */
export interface CardData {
  /** Вид инструмента: банковская карта. */
  paymentToolType: 'CardData';
  /**
   * Номер карты без пробелов: от 12 до 19 цифр.
   *
   * @pattern ^\d{12,19}$
   * @example "4242424242424242"
   */
  cardNumber: string;
  /**
   * Срок действия карты: месяц и год через косую черту, год — две или четыре цифры.
   *
   * @pattern ^\d{2}\/(\d{2}|\d{4})$
   * @example "12/29"
   */
  expDate: string;
  /**
   * Код проверки карты (CVV, CVC). Нигде не сохраняется.
   *
   * @pattern ^\d{3,4}$
   * @example "123"
   */
  cvv?: string;
  /**
   * Имя держателя карты, как оно указано на карте: буквы любого алфавита, пробелы и знаки препинания, без цифр.
   *
   * @minLength 1
   * @maxLength 100
   * @pattern ^[^0-9]+$
   * @example "IVAN IVANOV"
   */
  cardHolder?: string;
}

/** Платёжный терминал или банковский способ оплаты. */
export interface PaymentTerminalData {
  /** Вид инструмента: платёжный терминал. */
  paymentToolType: 'PaymentTerminalData';
  /** Терминальная сеть. */
  provider: PaymentTerminalProvider;
  /** Дополнительные данные для терминальной сети. */
  metadata?: Metadata;
}

/** Цифровой кошелёк. */
export interface DigitalWalletData {
  /** Вид инструмента: цифровой кошелёк. */
  paymentToolType: 'DigitalWalletData';
  /** Идентификатор кошелька у его сервиса. */
  id: string;
  /** Сервис цифровых кошельков. */
  provider: DigitalWalletProvider;
  /** Токен доступа к кошельку, если сервис его требует. */
  token?: string;
}

/** Криптовалютный кошелёк. */
export interface CryptoWalletData {
  /** Вид инструмента: криптовалютный кошелёк. */
  paymentToolType: 'CryptoWalletData';
  /** Криптовалюта, которой платит плательщик. */
  cryptoCurrency: CryptoCurrency;
}

/** Счёт мобильного телефона. */
export interface MobileCommerceData {
  /** Вид инструмента: счёт мобильного телефона. */
  paymentToolType: 'MobileCommerceData';
  /** Номер телефона, со счёта которого идёт оплата. */
  mobilePhone: MobileCommercePhone;
}

/** Номер мобильного телефона. */
export interface MobileCommercePhone {
  /**
   * Код страны: от 1 до 3 цифр.
   *
   * @pattern ^\d{1,3}$
   * @example "7"
   */
  cc: string;
  /**
   * Номер в стране: от 10 до 12 цифр.
   *
   * @pattern ^\d{10,12}$
   * @example "9151111111"
   */
  ctn: string;
}

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

/** Доступный способ оплаты. */
export type PaymentMethod = BankCard | PaymentTerminal | DigitalWallet | CryptoWallet | MobileCommerce;

/** Оплата банковской картой. */
export interface BankCard {
  /** Способ оплаты: банковская карта. */
  method: 'BankCard';
  /** Платёжные системы, карты которых принимаются. */
  paymentSystems: BankCardPaymentSystem[];
  /** Сервисы токенизации, карты из которых принимаются. */
  tokenProviders?: BankCardTokenProvider[];
  /** Данные для обращения к сервисам токенизации. */
  tokenProviderData?: BankCardTokenProviderData;
}

/** Данные для обращения к сервисам токенизации карт. */
export interface BankCardTokenProviderData {
  /** Идентификатор продавца для сервиса токенизации. */
  merchantID: string;
  /** Название продавца, которое увидит плательщик. */
  merchantName?: string;
  /** Идентификатор заказа для сервиса токенизации. */
  orderID?: string;
  /** Режим работы с сервисом токенизации. */
  realm: RealmMode;
}

/** Оплата через терминал или банковский сервис. */
export interface PaymentTerminal {
  /** Способ оплаты: платёжный терминал. */
  method: 'PaymentTerminal';
  /** Доступные терминальные сети. */
  providers: PaymentTerminalProvider[];
}

/** Оплата цифровым кошельком. */
export interface DigitalWallet {
  /** Способ оплаты: цифровой кошелёк. */
  method: 'DigitalWallet';
  /** Доступные сервисы цифровых кошельков. */
  providers: DigitalWalletProvider[];
}

/** Оплата криптовалютой. */
export interface CryptoWallet {
  /** Способ оплаты: криптовалютный кошелёк. */
  method: 'CryptoWallet';
  /** Принимаемые криптовалюты. */
  cryptoCurrencies: CryptoCurrency[];
}

/** Оплата со счёта мобильного телефона. */
export interface MobileCommerce {
  /** Способ оплаты: счёт мобильного телефона. */
  method: 'MobileCommerce';
  /** Операторы, со счетов которых принимается оплата. */
  operators: MobileOperator[];
}

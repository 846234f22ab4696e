import type { CryptoCurrency, DigitalWalletProvider, PaymentTerminalProvider } from './payment-tool-details.types';
import type { Metadata } from './primitives.types';

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

/** Карта, токенизированная сервисом: Apple Pay, Google Pay, Samsung Pay или Yandex Pay. */
export type TokenizedCardData = ApplePay | GooglePay | SamsungPay | YandexPay;

/** Карта из Apple Pay. */
export interface ApplePay {
  /** Вид инструмента: токенизированная карта. */
  paymentToolType: 'TokenizedCardData';
  /** Сервис токенизации: Apple Pay. */
  provider: 'ApplePay';
  /** Идентификатор продавца в Apple Pay. */
  merchantID: string;
  /** Платёжный токен в том виде, в каком его отдал Apple Pay. */
  paymentToken: PaymentTokenObject;
}

/** Карта из Google Pay. */
export interface GooglePay {
  /** Вид инструмента: токенизированная карта. */
  paymentToolType: 'TokenizedCardData';
  /** Сервис токенизации: Google Pay. */
  provider: 'GooglePay';
  /** Идентификатор продавца в платёжном шлюзе. */
  gatewayMerchantID: string;
  /** Платёжный токен в том виде, в каком его отдал Google Pay. */
  paymentToken: PaymentTokenObject;
}

/** Карта из Samsung Pay. */
export interface SamsungPay {
  /** Вид инструмента: токенизированная карта. */
  paymentToolType: 'TokenizedCardData';
  /** Сервис токенизации: Samsung Pay. */
  provider: 'SamsungPay';
  /** Идентификатор сервиса продавца в Samsung Pay. */
  serviceID: string;
  /** Идентификатор операции в Samsung Pay. */
  referenceID: string;
}

/** Карта из Yandex Pay. */
export interface YandexPay {
  /** Вид инструмента: токенизированная карта. */
  paymentToolType: 'TokenizedCardData';
  /** Сервис токенизации: Yandex Pay. */
  provider: 'YandexPay';
  /** Идентификатор продавца в платёжном шлюзе. */
  gatewayMerchantID: string;
  /** Платёжный токен в том виде, в каком его отдал Yandex Pay. */
  paymentToken: PaymentTokenObject;
}

/** Платёжный токен: объект JSON, который отдал сервис токенизации. */
export interface PaymentTokenObject {
  [key: string]: unknown;
}

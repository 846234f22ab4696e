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

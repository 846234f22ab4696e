import type { EventTimestamp } from './primitives';

/** Действие, которого платёж ждёт от плательщика. */
export type UserInteractionDetails =
  | BrowserHTTPRequest
  | PaymentTerminalReceipt
  | CryptoCurrencyTransferRequest
  | QrCodeDisplayRequest
  | ApiExtensionRequest;

/** Перенаправить плательщика на страницу банка или платёжного сервиса. */
export interface BrowserHTTPRequest {
  /** Вид действия: запрос браузера. */
  userInteractionType: 'BrowserHTTPRequest';
  /** Запрос, который должен выполнить браузер. */
  browserHTTPInfo: BrowserHTTPInfo;
}

/** Запрос, который должен выполнить браузер. */
export interface BrowserHTTPInfo {
  /** Вид запроса: `get` — переход по адресу, `post` — отправка формы. */
  requestType: 'get' | 'post';
  /**
   * Адрес запроса.
   *
   * @maxLength 1000
   */
  url: string;
  /** Поля формы по именам. Есть у запроса `post`. */
  form?: BrowserForm;
}

/** Поля формы по именам. */
export interface BrowserForm {
  [name: string]: BrowserFormValue;
}

/**
 * Значение поля формы: шаблон по RFC 6570. На место переменной `termination_uri` подставьте адрес, на который вернётся
 * плательщик.
 *
 * @maxLength 1000
 */
export type BrowserFormValue = string;

/** Показать плательщику номер, по которому он внесёт деньги в терминале. */
export interface PaymentTerminalReceipt {
  /** Вид действия: оплата через терминал. */
  userInteractionType: 'PaymentTerminalReceipt';
  /** Данные для оплаты через терминал. */
  paymentTerminalReceiptInfo: PaymentTerminalReceiptInfo;
}

/** Данные для оплаты через терминал. */
export interface PaymentTerminalReceiptInfo {
  /** Короткий номер платежа, который плательщик вводит в терминале. */
  shortPaymentId: string;
  /** Время, до которого нужно внести деньги. */
  due: EventTimestamp;
}

/** Попросить плательщика перевести криптовалюту. */
export interface CryptoCurrencyTransferRequest {
  /** Вид действия: перевод криптовалюты. */
  userInteractionType: 'CryptoCurrencyTransferRequest';
  /** Данные перевода. */
  cryptoCurrencyTransferInfo: CryptoCurrencyTransferInfo;
}

/** Данные перевода криптовалюты. */
export interface CryptoCurrencyTransferInfo {
  /** Адрес кошелька, на который нужно перевести криптовалюту. */
  cryptoAddress: string;
  /** Сумма перевода. */
  cryptoAmount: Rational;
  /** Название криптовалюты. */
  cryptoCurrency: string;
}

/** Рациональное число: `divider / denominator`. */
export interface Rational {
  /**
   * Числитель.
   *
   * @isLong
   * @minimum 1
   * @maximum 9007199254740991
   */
  divider: number;
  /**
   * Знаменатель.
   *
   * @isLong
   * @minimum 1
   * @maximum 9007199254740991
   */
  denominator: number;
}

/** Показать плательщику QR-код. */
export interface QrCodeDisplayRequest {
  /** Вид действия: показ QR-кода. */
  userInteractionType: 'QrCodeDisplayRequest';
  /** Данные QR-кода. */
  qrCodeDisplayInfo: QrCodeDisplayInfo;
}

/** Данные QR-кода. */
export interface QrCodeDisplayInfo {
  /** Содержимое QR-кода. */
  qrCode: string;
}

/** Выполнить дополнительный запрос к API способа оплаты. */
export interface ApiExtensionRequest {
  /** Вид действия: дополнительный запрос. */
  userInteractionType: 'ApiExtensionRequest';
  /** Данные запроса. */
  apiExtensionInfo: ApiExtensionInfo;
}

/** Данные дополнительного запроса. */
export interface ApiExtensionInfo {
  /** Разновидность запроса, определённая способом оплаты. */
  apiType: string;
}

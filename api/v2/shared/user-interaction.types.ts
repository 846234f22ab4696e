import type { Timestamp } from './primitives.types';

/** Действие, которого платёж или привязка ждёт от плательщика. */
export type UserInteraction =
  Redirect | QrCodeDisplayRequest | CryptoCurrencyTransferRequest | PaymentTerminalReceipt | ApiExtensionRequest;

/** Перенаправить плательщика на страницу банка или платёжного сервиса. */
export interface Redirect {
  /** Вид действия: перенаправление. */
  interactionType: 'Redirect';
  /** Запрос, который должен выполнить браузер плательщика. */
  request: BrowserRequest;
}

/** Запрос, который должен выполнить браузер плательщика. */
export type BrowserRequest = BrowserGetRequest | BrowserPostRequest;

/** Переход по адресу (запрос GET). */
export interface BrowserGetRequest {
  /** Вид запроса: переход по адресу. */
  requestType: 'BrowserGetRequest';
  /** Шаблон адреса. */
  uriTemplate: UriTemplate;
}

/** Отправка формы (запрос POST). */
export interface BrowserPostRequest {
  /** Вид запроса: отправка формы. */
  requestType: 'BrowserPostRequest';
  /** Шаблон адреса, на который отправляется форма. */
  uriTemplate: UriTemplate;
  /** Поля формы. */
  form: UserInteractionForm;
}

/**
 * Шаблон адреса по [RFC 6570](https://www.rfc-editor.org/rfc/rfc6570). Подставьте в переменную `termination_uri` адрес, на
 * который плательщик вернётся после взаимодействия. Если при создании платежа передан `sessionInfo.redirectUrl`, плательщик
 * вернётся на него.
 *
 * @example "https://acs.example/challenge/1?termination_uri={termination_uri}"
 */
export type UriTemplate = string;

/** Поля формы, которую отправляет браузер. */
export type UserInteractionForm = UserInteractionFormField[];

/** Поле формы. */
export interface UserInteractionFormField {
  /** Имя поля. */
  key: string;
  /** Шаблон значения по RFC 6570 с теми же переменными, что и в адресе. */
  template: string;
}

/** Показать плательщику QR-код. */
export interface QrCodeDisplayRequest {
  /** Вид действия: показ QR-кода. */
  interactionType: 'QrCodeDisplayRequest';
  /** Содержимое QR-кода. */
  qrCode: string;
}

/** Попросить плательщика перевести криптовалюту. */
export interface CryptoCurrencyTransferRequest {
  /** Вид действия: перевод криптовалюты. */
  interactionType: 'CryptoCurrencyTransferRequest';
  /** Адрес кошелька, на который нужно перевести криптовалюту. */
  cryptoAddress: string;
  /**
   * Обозначение криптовалюты.
   *
   * @example "BTC"
   */
  symbolicCode: string;
  /**
   * Сумма перевода: десятичная дробь с точкой.
   *
   * @pattern ^[0-9]+[.][0-9]+$
   * @example "0.00250000"
   */
  cryptoAmount: string;
}

/** Показать плательщику номер, по которому он внесёт деньги в терминале. */
export interface PaymentTerminalReceipt {
  /** Вид действия: оплата через терминал. */
  interactionType: 'PaymentTerminalReceipt';
  /** Короткий номер платежа, который плательщик вводит в терминале. */
  shortPaymentID: string;
  /** Время, до которого нужно внести деньги. */
  dueDate: Timestamp;
}

/** Выполнить дополнительный запрос к API способа оплаты. */
export interface ApiExtensionRequest {
  /** Вид действия: дополнительный запрос. */
  interactionType: 'ApiExtensionRequest';
  /** Разновидность запроса, определённая способом оплаты. */
  apiType: string;
}

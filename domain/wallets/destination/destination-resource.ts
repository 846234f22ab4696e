import type { BankTransferNGN } from './destination-resource-africa';
import type { BankTransferARG, BankTransferPIX } from './destination-resource-america';
import type {
  BankTransferIND,
  BankTransferJPY,
  BankTransferKRW,
  BankTransferPHP,
  BankTransferPKR,
} from './destination-resource-asia';
import type { BankTransferSEPA, BankTransferTRY, BankTransferUK } from './destination-resource-europe';
import type { BankTransferRUB, FastPaymentSystemTransfer, MobileTransferKZ } from './destination-resource-eurasia';
import type { BankTransferSWIFT } from './destination-resource-swift';

/** Банковская карта, заданная токеном. */
export interface BankCardDestinationResource {
  /** Вид платёжного средства. */
  type: 'BankCardDestinationResource';
  /**
   * Токен карты, полученный операцией `storeBankCard`, или `resourceToken` токенизированной для платежа карты. Сам номер карты
   * здесь не передаётся.
   *
   * @minLength 1
   * @maxLength 1000
   */
  token: string;
  /**
   * Первые цифры номера карты (БИН). Заполняет платформа.
   *
   * @pattern ^\d{6,8}$
   * @extension {"x-read-only": true}
   * @example "424242"
   */
  bin?: string;
  /**
   * Последние цифры номера карты. Заполняет платформа.
   *
   * @pattern ^\d{2,4}$
   * @extension {"x-read-only": true}
   * @example "4242"
   */
  lastDigits?: string;
  /**
   * Платёжная система карты. Заполняет платформа.
   *
   * @maxLength 100
   * @extension {"x-read-only": true}
   * @example "visa"
   */
  paymentSystem?: string;
}

/** Криптовалюта. */
export type CryptoCurrency = 'Bitcoin' | 'Litecoin' | 'BitcoinCash' | 'Ripple' | 'Ethereum' | 'Zcash';

/** Кошелёк криптовалюты. */
export interface CryptoWalletDestinationResource {
  /** Вид платёжного средства. */
  type: 'CryptoWalletDestinationResource';
  /**
   * Адрес кошелька в сети криптовалюты.
   *
   * @minLength 16
   * @maxLength 256
   * @example "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"
   */
  id: string;
  /** Криптовалюта кошелька. */
  currency: CryptoCurrency;
}

/** Электронный кошелёк. */
export interface DigitalWalletDestinationResource {
  /** Вид платёжного средства. */
  type: 'DigitalWalletDestinationResource';
  /**
   * Идентификатор кошелька у его провайдера: номер счёта, телефон или адрес почты.
   *
   * @minLength 1
   * @maxLength 100
   */
  id: string;
  /**
   * Имя владельца кошелька.
   *
   * @minLength 1
   * @maxLength 1000
   */
  accountName?: string;
  /**
   * Номер документа владельца кошелька, если его требует провайдер кошелька.
   *
   * @minLength 1
   * @maxLength 100
   */
  accountIdentityNumber?: string;
  /**
   * Провайдер электронного кошелька.
   *
   * @minLength 1
   * @maxLength 100
   */
  provider: string;
  /**
   * Токен доступа к кошельку, если его выдал провайдер кошелька.
   *
   * @minLength 1
   * @maxLength 4000
   */
  token?: string;
}

/**
 * Платёжное средство получателя. Вид средства задаёт поле `type`. Для переводов, поля которых публичный контракт не
 * перечисляет, взяты идентификаторы самих платёжных схем; источник и правило указаны в описании полей.
 */
export type DestinationResource =
  | BankCardDestinationResource
  | CryptoWalletDestinationResource
  | DigitalWalletDestinationResource
  | BankTransferJPY
  | BankTransferIND
  | BankTransferARG
  | BankTransferSEPA
  | BankTransferPIX
  | BankTransferTRY
  | BankTransferPHP
  | BankTransferKRW
  | BankTransferPKR
  | BankTransferNGN
  | BankTransferUK
  | BankTransferSWIFT
  | BankTransferRUB
  | MobileTransferKZ
  | FastPaymentSystemTransfer;

export type DestinationResourceType = DestinationResource['type'];

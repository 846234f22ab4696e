/** Куда поступят деньги: ресурс получателя средств. */
export type DestinationResource =
  BankCard | CryptoWallet | DigitalWallet | BankTransferJPY | BankTransferIND | GenericResource;

/** Банковская карта. */
export interface BankCard {
  /** Вид ресурса: банковская карта. */
  type: 'BankCard';
  /**
   * Замаскированный номер карты.
   *
   * @pattern ^\d{6,8}\*+\d{2,4}$
   * @example "424242******4242"
   */
  cardNumberMask: string;
  /**
   * Первые цифры номера карты: от 6 до 8.
   *
   * @pattern ^\d{6,8}$
   */
  bin?: string;
  /**
   * Последние цифры номера карты: от 2 до 4.
   *
   * @pattern ^\d{2,4}$
   */
  lastDigits?: string;
  /** Платёжная система карты. */
  paymentSystem: string;
  /** Сервис, который токенизировал карту. */
  tokenProvider?: 'applepay' | 'googlepay' | 'samsungpay';
}

/** Криптовалютный кошелёк. */
export interface CryptoWallet {
  /** Вид ресурса: криптовалютный кошелёк. */
  type: 'CryptoWallet';
  /**
   * Адрес кошелька.
   *
   * @minLength 16
   * @maxLength 256
   */
  cryptoWalletId: string;
  /** Криптовалюта. */
  currency: 'Bitcoin' | 'Litecoin' | 'BitcoinCash' | 'Ripple' | 'Ethereum' | 'Zcash';
}

/** Цифровой кошелёк. */
export interface DigitalWallet {
  /** Вид ресурса: цифровой кошелёк. */
  type: 'DigitalWallet';
  /**
   * Идентификатор кошелька у его сервиса.
   *
   * @minLength 16
   * @maxLength 256
   */
  digitalWalletId: string;
  /** Сервис цифровых кошельков. */
  digitalWalletProvider: string;
}

/** Счёт в японском банке. */
export interface BankTransferJPY {
  /** Вид ресурса: счёт в японском банке. */
  type: 'BankTransferJPY';
  /**
   * Имя владельца счёта.
   *
   * @minLength 1
   * @maxLength 1000
   */
  accountName: string;
  /**
   * Номер счёта: 7 или 8 цифр.
   *
   * @pattern ^\d{7,8}$
   */
  accountNumber: string;
  /** Вид счёта: `current` — текущий, `savings` — сберегательный, `checking` — расчётный. */
  accountType?: 'current' | 'savings' | 'checking';
  /** Банк. */
  bank: BankJPY;
}

/** Японский банк. */
export interface BankJPY {
  /**
   * Название банка.
   *
   * @minLength 1
   * @maxLength 100
   */
  name: string;
  /**
   * Код банка: 4 цифры.
   *
   * @pattern ^\d{4}$
   */
  code?: string;
  /**
   * Название отделения.
   *
   * @minLength 1
   * @maxLength 100
   */
  branchName?: string;
  /**
   * Код отделения: 3 цифры.
   *
   * @pattern ^\d{3}$
   */
  branchCode?: string;
}

/** Счёт в индийском банке. */
export interface BankTransferIND {
  /** Вид ресурса: счёт в индийском банке. */
  type: 'BankTransferIND';
  /**
   * Имя владельца счёта.
   *
   * @minLength 1
   * @maxLength 1000
   */
  accountName: string;
  /**
   * Номер счёта.
   *
   * @minLength 1
   * @maxLength 35
   */
  accountNumber: string;
  /** Система перевода. */
  transferType?: 'NEFT' | 'RTGS' | 'IMPS';
  /** Банк. */
  bank: BankIND;
}

/** Индийский банк. */
export interface BankIND {
  /**
   * Название банка.
   *
   * @minLength 1
   * @maxLength 100
   */
  name?: string;
  /**
   * Код отделения в системе IFSC: четыре заглавные буквы, ноль, шесть букв или цифр.
   *
   * @pattern ^[A-Z]{4}0[A-Z0-9]{6}$
   * @example "SBIN0001234"
   */
  branchCode: string;
}

/** Ресурс другого вида. Его данные можно получить запросом получателя средств. */
export interface GenericResource {
  /** Вид ресурса: любой другой. */
  type: 'Generic';
  /** Вид ресурса, как он назван в API кошельков. */
  resourceType: string;
}

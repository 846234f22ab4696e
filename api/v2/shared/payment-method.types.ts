import type {
  BankCardPaymentSystem,
  BankCardTokenProvider,
  CryptoCurrency,
  DigitalWalletProvider,
  MobileOperator,
  PaymentTerminalProvider,
} from './payment-tool-details.types';
import type { RealmMode } from './primitives.types';

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

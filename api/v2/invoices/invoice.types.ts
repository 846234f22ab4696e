import type { Allocation } from '../shared/allocation.types';
import type { InvoiceCart } from '../shared/cart.types';
import type { InvoiceAmountRandomized, InvoiceRandomizeAmount } from './randomize-amount.types';
import type {
  AccessToken,
  Amount,
  CurrencyCode,
  ExternalID,
  Metadata,
  PartyID,
  ShopID,
  Timestamp,
} from '../shared/primitives.types';

/**
 * Статус инвойса: `unpaid` — ждёт оплаты; `cancelled` — отозван или просрочен; `paid` — оплачен; `fulfilled` —
 * обязательства исполнены обеими сторонами.
 */
export type InvoiceStatus = 'unpaid' | 'cancelled' | 'paid' | 'fulfilled';

/** Параметры нового инвойса. */
export interface InvoiceParams {
  /** Магазин, от имени которого выставлен инвойс. */
  shopID: ShopID;
  /** Участник, которому принадлежит магазин. Если не указан, берётся участник ключа API. */
  partyID?: PartyID;
  /** Идентификатор инвойса в вашей системе. Делает создание идемпотентным. */
  externalID?: ExternalID;
  /**
   * Срок оплаты. Инвойс, не оплаченный до этого времени, отменяется с причиной `overdue`.
   *
   * @example "2030-12-31T21:00:00Z"
   */
  dueDate: Timestamp;
  /**
   * Сумма к оплате в минимальных единицах валюты. Если передана корзина, сумму можно не указывать: она рассчитывается по корзине.
   * Когда указаны обе, они должны совпадать.
   */
  amount?: Amount;
  /** Условия случайного изменения суммы к оплате. */
  randomizeAmount?: InvoiceRandomizeAmount;
  /** Валюта инвойса. Она должна совпадать с валютой магазина. */
  currency: CurrencyCode;
  /**
   * Название товара или услуги. Плательщик видит его при оплате.
   *
   * @maxLength 100
   * @example "Заказ № 1042"
   */
  product: string;
  /**
   * Описание товара или услуги.
   *
   * @maxLength 1000
   */
  description?: string;
  /** Корзина: товары и услуги, за которые выставлен инвойс. */
  cart?: InvoiceCart;
  /** Распределение оплаты между магазинами. */
  allocation?: Allocation;
  /**
   * Банковский счёт, который вы связываете с инвойсом. Платформа хранит его и возвращает без изменений; на то, куда поступят
   * деньги, он не влияет.
   */
  bankAccount?: InvoiceBankAccount;
  /** Ваши данные о заказе. */
  metadata: Metadata;
  /** Сведения о плательщике, известные продавцу. */
  clientInfo?: InvoiceClientInfo;
}

/** Инвойс: требование об оплате, выставленное магазином. */
export interface Invoice {
  /** Идентификатор инвойса. */
  id: string;
  /** Магазин, от имени которого выставлен инвойс. */
  shopID: string;
  /** Идентификатор инвойса в вашей системе. */
  externalID?: ExternalID;
  /** Время создания. */
  createdAt: Timestamp;
  /** Срок оплаты. */
  dueDate: Timestamp;
  /** Сумма к оплате в минимальных единицах валюты. */
  amount: Amount;
  /** Валюта инвойса. */
  currency: CurrencyCode;
  /**
   * Название товара или услуги.
   *
   * @maxLength 100
   */
  product: string;
  /**
   * Описание товара или услуги.
   *
   * @maxLength 1000
   */
  description?: string;
  /** Шаблон, по которому создан инвойс. Есть только у инвойсов, созданных по шаблону. */
  invoiceTemplateID?: string;
  /** Корзина: товары и услуги, за которые выставлен инвойс. */
  cart?: InvoiceCart;
  /** Распределение оплаты между магазинами. */
  allocation?: Allocation;
  /**
   * Банковский счёт, который вы связываете с инвойсом. Платформа хранит его и возвращает без изменений; на то, куда поступят
   * деньги, он не влияет.
   */
  bankAccount?: InvoiceBankAccount;
  /** Ваши данные о заказе. */
  metadata: Metadata;
  /** Сведения о плательщике, известные продавцу. */
  clientInfo?: InvoiceClientInfo;
  /** Сумма до и после случайного изменения. Есть, если изменение было запрошено. */
  amountRandomized?: InvoiceAmountRandomized;
  /** Статус инвойса. */
  status: InvoiceStatus;
  /**
   * Причина отмены или исполнения инвойса.
   *
   * @maxLength 1000
   */
  reason?: string;
}

/** Созданный инвойс и токен доступа к нему. */
export interface InvoiceAndToken {
  /** Инвойс. */
  invoice: Invoice;
  /**
   * Токен доступа к инвойсу. Действует три дня; с ним можно токенизировать платёжный инструмент, оплатить этот инвойс и
   * узнать его статус.
   */
  invoiceAccessToken: AccessToken;
}

/** Банковский счёт, который вы связываете с инвойсом. На то, куда поступят деньги, он не влияет. */
export type InvoiceBankAccount = InvoiceRussianBankAccount;

/** Счёт в российском банке. */
export interface InvoiceRussianBankAccount {
  /** Вид счёта: счёт в российском банке. */
  accountType: 'InvoiceRussianBankAccount';
  /**
   * Номер счёта: 20 цифр.
   *
   * @pattern ^\d{20}$
   */
  account: string;
  /**
   * БИК банка: 9 цифр.
   *
   * @pattern ^\d{9}$
   */
  bankBik: string;
}

/** Сведения о плательщике, известные продавцу. */
export interface InvoiceClientInfo {
  /** Насколько продавец доверяет плательщику: `wellKnown` — плательщик давно известен, `unknown` — неизвестен. */
  trustLevel: 'wellKnown' | 'unknown';
}

/** Ссылка на страницу оплаты инвойса. */
export interface InvoiceLink {
  /**
   * Адрес страницы.
   *
   * @format uri
   */
  url: string;
  /** До какого времени действует. */
  validUntil: Timestamp;
}

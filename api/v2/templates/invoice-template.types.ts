import type { InvoiceCart, InvoiceLineTaxMode } from '../shared/cart.types';
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
import type { InvoiceRandomizeAmount } from '../invoices/randomize-amount.types';

/** Параметры нового шаблона инвойсов. */
export interface InvoiceTemplateCreateParams {
  /** Магазин, от имени которого будут выставлены инвойсы. */
  shopID: ShopID;
  /** Идентификатор шаблона в вашей системе. Делает создание идемпотентным. */
  externalID?: ExternalID;
  /** Участник, которому принадлежит магазин. Если не указан, берётся участник ключа API. */
  partyID?: PartyID;
  /**
   * Название шаблона.
   *
   * @maxLength 100
   */
  name?: string;
  /**
   * Описание товара или услуги для инвойсов по этому шаблону.
   *
   * @maxLength 1000
   */
  description?: string;
  /** Срок оплаты инвойса, считая от его создания. */
  lifetime: LifetimeInterval;
  /** Товары и цены. */
  details: InvoiceTemplateDetails;
  /** Ваши данные, которые получит каждый инвойс, если при его создании не переданы другие. */
  metadata?: Metadata;
  /** Условия случайного изменения суммы инвойса. */
  randomizeAmount?: InvoiceRandomizeAmount;
}

/** Изменения шаблона инвойсов. Что не указано, остаётся прежним. */
export interface InvoiceTemplateUpdateParams {
  /**
   * Новое название шаблона.
   *
   * @maxLength 100
   */
  name?: string;
  /**
   * Новое описание товара или услуги.
   *
   * @maxLength 1000
   */
  description?: string;
  /** Новый срок оплаты инвойса. */
  lifetime?: LifetimeInterval;
  /** Новые товары и цены. */
  details?: InvoiceTemplateDetails;
  /** Новые данные. */
  metadata?: Metadata;
  /** Новые условия случайного изменения суммы. */
  randomizeAmount?: InvoiceRandomizeAmount;
}

/** Шаблон инвойсов. */
export interface InvoiceTemplate {
  /** Идентификатор шаблона. */
  id: string;
  /** Идентификатор шаблона в вашей системе. */
  externalID?: ExternalID;
  /** Магазин, от имени которого выставляются инвойсы. */
  shopID: ShopID;
  /**
   * Название шаблона.
   *
   * @maxLength 100
   */
  name?: string;
  /**
   * Описание товара или услуги для инвойсов по этому шаблону.
   *
   * @maxLength 1000
   */
  description?: string;
  /** Время создания. */
  createdAt?: Timestamp;
  /** Срок оплаты инвойса, считая от его создания. */
  lifetime: LifetimeInterval;
  /** Товары и цены. */
  details: InvoiceTemplateDetails;
  /** Валюта инвойсов по этому шаблону: валюта его цен, а если цена любая — валюта магазина. */
  currency: CurrencyCode;
  /** Ваши данные, которые получает каждый инвойс. */
  metadata?: Metadata;
  /** Условия случайного изменения суммы инвойса. */
  randomizeAmount?: InvoiceRandomizeAmount;
}

/** Созданный шаблон и токен доступа к нему. */
export interface InvoiceTemplateAndToken {
  /** Шаблон инвойсов. */
  invoiceTemplate: InvoiceTemplate;
  /** Токен доступа к шаблону. Срок его действия не ограничен; с ним можно прочитать шаблон и создать по нему инвойс. */
  invoiceTemplateAccessToken: AccessToken;
}

/** Промежуток времени: больше нуля и не больше ста лет. */
export interface LifetimeInterval {
  /**
   * Число дней, не больше 36500.
   *
   * @isInt
   * @minimum 0
   * @maximum 36500
   * @example 30
   */
  days: number;
  /**
   * Число месяцев, не больше 1200.
   *
   * @isInt
   * @minimum 0
   * @maximum 1200
   * @example 0
   */
  months: number;
  /**
   * Число лет, не больше 100.
   *
   * @isInt
   * @minimum 0
   * @maximum 100
   * @example 0
   */
  years: number;
}

/** Товары и цены шаблона: один товар или корзина. */
export type InvoiceTemplateDetails = InvoiceTemplateSingleLine | InvoiceTemplateMultiLine;

/** Один товар или услуга. */
export interface InvoiceTemplateSingleLine {
  /** Вид шаблона: один товар. */
  templateType: 'InvoiceTemplateSingleLine';
  /**
   * Название товара или услуги.
   *
   * @maxLength 100
   */
  product: string;
  /** Цена товара или услуги. */
  price: InvoiceTemplateLineCost;
  /** Способ налогообложения. */
  taxMode?: InvoiceLineTaxMode;
}

/** Корзина с ценами. */
export interface InvoiceTemplateMultiLine {
  /** Вид шаблона: корзина. */
  templateType: 'InvoiceTemplateMultiLine';
  /** Товары и услуги. */
  cart: InvoiceCart;
  /** Валюта цен. */
  currency: CurrencyCode;
}

/** Цена товара в шаблоне: точная, из промежутка или любая. */
export type InvoiceTemplateLineCost =
  InvoiceTemplateLineCostFixed | InvoiceTemplateLineCostRange | InvoiceTemplateLineCostUnlim;

/** Точная цена. Сумму при создании инвойса можно не указывать. */
export interface InvoiceTemplateLineCostFixed {
  /** Вид цены: точная. */
  costType: 'InvoiceTemplateLineCostFixed';
  /** Валюта цены. */
  currency: CurrencyCode;
  /** Цена в минимальных единицах валюты. */
  amount: Amount;
}

/** Цена из промежутка. Сумму указывают при создании инвойса. */
export interface InvoiceTemplateLineCostRange {
  /** Вид цены: из промежутка. */
  costType: 'InvoiceTemplateLineCostRange';
  /** Валюта цены. */
  currency: CurrencyCode;
  /** Границы цены. */
  range: CostAmountRange;
}

/** Любая цена. Сумму и валюту указывают при создании инвойса; валюта магазина указана в шаблоне. */
export interface InvoiceTemplateLineCostUnlim {
  /** Вид цены: любая. */
  costType: 'InvoiceTemplateLineCostUnlim';
}

/** Границы цены, обе включены в промежуток. */
export interface CostAmountRange {
  /** Верхняя граница в минимальных единицах валюты. */
  upperBound: Amount;
  /** Нижняя граница в минимальных единицах валюты. */
  lowerBound: Amount;
}

/** Параметры инвойса, который создаётся по шаблону. */
export interface InvoiceParamsWithTemplate {
  /** Идентификатор инвойса в вашей системе. Делает создание идемпотентным. */
  externalID?: ExternalID;
  /** Сумма к оплате в минимальных единицах валюты. Указывается вместе с валютой; при точной цене её можно не указывать. */
  amount?: Amount;
  /** Валюта суммы. Указывается вместе с суммой. */
  currency?: CurrencyCode;
  /** Ваши данные о заказе. Если не указаны, берутся данные шаблона. */
  metadata?: Metadata;
}

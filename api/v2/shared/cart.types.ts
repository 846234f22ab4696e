import type { Amount } from './primitives.types';

/**
 * Корзина: перечень товаров и услуг, за которые платит покупатель.
 *
 * @minItems 1
 * @maxItems 100
 */
export type InvoiceCart = InvoiceLine[];

/** Строка корзины: товар или услуга. */
export interface InvoiceLine {
  /**
   * Название товара или услуги.
   *
   * @maxLength 1000
   * @example "Чай чёрный, 100 г"
   */
  product: string;
  /**
   * Количество единиц товара. Если не указано, считается равным единице.
   *
   * @isLong
   * @minimum 1
   * @maximum 9007199254740991
   * @default 1
   * @extension {"x-required": true}
   */
  quantity?: number;
  /** Цена одной единицы в минимальных единицах валюты инвойса, со всеми налогами. */
  price: Amount;
  /**
   * Стоимость строки: цена, умноженная на количество. Рассчитывается платформой.
   *
   * @extension {"x-read-only": true}
   */
  cost?: Amount;
  /** Способ налогообложения товара. Указывается, если стоимость включает налог. */
  taxMode?: InvoiceLineTaxMode;
  /**
   * За что платят: признак предмета расчёта (тег 1212 по 54-ФЗ). Нужен эквайеру, который отправляет чек. Дополнение к
   * договору: поле необязательное.
   */
  paymentSubject?: InvoiceLinePaymentSubject;
  /**
   * Как платят: признак способа расчёта (тег 1214 по 54-ФЗ). Нужен эквайеру, который отправляет чек. Дополнение к договору:
   * поле необязательное.
   */
  paymentMode?: InvoiceLinePaymentMode;
}

/** Признак предмета расчёта: товар, услуга, платёж и другие. */
export type InvoiceLinePaymentSubject =
  | 'commodity'
  | 'excise'
  | 'job'
  | 'service'
  | 'payment'
  | 'composite'
  | 'another'
  | 'intellectual_activity'
  | 'property_right'
  | 'agent_commission'
  | 'lottery'
  | 'gambling_bet'
  | 'insurance_premium'
  | 'resort_fee'
  | 'fine'
  | 'tax';

/** Признак способа расчёта: полный расчёт, предоплата, аванс, кредит. */
export type InvoiceLinePaymentMode =
  | 'full_payment'
  | 'full_prepayment'
  | 'partial_prepayment'
  | 'advance'
  | 'partial_payment'
  | 'credit'
  | 'credit_payment';

/** Способ налогообложения товара или услуги. */
export type InvoiceLineTaxMode = InvoiceLineTaxVAT;

/** Налог на добавленную стоимость (НДС). */
export interface InvoiceLineTaxVAT {
  /** Вид налога: НДС. */
  type: 'InvoiceLineTaxVAT';
  /** Ставка НДС. */
  rate: TaxRate;
}

/**
 * Ставка НДС: обычная (`0%`, `10%`, `18%`, `20%`) или расчётная (`10/110`, `18/118`, `20/120`). Дополнение к договору: `5%`, `7%`,
 * `22%`, `5/105`, `7/107`, `22/122`. С 1 января 2026 года новым продажам нужна `22%`, а не `20%`.
 */
export type TaxRate =
  '0%' | '10%' | '18%' | '20%' | '10/110' | '18/118' | '20/120' | '5%' | '7%' | '22%' | '5/105' | '7/107' | '22/122';

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
}

/** Способ налогообложения товара или услуги. */
export type InvoiceLineTaxMode = InvoiceLineTaxVAT;

/** Налог на добавленную стоимость (НДС). */
export interface InvoiceLineTaxVAT {
  /** Вид налога: НДС. */
  type: 'InvoiceLineTaxVAT';
  /** Ставка НДС. */
  rate: TaxRate;
}

/** Ставка НДС: обычная (`0%`, `10%`, `18%`, `20%`) или расчётная (`10/110`, `18/118`, `20/120`). */
export type TaxRate = '0%' | '10%' | '18%' | '20%' | '10/110' | '18/118' | '20/120';

import type { EventCount } from './primitives';

/** Код маркировки товара. */
export interface InvoiceCartMarkingCode {
  /** Вид кода. */
  type: string;
  /** Код. */
  value: string;
  /** Часть упаковки с этим кодом. */
  part?: InvoiceCartMarkingCodePart;
}

/** Часть упаковки с одним кодом маркировки. */
export interface InvoiceCartMarkingCodePart {
  /** Сколько единиц продано. */
  numerator: EventCount;
  /** Сколько единиц в упаковке. */
  denominator: EventCount;
}

/** Агент: продавец, который продаёт товар поставщика. */
export interface InvoiceCartAgent {
  /** Вид агента (тег 1222 по 54-ФЗ). */
  type: string;
  /** Поставщик, по чьему поручению продан товар. */
  supplier: InvoiceCartSupplier;
}

/** Поставщик товара (тег 1224 по 54-ФЗ). */
export interface InvoiceCartSupplier {
  /** Наименование. */
  name: string;
  /** ИНН. */
  inn: string;
  /** Телефоны. */
  phones: string[];
}

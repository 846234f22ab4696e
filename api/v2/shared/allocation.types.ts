import type { InvoiceCart } from './cart.types';
import type { Amount, CurrencyCode, ShopID } from './primitives.types';

/**
 * Распределение средств: какие суммы и каким магазинам достанутся из оплаты. Общая сумма не может быть больше суммы
 * инвойса, на каждый магазин допускается одна часть.
 *
 * @minItems 1
 * @maxItems 100
 */
export type Allocation = AllocationTransaction[];

/** Часть распределения: магазин и сумма. Сумма задана прямо либо как итог за вычетом сбора. */
export type AllocationTransaction = AllocationBodyAmount | AllocationBodyTotal;

/** Получатель части: магазин. */
export type AllocationTarget = AllocationTargetShop;

/** Получатель — магазин. */
export interface AllocationTargetShop {
  /** Вид получателя: магазин. */
  allocationTargetType: 'AllocationTargetShop';
  /** Идентификатор магазина, который получит средства. */
  shopID: ShopID;
}

/** Часть распределения с прямо указанной суммой. */
export interface AllocationBodyAmount {
  /** Вид суммы: магазин получит её целиком. */
  allocationBodyType: 'AllocationBodyAmount';
  /** Получатель части: магазин. */
  target: AllocationTarget;
  /** Сумма, которую получит магазин, в минимальных единицах валюты. */
  amount: Amount;
  /** Валюта суммы. */
  currency: CurrencyCode;
  /** Товары и услуги этого получателя. */
  cart?: InvoiceCart;
}

/** Часть распределения, заданная итогом, из которого удерживается сбор. */
export interface AllocationBodyTotal {
  /** Вид суммы: из итога удерживается сбор. */
  allocationBodyType: 'AllocationBodyTotal';
  /** Получатель части: магазин. */
  target: AllocationTarget;
  /** Итог до вычета сбора, в минимальных единицах валюты. */
  total: Amount;
  /**
   * Сумма, которую получит магазин: итог за вычетом сбора. Рассчитывается платформой.
   *
   * @extension {"x-read-only": true}
   */
  amount?: Amount;
  /** Валюта итога и сбора. */
  currency: CurrencyCode;
  /** Сбор, который удерживается из итога. */
  fee: AllocationFee;
  /** Товары и услуги этого получателя. */
  cart?: InvoiceCart;
}

/** Сбор, который удерживается из итога: точная сумма либо доля. */
export type AllocationFee = AllocationFeeFixed | AllocationFeeShare;

/** Сбор в виде точной суммы. */
export interface AllocationFeeFixed {
  /** Вид сбора: точная сумма. */
  allocationFeeType: 'AllocationFeeFixed';
  /**
   * Получатель сбора. Определяется платформой.
   *
   * @extension {"x-read-only": true}
   */
  target?: AllocationTarget;
  /** Сумма сбора в минимальных единицах валюты. */
  amount: Amount;
}

/** Сбор в виде доли от итога. */
export interface AllocationFeeShare {
  /** Вид сбора: доля от итога. */
  allocationFeeType: 'AllocationFeeShare';
  /**
   * Получатель сбора. Определяется платформой.
   *
   * @extension {"x-read-only": true}
   */
  target?: AllocationTarget;
  /** Доля итога, которую составляет сбор. */
  share: Decimal;
  /**
   * Сумма сбора в минимальных единицах валюты. Рассчитывается платформой.
   *
   * @extension {"x-read-only": true}
   */
  amount?: Amount;
}

/** Десятичное число в виде мантиссы и порядка: значение равно `m × 10^exp`. */
export interface Decimal {
  /**
   * Мантисса.
   *
   * @isLong
   * @minimum 0
   * @maximum 9007199254740991
   * @example 25
   */
  m: number;
  /**
   * Порядок: степень десяти, от −18 до 18.
   *
   * @isLong
   * @minimum -18
   * @maximum 18
   * @example -1
   */
  exp: number;
}

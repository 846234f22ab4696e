import type { NonNegativeAmount } from '../shared/primitives.types';

/**
 * Условия случайного изменения суммы. Сумма меняется, если она удовлетворяет всем указанным условиям; иначе остаётся
 * прежней. Доступно для инвойса без корзины или с одной строкой корзины, где количество равно единице.
 */
export interface InvoiceRandomizeAmount {
  /** Наибольшее отклонение от исходной суммы, в минимальных единицах валюты. */
  deviation: NonNegativeAmount;
  /**
   * Точность отклонения: число младших десятичных разрядов, до которых оно округляется.
   *
   * @isLong
   * @minimum 0
   * @maximum 5
   * @default 2
   */
  precision?: number;
  /**
   * Направление: `both` — сумма может увеличиться или уменьшиться, `upward` — только увеличиться, `downward` — только
   * уменьшиться.
   *
   * @default "both"
   */
  direction?: 'both' | 'upward' | 'downward';
  /** Условие: исходная сумма не меньше указанной, в минимальных единицах валюты. */
  minAmountCondition?: NonNegativeAmount;
  /** Условие: исходная сумма не больше указанной, в минимальных единицах валюты. */
  maxAmountCondition?: NonNegativeAmount;
  /**
   * Условие: исходная сумма кратна указанной, в минимальных единицах валюты.
   *
   * @isLong
   * @minimum 1
   * @maximum 9007199254740991
   */
  amountMultiplicityCondition?: number;
}

/** Сумма до и после случайного изменения. */
export interface InvoiceAmountRandomized {
  /** Исходная сумма в минимальных единицах валюты. */
  original: NonNegativeAmount;
  /** Изменённая сумма в минимальных единицах валюты: её платит плательщик. */
  randomized: NonNegativeAmount;
}

import type { CurrencyCode } from '../shared/primitives.types';

/** Валюта. */
export interface Currency {
  /** Буквенный код валюты. */
  id: CurrencyCode;
  /**
   * Цифровой код валюты по ISO 4217.
   *
   * @pattern ^[0-9]{3}$
   * @example "643"
   */
  numericCode: string;
  /**
   * Название валюты.
   *
   * @example "Российский рубль"
   */
  name: string;
  /**
   * Знак валюты.
   *
   * @example "₽"
   */
  sign?: string;
  /**
   * Число знаков дробной части: во сколько раз, как степень десяти, минимальная единица меньше основной.
   *
   * @isInt
   * @minimum 0
   * @example 2
   */
  exponent: number;
}

import type { ResidenceCode } from '../shared/primitives.types';

/** Страна резидентства. */
export interface Residence {
  /** Код страны. */
  id: ResidenceCode;
  /**
   * Название страны.
   *
   * @example "Россия"
   */
  name: string;
  /**
   * Флаг страны: символ Юникода.
   *
   * @example "🇷🇺"
   */
  flag?: string;
}

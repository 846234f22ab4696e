import type { ResidenceCode } from '../shared/primitives.types';

/** Провайдер услуг: ведёт кошельки и выполняет выводы денежных средств. */
export interface Provider {
  /**
   * Идентификатор провайдера.
   *
   * @example "test"
   */
  id: string;
  /** Название провайдера. */
  name: string;
  /** Страны, резидентов которых обслуживает провайдер. */
  residences: ResidenceCode[];
}

import type { Amount, EntityID, PartyID, Timestamp } from './primitives.types';

/** Условия выборки, общие для движений денег. */
export interface MovementFilters {
  /** Идентификатор участника. По умолчанию — участник, которому принадлежит ключ. */
  partyID?: PartyID;
  /** Идентификатор кошелька. */
  walletID?: EntityID;
  /** Идентификатор владельца кошелька. */
  identityID?: EntityID;
  /** Начало периода создания, включительно. */
  createdAtFrom?: Timestamp;
  /** Конец периода создания, включительно. */
  createdAtTo?: Timestamp;
  /** Наименьшая сумма, включительно. */
  amountFrom?: Amount;
  /** Наибольшая сумма, включительно. */
  amountTo?: Amount;
}

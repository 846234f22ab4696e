import type {
  ContinuationToken,
  EntityID,
  EntityName,
  ExternalID,
  Limit,
  Metadata,
  PartyID,
  Timestamp,
} from '../shared/primitives.types';

/** Данные нового владельца. */
export interface IdentityParameters {
  /** Название владельца. */
  name: EntityName;
  /**
   * Идентификатор провайдера, который обслуживает владельца.
   *
   * @example "test"
   */
  provider: EntityID;
  /** Произвольные данные в вашем формате. */
  metadata?: Metadata;
  /** Идентификатор владельца в вашей системе. */
  externalID?: ExternalID;
  /** Идентификатор участника. Если не указан, берётся участник, которому принадлежит ключ. */
  partyID?: PartyID;
}

/** Владелец кошельков и получателей средств: от его имени открываются кошельки и выводятся деньги. */
export interface Identity extends IdentityParameters {
  /** Идентификатор владельца. */
  id: EntityID;
  /** Время создания. */
  createdAt: Timestamp;
  /** Заблокирован ли владелец. Операции заблокированного владельца отклоняются. */
  isBlocked: boolean;
  /** Идентификатор участника, которому принадлежит владелец. */
  partyID: PartyID;
}

/** Условия выборки владельцев. */
export interface IdentityFilters {
  /** Идентификатор участника. По умолчанию — участник, которому принадлежит ключ. */
  partyID?: PartyID;
  /** Идентификатор провайдера. */
  providerID?: EntityID;
  /** Наибольшее число владельцев в ответе. По умолчанию — 1000. */
  limit?: Limit;
  /** Метка продолжения из предыдущего ответа. */
  continuationToken?: ContinuationToken;
}

/** Часть списка владельцев. */
export interface IdentityPage {
  /** Метка, с которой начинается следующая часть. Отсутствует, если часть последняя. */
  continuationToken?: ContinuationToken;
  /** Владельцы. */
  result: Identity[];
}

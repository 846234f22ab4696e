import type {
  Asset,
  ContinuationToken,
  CurrencyCode,
  EntityID,
  EntityName,
  ExternalID,
  Limit,
  Metadata,
  PartyID,
  Timestamp,
} from '../shared/primitives.types';

/** Данные нового кошелька. */
export interface WalletParameters {
  /** Название кошелька. */
  name: EntityName;
  /** Идентификатор владельца. */
  identity: EntityID;
  /** Валюта кошелька. */
  currency: CurrencyCode;
  /** Произвольные данные в вашем формате. */
  metadata?: Metadata;
  /** Идентификатор кошелька в вашей системе. */
  externalID?: ExternalID;
}

/** Кошелёк: счёт владельца в одной валюте. */
export interface Wallet extends WalletParameters {
  /** Идентификатор кошелька. */
  id: EntityID;
  /** Время создания. */
  createdAt: Timestamp;
  /** Заблокирован ли кошелёк. Операции заблокированного кошелька отклоняются. */
  isBlocked: boolean;
}

/** Состояние счёта кошелька. */
export interface WalletAccount {
  /** Собственные средства: всё, что зачислено на счёт и с него не списано. */
  own: Asset;
  /** Доступные средства: собственные за вычетом удержанных под начатые операции. */
  available: Asset;
}

/** Условия выборки кошельков. */
export interface WalletFilters {
  /** Идентификатор участника. По умолчанию — участник, которому принадлежит ключ. */
  partyID?: PartyID;
  /** Идентификатор владельца. */
  identityID?: EntityID;
  /** Валюта кошелька. */
  currencyID?: CurrencyCode;
  /** Наибольшее число кошельков в ответе. */
  limit: Limit;
  /** Метка продолжения из предыдущего ответа. */
  continuationToken?: ContinuationToken;
}

/** Часть списка кошельков. */
export interface WalletPage {
  /** Метка, с которой начинается следующая часть. Отсутствует, если часть последняя. */
  continuationToken?: ContinuationToken;
  /** Кошельки. */
  result: Wallet[];
}

import type { BillingAddress, WithdrawalCustomer } from '../../../domain/wallets/withdrawal/customer';
import type { DestinationResource } from '../../../domain/wallets/destination/destination-resource';
import type {
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

/**
 * Дополнительные данные для авторизации получателя средств: токены отправителя и получателя. Платформа хранит и возвращает их без
 * проверки и передаёт провайдеру выплаты.
 */
export interface SenderReceiverAuthData {
  /** Вид данных. */
  type: 'SenderReceiverAuthData';
  /**
   * Токен данных отправителя.
   *
   * @minLength 1
   * @maxLength 1000
   */
  senderToken: string;
  /**
   * Токен данных получателя.
   *
   * @minLength 1
   * @maxLength 1000
   */
  receiverToken: string;
}

/**
 * Статус получателя средств: `Unauthorized` — ещё не проверен или срок авторизации истёк, выводы ему отклоняются;
 * `Authorized` — проверен, и ему можно выводить деньги.
 */
export type DestinationStatus = 'Unauthorized' | 'Authorized';

/**
 * Данные нового получателя средств. Ни один свободный текст запроса не должен содержать номер карты: если в нём найдены
 * цифры подряд или сгруппированные, как на карте, которые начинаются, как карты одной из платёжных систем, имеют их длину и
 * сходятся по алгоритму Луна, запрос отклоняется с ошибкой `SchemaViolated`. Идентификаторы и номера счетов не проверяются.
 */
export interface DestinationParameters {
  /** Название получателя средств. */
  name: EntityName;
  /** Идентификатор владельца. */
  identity: EntityID;
  /** Валюта получателя средств. */
  currency: CurrencyCode;
  /** Платёжное средство, на которое поступят деньги. */
  resource: DestinationResource;
  /** Дополнительные данные для авторизации получателя средств. */
  additionalAuthData?: SenderReceiverAuthData;
  /** Владелец платёжного средства. Передаётся провайдеру с каждым выводом, в котором получатель не указан. */
  customer?: WithdrawalCustomer;
  /** Адрес, на который зарегистрировано платёжное средство. */
  billingAddress?: BillingAddress;
  /** Произвольные данные в вашем формате. */
  metadata?: Metadata;
  /** Идентификатор получателя средств в вашей системе. */
  externalID?: ExternalID;
}

/** Получатель средств: платёжное средство, на которое можно вывести деньги. */
export interface Destination extends DestinationParameters {
  /** Идентификатор получателя средств. */
  id: EntityID;
  /** Время создания. */
  createdAt: Timestamp;
  /** Заблокирован ли получатель средств. Выводы заблокированному получателю отклоняются. */
  isBlocked: boolean;
  /** Статус получателя средств. */
  status: DestinationStatus;
  /** До какого времени действует авторизация. Отсутствует, пока авторизации нет или если её срок не ограничен. */
  validUntil?: Timestamp;
}

/** Условия выборки получателей средств. */
export interface DestinationFilters {
  /** Идентификатор участника. По умолчанию — участник, которому принадлежит ключ. */
  partyID?: PartyID;
  /** Идентификатор владельца. */
  identityID?: EntityID;
  /** Валюта получателя средств. */
  currencyID?: CurrencyCode;
  /** Наибольшее число получателей средств в ответе. */
  limit: Limit;
  /** Метка продолжения из предыдущего ответа. */
  continuationToken?: ContinuationToken;
}

/** Часть списка получателей средств. */
export interface DestinationPage {
  /** Метка, с которой начинается следующая часть. Отсутствует, если часть последняя. */
  continuationToken?: ContinuationToken;
  /** Получатели средств. */
  result: Destination[];
}

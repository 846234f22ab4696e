import type { BillingAddress, WithdrawalCustomer } from '../../../domain/wallets/withdrawal/customer';
import type { OperationStatus, SubFailure } from '../shared/failure.types';
import type { MovementFilters } from '../shared/filters.types';
import type {
  Asset,
  ContactInfo,
  ContinuationToken,
  CurrencyCode,
  EntityID,
  ExternalID,
  Limit,
  Metadata,
  SignedToken,
  Timestamp,
} from '../shared/primitives.types';

/**
 * Код причины, по которой вывод не выполнен:
 *
 * - `InvalidSenderResource` — источник средств недействителен;
 * - `InvalidReceiverResource` — платёжное средство получателя недействительно или не принимает переводы;
 * - `InsufficientFunds` — в кошельке недостаточно доступных средств;
 * - `PreauthorizationFailed` — не пройдена предварительная проверка у провайдера;
 * - `RejectedByIssuer` — перевод отклонил банк получателя;
 * - `account_limit_exceeded` — превышен лимит операций кошелька; уточнение `amount` — лимит суммы;
 * - `no_route_found` — нет провайдера, который выполнит такой перевод.
 */
export type WithdrawalFailureCode =
  | 'InvalidSenderResource'
  | 'InvalidReceiverResource'
  | 'InsufficientFunds'
  | 'PreauthorizationFailed'
  | 'RejectedByIssuer'
  | 'account_limit_exceeded'
  | 'no_route_found';

/** Причина, по которой вывод не выполнен. */
export interface WithdrawalFailure {
  /** Код причины. */
  code: WithdrawalFailureCode;
  /** Уточнение причины. */
  subError?: SubFailure;
}

/** Котировка, по которой выполняется вывод. */
export interface WithdrawalQuoteTerms {
  /** Сколько спишется с кошелька. */
  cashFrom: Asset;
  /** Сколько поступит получателю средств. */
  cashTo: Asset;
  /** Время создания котировки. */
  createdAt: Timestamp;
  /** До какого времени действует котировка. */
  expiresOn: Timestamp;
}

/** Данные нового вывода. */
export interface WithdrawalParameters {
  /** Идентификатор кошелька, из которого выводятся средства. */
  wallet: EntityID;
  /** Идентификатор получателя средств. */
  destination: EntityID;
  /**
   * Сумма вывода и её валюта. Сумма должна быть больше нуля. Она спишется с кошелька целиком, а получателю поступит за вычетом
   * комиссии.
   */
  body: Asset;
  /**
   * Комиссия, на которую вы рассчитываете. Её определяют условия провайдера; если переданная от неё отличается, вывод не
   * создаётся.
   */
  fee?: Asset;
  /** Произвольные данные в вашем формате. */
  metadata?: Metadata;
  /** Идентификатор вывода в вашей системе. */
  externalID?: ExternalID;
  /** Токен разрешения на вывод средств из кошелька. Обязателен, если кошелёк принадлежит другому участнику. */
  walletGrant?: SignedToken;
  /** Токен разрешения на вывод этому получателю. Обязателен, если получатель средств принадлежит другому участнику. */
  destinationGrant?: SignedToken;
  /**
   * Токен котировки, полученный операцией `createQuote`. Обязателен, если валюты кошелька и получателя различаются.
   * Кошелёк, получатель, участник и сумма вывода должны совпадать с указанными в котировке.
   */
  quoteToken?: SignedToken;
  /** Человек, который получает деньги. */
  customer?: WithdrawalCustomer;
  /** Адрес, на который зарегистрировано платёжное средство получателя. */
  billingAddress?: BillingAddress;
  /** Контактные данные получателя для уведомлений. */
  contactInfo?: ContactInfo;
}

/** Вывод средств из кошелька получателю. */
export interface Withdrawal {
  /** Идентификатор вывода. */
  id: EntityID;
  /** Время создания. */
  createdAt: Timestamp;
  /** Идентификатор кошелька, из которого выводятся средства. */
  wallet: EntityID;
  /** Идентификатор получателя средств. */
  destination: EntityID;
  /** Сумма вывода и её валюта. */
  body: Asset;
  /** Комиссия за вывод: она удержана из суммы вывода по условиям, которые действовали при его создании. */
  fee?: Asset;
  /** Произвольные данные в вашем формате. */
  metadata?: Metadata;
  /** Идентификатор вывода в вашей системе. */
  externalID?: ExternalID;
  /** Котировка, по которой выполняется вывод. */
  quote?: WithdrawalQuoteTerms;
  /** Человек, который получает деньги. */
  customer?: WithdrawalCustomer;
  /** Адрес, на который зарегистрировано платёжное средство получателя. */
  billingAddress?: BillingAddress;
  /** Контактные данные получателя для уведомлений. */
  contactInfo?: ContactInfo;
  /** Статус вывода. */
  status: OperationStatus;
  /** Причина, по которой вывод не выполнен. Есть только в статусе `Failed`. */
  failure?: WithdrawalFailure;
}

/** Условия выборки выводов. */
export interface WithdrawalFilters extends MovementFilters {
  /** Идентификатор вывода. */
  withdrawalID?: EntityID;
  /** Идентификатор получателя средств. */
  destinationID?: EntityID;
  /** Идентификатор вывода в вашей системе. */
  externalID?: ExternalID;
  /** Статус вывода. */
  status?: OperationStatus;
  /** Валюта вывода. */
  currencyID?: CurrencyCode;
  /** Наибольшее число выводов в ответе. */
  limit: Limit;
  /** Метка продолжения из предыдущего ответа. */
  continuationToken?: ContinuationToken;
}

/** Часть списка выводов. */
export interface WithdrawalPage {
  /** Метка, с которой начинается следующая часть. Отсутствует, если часть последняя. */
  continuationToken?: ContinuationToken;
  /** Выводы. */
  result: Withdrawal[];
}

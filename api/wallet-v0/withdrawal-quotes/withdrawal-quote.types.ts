import type { QuoteParameters } from './quote-parameters.types';
import type { Asset, CurrencyCode, EntityID, ExternalID, SignedToken, Timestamp } from '../shared/primitives.types';

/** Параметры котировки вывода. */
export interface WithdrawalQuoteParams {
  /** Идентификатор котировки в вашей системе. */
  externalID?: ExternalID;
  /** Идентификатор кошелька, из которого будут выведены средства. */
  walletID: EntityID;
  /** Идентификатор получателя средств. Если указан, вывод по котировке возможен только ему. */
  destinationID?: EntityID;
  /** Валюта списания: валюта кошелька. */
  currencyFrom: CurrencyCode;
  /** Валюта зачисления: валюта получателя средств. */
  currencyTo: CurrencyCode;
  /** Сумма в одной из двух валют: в валюте списания — сколько списать, в валюте зачисления — сколько зачислить. */
  cash: Asset;
  /** Токен разрешения на вывод средств из кошелька. Обязателен, если кошелёк принадлежит другому участнику. */
  walletGrant?: SignedToken;
  /** Токен разрешения на вывод этому получателю. Обязателен, если получатель средств принадлежит другому участнику. */
  destinationGrant?: SignedToken;
}

/** Параметры котировки: для кошелька или для перевода на карту. */
export type QuoteRequest = WithdrawalQuoteParams | QuoteParameters;

/** Котировка вывода: суммы списания и зачисления, закреплённые на время её действия. */
export interface WithdrawalQuote {
  /** Сколько спишется с кошелька. */
  cashFrom: Asset;
  /** Сколько поступит получателю средств. */
  cashTo: Asset;
  /** Время создания котировки. */
  createdAt: Timestamp;
  /** До какого времени действует котировка. */
  expiresOn: Timestamp;
  /** Токен котировки. Передаётся в поле `quoteToken` при создании вывода. */
  quoteToken: SignedToken;
}

import type { BalanceTransactionType } from '../../../domain/merchants/settlement/balance-transaction';
import type { PayoutStatus } from '../../settlement/settlement.types';
import type { CurrencyCode, EntityID, Limit, Timestamp } from '../shared/primitives.types';

/** Страница списка расчётов. */
export interface SettlementPageFilter {
  /** Наибольшее число элементов в ответе; если не указано, 50. */
  limit?: Limit;
  /**
   * С чего начинается страница: из ответа с предыдущей.
   *
   * @maxLength 1000
   */
  continuationToken?: string;
}

/** Какие операции по балансу показать. */
export interface BalanceTransactionFilter extends SettlementPageFilter {
  /** Валюта; если не указана, валюта магазина. */
  currency?: CurrencyCode;
  /** Только операции этого типа. */
  type?: BalanceTransactionType;
  /** Только операции этого инвойса, выплаты или команды оператора. */
  sourceID?: EntityID;
  /** Только операции этого пакета. */
  batchID?: EntityID;
  /** Только операции не раньше этого времени. */
  fromTime?: Timestamp;
  /** Только операции раньше этого времени. */
  toTime?: Timestamp;
}

/** Какие выплаты показать. */
export interface PayoutFilter extends SettlementPageFilter {
  /** Только выплаты в этом статусе. */
  status?: PayoutStatus;
}

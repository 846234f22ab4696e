import type { BalanceTransactionType } from '../../../domain/merchants/settlement/balance-transaction';
import type { Payout, PayoutStatus, SettlementBatch, SignedAmount } from '../../settlement/settlement.types';
import type { DateTime } from '../configuration/configuration.types';
import type { EntityID } from '../timelines/timeline.types';

/** Страница списка расчётов. */
export interface OperatedSettlementFilter {
  /**
   * Сколько на странице.
   * @isInt
   * @minimum 1
   * @maximum 200
   * @default 50
   */
  limit?: number;
  /**
   * С чего начинается страница: из ответа с предыдущей.
   * @maxLength 1000
   */
  continuationToken?: string;
}

/** Какие операции по балансу показать. */
export interface OperatedTransactionFilter extends OperatedSettlementFilter {
  /**
   * Валюта по ISO 4217; если не указана, валюта магазина.
   * @pattern ^[A-Z]{3}$
   */
  currency?: string;
  /** Только операции этого типа. */
  type?: BalanceTransactionType;
  /** Только операции этого инвойса, выплаты или команды оператора. */
  sourceID?: EntityID;
  /** Только операции этого пакета. */
  batchID?: EntityID;
  /** Только операции не раньше этого времени. */
  fromTime?: DateTime;
  /** Только операции раньше этого времени. */
  toTime?: DateTime;
}

/** Какие выплаты показать. */
export interface OperatedPayoutFilter extends OperatedSettlementFilter {
  /** Только выплаты в этом статусе. */
  status?: PayoutStatus;
}

/** Выплата с тем, как её платят. */
export interface OperatedPayout extends Payout {
  /** Файл для банка, в который она вошла. */
  bankFileID?: EntityID;
  /** Ссылка, которую банк вернёт в выписке. */
  orderReference?: string;
  /** Аккаунт коннектора, который её платит. */
  connector?: string;
  /** Как выплату называет коннектор. */
  connectorReference?: string;
  /**
   * До этого времени решает коннектор, потом исход может записать оператор.
   *
   * @isDateTime
   */
  resultDueAt?: string;
  /** Пакет, по которому она создана; есть в ответе об одной выплате. */
  batch?: SettlementBatch;
}

/** Какие выплаты всех магазинов показать. */
export interface OpenPayoutFilter {
  /** `open` — созданные или переданные банку, `failed` — неудавшиеся или возвращённые банком за 30 дней. */
  state?: 'open' | 'failed';
  /** Все выплаты этого файла для банка, в любом состоянии. */
  bankFileID?: EntityID;
}

/** Выплаты всех магазинов. */
export interface OpenPayouts {
  /** Выплаты, не больше 1000. */
  payouts: OperatedPayout[];
}

/** Отрицательный баланс магазина: сколько магазин должен платформе. */
export interface NegativeBalance {
  /** Участник. */
  partyID: string;
  /** Магазин. */
  shopID: string;
  /** Договор магазина. */
  contractID: string;
  /** Валюта по ISO 4217. */
  currency: string;
  /** Баланс без резерва, меньше нуля. */
  balance: SignedAmount;
  /** Резерв магазина. */
  reserve: SignedAmount;
  /** Насколько условия позволяют балансу быть ниже нуля. */
  limit: SignedAmount;
  /** Баланс ниже, чем позволяют условия. */
  isAboveLimit: boolean;
}

/** Отрицательные балансы. */
export interface NegativeBalances {
  /** Балансы всех магазинов ниже нуля, начиная с наименьшего; не больше 1000. */
  balances: NegativeBalance[];
}

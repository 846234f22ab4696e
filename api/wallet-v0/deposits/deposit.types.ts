import type { OperationStatus, SubFailure } from '../shared/failure.types';
import type { MovementFilters } from '../shared/filters.types';
import type {
  Asset,
  ContinuationToken,
  CurrencyCode,
  DepositID,
  EntityID,
  ExternalID,
  Limit,
  Timestamp,
} from '../shared/primitives.types';

/** Причина, по которой пополнение не выполнено. */
export interface DepositFailure {
  /** Код причины. */
  code: string;
  /** Уточнение причины. */
  subError?: SubFailure;
}

/** Какая часть пополнения отменена: `None` — никакая, `Partial` — часть суммы, `Full` — вся сумма. */
export type DepositRevertState = 'None' | 'Partial' | 'Full';

/** Пополнение кошелька: зачисление денег из источника. */
export interface Deposit {
  /** Идентификатор пополнения. */
  id: DepositID;
  /** Время создания. */
  createdAt: Timestamp;
  /** Идентификатор кошелька, на который зачислены средства. */
  wallet: EntityID;
  /** Идентификатор источника средств. */
  source: EntityID;
  /** Сумма пополнения и её валюта. */
  body: Asset;
  /** Комиссия за пополнение: источник платит её сверх суммы пополнения, по условиям, которые действовали при его создании. */
  fee?: Asset;
  /** Идентификатор пополнения в системе того, кто его создал. */
  externalID?: ExternalID;
  /** Описание пополнения. */
  desc?: string;
  /** Статус пополнения. */
  status: OperationStatus;
  /** Причина, по которой пополнение не выполнено. Есть только в статусе `Failed`. */
  failure?: DepositFailure;
}

/** Часть списка пополнений. */
export interface DepositPage {
  /** Метка, с которой начинается следующая часть. Отсутствует, если часть последняя. */
  continuationToken?: ContinuationToken;
  /** Пополнения. */
  result: Deposit[];
}

/** Условия выборки, общие для пополнений, их отмен и исправлений. */
export interface DepositOperationFilters extends MovementFilters {
  /** Идентификатор пополнения. */
  depositID?: DepositID;
  /** Идентификатор источника средств. */
  sourceID?: EntityID;
  /** Статус операции. */
  status?: OperationStatus;
  /** Валюта операции. */
  currencyID?: CurrencyCode;
  /** Наибольшее число элементов в ответе. */
  limit: Limit;
  /** Метка продолжения из предыдущего ответа. */
  continuationToken?: ContinuationToken;
}

/** Условия выборки пополнений. */
export interface DepositFilters extends DepositOperationFilters {
  /** Какая часть пополнения отменена. */
  revertStatus?: DepositRevertState;
}

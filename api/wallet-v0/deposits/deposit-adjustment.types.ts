import type { OperationStatus, SubFailure } from '../shared/failure.types';
import type { ContinuationToken, EntityID, ExternalID, Timestamp } from '../shared/primitives.types';

/** Причина, по которой исправление не внесено. */
export interface DepositAdjustmentFailure {
  /** Код причины. */
  code: string;
  /** Уточнение причины. */
  subError?: SubFailure;
}

/** Исправление пополнения: смена статуса уже завершённого пополнения. */
export interface DepositAdjustment {
  /** Идентификатор исправления. */
  id: EntityID;
  /** Время создания. */
  createdAt: Timestamp;
  /** Идентификатор исправления в системе того, кто его создал. */
  externalID?: ExternalID;
  /** Статус исправления. */
  status: OperationStatus;
  /** Причина, по которой исправление не внесено. Есть только в статусе `Failed`. */
  failure?: DepositAdjustmentFailure;
}

/** Часть списка исправлений пополнений. */
export interface DepositAdjustmentPage {
  /** Метка, с которой начинается следующая часть. Отсутствует, если часть последняя. */
  continuationToken?: ContinuationToken;
  /** Исправления пополнений. */
  result: DepositAdjustment[];
}

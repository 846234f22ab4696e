import type { OperationStatus, SubFailure } from '../shared/failure.types';
import type { Asset, ContinuationToken, EntityID, ExternalID, Timestamp } from '../shared/primitives.types';

/** Причина, по которой отмена пополнения не выполнена. */
export interface DepositRevertFailure {
  /** Код причины. */
  code: string;
  /** Уточнение причины. */
  subError?: SubFailure;
}

/** Отмена пополнения: возврат всей его суммы или её части с кошелька в источник. */
export interface DepositRevert {
  /** Идентификатор отмены. */
  id: EntityID;
  /** Время создания. */
  createdAt: Timestamp;
  /** Идентификатор кошелька, с которого возвращены средства. */
  wallet: EntityID;
  /** Идентификатор источника средств. */
  source: EntityID;
  /** Сумма отмены и её валюта. */
  body: Asset;
  /** Причина отмены. */
  reason?: string;
  /** Идентификатор отмены в системе того, кто её создал. */
  externalID?: ExternalID;
  /** Статус отмены. */
  status: OperationStatus;
  /** Причина, по которой отмена не выполнена. Есть только в статусе `Failed`. */
  failure?: DepositRevertFailure;
}

/** Часть списка отмен пополнений. */
export interface DepositRevertPage {
  /** Метка, с которой начинается следующая часть. Отсутствует, если часть последняя. */
  continuationToken?: ContinuationToken;
  /** Отмены пополнений. */
  result: DepositRevert[];
}

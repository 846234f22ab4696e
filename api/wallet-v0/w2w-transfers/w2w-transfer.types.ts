import type { OperationStatus, SubFailure } from '../shared/failure.types';
import type { Asset, EntityID, ExternalID, Timestamp } from '../shared/primitives.types';

/** Данные нового перевода между кошельками. */
export interface W2WTransferParameters {
  /** Идентификатор кошелька, с которого переводятся средства. */
  sender: EntityID;
  /** Идентификатор кошелька, на который переводятся средства. */
  receiver: EntityID;
  /** Сумма перевода и её валюта. Валюты обоих кошельков и перевода должны совпадать, сумма — быть больше нуля. */
  body: Asset;
  /** Идентификатор перевода в вашей системе. */
  externalID?: ExternalID;
}

/** Причина, по которой перевод не выполнен. */
export interface W2WTransferFailure {
  /** Код причины. */
  code: string;
  /** Уточнение причины. */
  subError?: SubFailure;
}

/** Статус перевода вместе с причиной неудачи. */
export interface W2WTransferStatus {
  /** Статус перевода. */
  status: OperationStatus;
  /** Причина, по которой перевод не выполнен. Есть только в статусе `Failed`. */
  failure?: W2WTransferFailure;
}

/** Перевод между кошельками. */
export interface W2WTransfer {
  /** Идентификатор перевода. */
  id: EntityID;
  /** Время создания. */
  createdAt: Timestamp;
  /** Сумма перевода и её валюта. */
  body: Asset;
  /** Идентификатор кошелька, с которого переведены средства. */
  sender: EntityID;
  /** Идентификатор кошелька, на который переведены средства. */
  receiver: EntityID;
  /** Статус перевода. */
  status: W2WTransferStatus;
  /** Причина, по которой перевод не выполнен: та же, что внутри `status`. */
  failure?: W2WTransferFailure;
  /** Идентификатор перевода в вашей системе. */
  externalID?: ExternalID;
}

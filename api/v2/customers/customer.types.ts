import type { ContactInfo } from '../shared/contact-info.types';
import type { PaymentResource } from '../payment-resources/payment-resource.types';
import type { AccessToken, EventID, ExternalID, Metadata, PartyID, Timestamp } from '../shared/primitives.types';
import type { UserInteraction } from '../shared/user-interaction.types';

/**
 * Статус покупателя: `unready` — привязанных инструментов нет; `ready` — инструмент привязан, можно проводить платежи.
 */
export type CustomerStatus = 'ready' | 'unready';

/** Статус привязки: `pending` — проверяется; `succeeded` — инструмент привязан; `failed` — привязка не удалась. */
export type CustomerBindingStatus = 'pending' | 'succeeded' | 'failed';

/** Параметры нового покупателя. */
export interface CustomerParams {
  /** Идентификатор покупателя в вашей системе. Делает создание идемпотентным. */
  externalID?: ExternalID;
  /** Магазин, которому принадлежит покупатель. */
  shopID: string;
  /** Участник, которому принадлежит магазин. Если не указан, берётся участник ключа API. */
  partyID?: PartyID;
  /** Контактные данные покупателя. */
  contactInfo: ContactInfo;
  /** Ваши данные о покупателе. */
  metadata: Metadata;
}

/** Сохранённый покупатель. */
export interface Customer {
  /**
   * Идентификатор покупателя.
   *
   * @extension {"x-read-only": true}
   */
  id: string;
  /** Идентификатор покупателя в вашей системе. */
  externalID?: ExternalID;
  /** Магазин, которому принадлежит покупатель. */
  shopID: string;
  /** Участник, которому принадлежит магазин. */
  partyID?: PartyID;
  /** Контактные данные покупателя. */
  contactInfo: ContactInfo;
  /**
   * Статус покупателя.
   *
   * @extension {"x-read-only": true}
   */
  status: CustomerStatus;
  /** Ваши данные о покупателе. */
  metadata: Metadata;
}

/** Созданный покупатель и токен доступа к нему. */
export interface CustomerAndToken {
  /** Покупатель. */
  customer: Customer;
  /**
   * Токен доступа к покупателю. Действует три дня; с ним можно токенизировать платёжный инструмент, создать привязку и
   * следить за ней.
   */
  customerAccessToken: AccessToken;
}

/** Параметры новой привязки. */
export interface CustomerBindingParams {
  /** Идентификатор привязки в вашей системе. Делает создание идемпотентным. */
  externalID?: ExternalID;
  /** Платёжный ресурс, который нужно привязать. */
  paymentResource: PaymentResource;
}

/** Привязка платёжного инструмента к покупателю. */
export interface CustomerBinding {
  /** Идентификатор привязки. */
  id: string;
  /** Идентификатор привязки в вашей системе. */
  externalID?: ExternalID;
  /** Привязанный платёжный ресурс. */
  paymentResource: PaymentResource;
  /** Статус привязки. */
  status: CustomerBindingStatus;
  /** Причина неудачи. Есть у привязки в статусе `failed`. */
  error?: CustomerBindingError;
}

/** Причина неудачи привязки. */
export interface CustomerBindingError {
  /** Код ошибки. */
  code: string;
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Событие покупателя: одно или несколько изменений, которые произошли одновременно. */
export interface CustomerEvent {
  /** Номер события. Номера растут в пределах покупателя. */
  id: EventID;
  /** Время события. */
  createdAt: Timestamp;
  /** Изменения в порядке, в котором они произошли. */
  changes: CustomerChange[];
}

/** Изменение привязки покупателя. */
export type CustomerChange =
  | CustomerBindingStarted
  | CustomerBindingStatusChanged
  | CustomerBindingInteractionRequested
  | CustomerBindingInteractionCompleted;

/** Создана привязка. */
export interface CustomerBindingStarted {
  /** Вид изменения: создана привязка. */
  changeType: 'CustomerBindingStarted';
  /** Созданная привязка. */
  customerBinding: CustomerBinding;
}

/** Изменился статус привязки. */
export interface CustomerBindingStatusChanged {
  /** Вид изменения: изменился статус привязки. */
  changeType: 'CustomerBindingStatusChanged';
  /** Идентификатор привязки. */
  customerBindingID: string;
  /** Новый статус привязки. */
  status: CustomerBindingStatus;
  /** Причина неудачи. */
  error?: CustomerBindingError;
}

/** Привязка ждёт действия покупателя. */
export interface CustomerBindingInteractionRequested {
  /** Вид изменения: нужно действие покупателя. */
  changeType: 'CustomerBindingInteractionRequested';
  /** Идентификатор привязки. */
  customerBindingID: string;
  /** Действие, которого ждёт привязка. */
  userInteraction: UserInteraction;
}

/** Действие покупателя завершено. */
export interface CustomerBindingInteractionCompleted {
  /** Вид изменения: действие покупателя завершено. */
  changeType: 'CustomerBindingInteractionCompleted';
  /** Идентификатор привязки. */
  customerBindingID: string;
  /** Завершённое действие. */
  userInteraction?: UserInteraction;
}

import type { PaymentResource } from './entities';
import type { ContactInfo, EventError, EventMetadata } from './primitives';

/** Покупатель на момент события. */
export interface Customer {
  /** Идентификатор покупателя. */
  id: string;
  /** Магазин, которому принадлежит покупатель. */
  shopID: string;
  /** Статус покупателя: `unready` — инструментов нет; `ready` — инструмент привязан. */
  status: 'ready' | 'unready';
  /** Контактные данные покупателя. */
  contactInfo: ContactInfo;
  /** Ваши данные о покупателе. */
  metadata: EventMetadata;
}

/** Привязка платёжного инструмента на момент события. */
export interface CustomerBinding {
  /** Идентификатор привязки. */
  id: string;
  /** Привязанный платёжный ресурс. */
  paymentResource: PaymentResource;
  /** Статус привязки: `pending` — проверяется; `succeeded` — инструмент привязан; `failed` — не удалась. */
  status: 'pending' | 'succeeded' | 'failed';
  /** Причина неудачи. Есть у привязки в статусе `failed`. */
  error?: EventError;
}

import type { PaymentResource } from './entities';
import type { ContactInfo, EventError, EventMetadata } from './primitives';

/** Сохранённый плательщик на момент события. */
export interface Customer {
  /** Идентификатор плательщика. */
  id: string;
  /** Магазин, которому принадлежит плательщик. */
  shopID: string;
  /** Состояние плательщика: `unready` — инструментов нет; `ready` — инструмент привязан. */
  status: 'ready' | 'unready';
  /** Контактные данные плательщика. */
  contactInfo: ContactInfo;
  /** Ваши данные о плательщике. */
  metadata: EventMetadata;
}

/** Привязка платёжного инструмента на момент события. */
export interface CustomerBinding {
  /** Идентификатор привязки. */
  id: string;
  /** Привязанный платёжный ресурс. */
  paymentResource: PaymentResource;
  /** Состояние привязки: `pending` — проверяется; `succeeded` — инструмент привязан; `failed` — не удалась. */
  status: 'pending' | 'succeeded' | 'failed';
  /** Причина неудачи. Есть у привязки в состоянии `failed`. */
  error?: EventError;
}

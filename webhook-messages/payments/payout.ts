import type { EventAmount, EventTimestamp } from './primitives';

/** Выплата магазину на момент события. */
export interface Payout {
  /** Идентификатор выплаты. */
  id: string;
  /** Магазин, которому платят. */
  shopID: string;
  /** Пакет, по которому создана выплата. */
  batchID: string;
  /** Время создания. */
  createdAt: EventTimestamp;
  /**
   * Статус выплаты: `pending` — создана; `sent` — передана банку; `paid` — зачислена; `failed` — банк отказал; `returned` — деньги
   * вернулись после зачисления; `cancelled` — отменена до отправки.
   */
  status: 'pending' | 'sent' | 'paid' | 'failed' | 'returned' | 'cancelled';
  /** Сумма в минимальных единицах валюты. */
  amount: EventAmount;
  /** Валюта: три заглавные латинские буквы по ISO 4217. */
  currency: string;
  /** Почему выплата не состоялась. */
  reason?: string;
  /** Номер операции в банке. */
  bankReference?: string;
}

import type { OperatedPayment } from '../payments/operated-payment.types';
import type { MinorAmount } from '../shared/amount.types';

/** Статус инвойса. */
export type OperatedInvoiceStatus = 'unpaid' | 'cancelled' | 'paid' | 'fulfilled';

/** Позиция корзины. */
export interface OperatedCartLine {
  /** Название. */
  product: string;
  /**
   * Количество.
   * @isLong
   * @maximum 9007199254740991
   */
  quantity: number;
  /** Цена в минимальных единицах валюты. */
  price: MinorAmount;
}

/** Инвойс с платежами по нему. */
export interface OperatedInvoiceDetails {
  /** Идентификатор. */
  invoiceID: string;
  /** Участник. */
  partyID: string;
  /** Магазин. */
  shopID: string;
  /** Идентификатор, который дал участник. */
  externalID?: string;
  /** Шаблон, по которому создан. */
  invoiceTemplateID?: string;
  /** Когда создан. */
  createdAt: string;
  /** До какого времени можно оплатить. */
  dueDate: string;
  status: OperatedInvoiceStatus;
  /** Когда изменился статус. */
  statusChangedAt: string;
  /** Почему статус такой. */
  reason?: string;
  /** Сумма в минимальных единицах валюты. */
  amount: MinorAmount;
  /** Код валюты по ISO 4217. */
  currency: string;
  /** За что платят. */
  product: string;
  /** Описание. */
  description?: string;
  /** Корзина. */
  cart: OperatedCartLine[];
  /** Есть ли платёж, который ещё не завершён: пока он есть, инвойс не отозвать. */
  hasActivePayment: boolean;
  /** Платежи от старого к новому. */
  payments: OperatedPayment[];
}

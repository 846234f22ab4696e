import type { OperatedPayment } from '../payments/operated-payment.types';

/** Статус покупателя: `ready` — есть успешная привязка. */
export type OperatedCustomerStatus = 'unready' | 'ready' | 'deleted';

/** Статус привязки. */
export type OperatedBindingStatus = 'pending' | 'succeeded' | 'failed';

/** Привязка: карта или другое средство, с которого можно списывать. */
export interface OperatedBinding {
  /** Идентификатор у покупателя. */
  id: string;
  /** Когда создана. */
  createdAt: string;
  status: OperatedBindingStatus;
  /** Списываются ли платежи с этой привязки. */
  isActive: boolean;
  /** Средство платежа. */
  toolType: string;
  /** Маска карты или телефона. */
  tool?: string;
  /** Платёжная система карты. */
  paymentSystem?: string;
  /** Коннектор, который проверил привязку. */
  connector: string;
  /** Коды отказа от общего к точному через двоеточие: `authorization_failed:insufficient_funds`. */
  errorCode?: string;
}

/** Покупатель с привязками и последними платежами. */
export interface OperatedCustomerDetails {
  /** Идентификатор. */
  customerID: string;
  /** Участник. */
  partyID: string;
  /** Магазин. */
  shopID: string;
  /** Идентификатор, который дал участник. */
  externalID?: string;
  /** Когда создан. */
  createdAt: string;
  status: OperatedCustomerStatus;
  /** Когда удалён. */
  deletedAt?: string;
  /** Почта; без роли `support` или `finance` скрыта частично. */
  email?: string;
  /** Телефон; без роли `support` или `finance` видны только последние цифры. */
  phone?: string;
  /** Привязки от старой к новой. */
  bindings: OperatedBinding[];
  /** Последние платежи, не больше 50. */
  payments: OperatedPayment[];
}

import type {
  OperatedChargeback,
  OperatedRefund,
  OperatedRefundStatus,
  PageQuery,
} from '../payments/operated-payment.types';
import type { EntityID } from '../timelines/timeline.types';
import type { MinorAmount } from '../shared/amount.types';

/** Какие возвраты магазина показать. */
export interface OperatedRefundFilter extends PageQuery {
  /** Состояние. */
  status?: OperatedRefundStatus;
  /** Инвойс. */
  invoiceID?: EntityID;
}

/** Состояние чарджбэка. */
export type OperatedChargebackStatus = 'pending' | 'accepted' | 'rejected' | 'cancelled';

/** Какие чарджбэки магазина показать. */
export interface OperatedChargebackFilter extends PageQuery {
  /** Состояние. */
  status?: OperatedChargebackStatus;
  /** Инвойс. */
  invoiceID?: EntityID;
}

/** Возврат в списке. */
export interface ListedRefund extends OperatedRefund {
  /** Инвойс. */
  invoiceID: string;
  /** Платёж в инвойсе. */
  paymentID: string;
  /** Участник. */
  partyID: string;
  /** Магазин. */
  shopID: string;
  /** Идентификатор, который дал участник. */
  externalID?: string;
}

/** Чарджбэк в списке. */
export interface ListedChargeback extends OperatedChargeback {
  /** Инвойс. */
  invoiceID: string;
  /** Платёж в инвойсе. */
  paymentID: string;
  /** Участник. */
  partyID: string;
  /** Магазин. */
  shopID: string;
  /** До какого времени нужно ответить. */
  answerDueAt?: string;
}

/** Страница возвратов. */
export interface OperatedRefunds {
  /** Возвраты от нового к старому. */
  refunds: ListedRefund[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Страница чарджбэков. */
export interface OperatedChargebacks {
  /** Чарджбэки от нового к старому. */
  chargebacks: ListedChargeback[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Состояние вывода или пополнения. */
export type MovementStatus = 'Pending' | 'Succeeded' | 'Failed';

/** Какие выводы или пополнения участника показать. */
export interface MovementFilter extends PageQuery {
  /** Состояние. */
  status?: MovementStatus;
  /** Кошелёк. */
  walletID?: EntityID;
}

/** Движение денег кошелька. */
export interface WalletMovement {
  /** Идентификатор. */
  id: string;
  /** Участник. */
  partyID: string;
  /** Владелец кошелька. */
  identityID?: string;
  /** Кошелёк. */
  walletID: string;
  /** Когда создано. */
  createdAt: string;
  status: MovementStatus;
  /** Сумма в минимальных единицах валюты. */
  amount: MinorAmount;
  /** Код валюты по ISO 4217. */
  currency: string;
  /** Комиссия платформы. */
  fee?: MinorAmount;
  /** Идентификатор, который дал участник. */
  externalID?: string;
  /** Код отказа. */
  errorCode?: string;
}

/** Вывод средств. */
export interface OperatedWithdrawal extends WalletMovement {
  /** Получатель. */
  destinationID: string;
  /** Когда изменилось состояние. */
  statusChangedAt: string;
  /** Сколько ушло из кошелька, в валюте кошелька. */
  sourceAmount: MinorAmount;
  /** Валюта кошелька. */
  sourceCurrency: string;
  /** Сколько получил получатель, в его валюте. */
  destinationAmount: MinorAmount;
  /** Валюта получателя. */
  destinationCurrency: string;
  /** Коннектор; нет, если вывести было некому. */
  connector?: string;
  /** Номер операции у провайдера. */
  connectorReference?: string;
  /** Когда исполненный вывод вернулся. */
  returnedAt?: string;
}

/** Страница выводов. */
export interface OperatedWithdrawals {
  /** Выводы от нового к старому. */
  withdrawals: OperatedWithdrawal[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Пополнение кошелька. */
export interface OperatedDeposit extends WalletMovement {
  /** Источник. */
  sourceID: string;
  /** Сколько отменено. */
  revertedAmount: MinorAmount;
  /** Описание. */
  description?: string;
}

/** Страница пополнений. */
export interface OperatedDeposits {
  /** Пополнения от нового к старому. */
  deposits: OperatedDeposit[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

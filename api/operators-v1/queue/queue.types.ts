import type { WorkFact } from '../../../domain/operators/queue/work-facts';
import type { MinorAmount } from '../shared/amount.types';
import type { WholeNumber } from '../../../domain/platform/fields/whole-number';

/**
 * Что ждёт оператора: `approvals` — команды, которые ждут одобрения, `reviews` — платежи, которые ждут решения до авторизации, `chargebacks` — открытые чарджбэки со сроком ответа, `endingHolds` — удержания, которые закончатся в ближайшие 24 часа,
 * `payouts` — выводы, которые ещё не закончились, `findings` — расхождения сверки, `endpoints` — вебхуки, которые не принимают сообщений,
 * `destinations` — назначения вывода, которые ждут одобрения, `workflows` — рабочие процессы Temporal,
 * которые не работают и после двух перезапусков.
 */
export type QueueKind =
  | 'approvals'
  | 'reviews'
  | 'chargebacks'
  | 'endingHolds'
  | 'payouts'
  | 'findings'
  | 'endpoints'
  | 'destinations'
  | 'workflows';

/** Сколько ждёт. */
export interface QueueCount {
  /** Вид: `approvals`, `reviews`, `chargebacks`, `endingHolds`, `payouts`, `findings`, `endpoints`, `destinations`, `workflows`. */
  kind: string;
  /** Сколько; больше 10 000 не считается. */
  count: WholeNumber;
  /** Ближайший срок, или с какого времени ждёт первый. */
  firstAt?: string;
  /** Где список. */
  path: string;
}

/** Сколько чего ждёт оператора. */
export interface QueueCounts {
  /** По одному на вид. */
  queues: QueueCount[];
}

/** Что ждёт оператора. */
export interface QueueItem {
  /** Идентификатор: `INVOICE.PAYMENT` удержания или проверяемого платежа, `INVOICE.PAYMENT.CHARGEBACK`, вывода, расхождения, вебхука, команды, процесса Temporal. */
  id: string;
  /** Срок (чарджбэк, удержание, проверка), или с какого времени ждёт. */
  at: string;
  /** Участник. */
  partyID?: string;
  /** Магазин. */
  shopID?: string;
  /** Сумма в минимальных единицах валюты. */
  amount?: MinorAmount;
  /** Код валюты по ISO 4217. */
  currency?: string;
  fact: WorkFact;
  /** Кто из операторов открыл его последним. */
  openedBy?: string;
  /** Когда. */
  openedAt?: string;
}

/** Какое дело открыто. */
export interface OpenedItem {
  /**
   * Идентификатор из списка.
   * @minLength 1
   * @maxLength 200
   */
  id: string;
}

/** Страница списка. */
export interface QueueItems {
  /** От самого срочного или старого. */
  items: QueueItem[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

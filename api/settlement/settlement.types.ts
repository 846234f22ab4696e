import type {
  BalanceTransactionSource,
  BalanceTransactionType,
} from '../../domain/merchants/settlement/balance-transaction';

/**
 * Сумма в минимальных единицах валюты; отрицательная, если магазин её отдаёт или должен.
 *
 * @isLong
 * @minimum -9007199254740991
 * @maximum 9007199254740991
 * @example 97500
 */
export type SignedAmount = number;

/**
 * Деньги магазина в одной валюте. `pending`, `available` и `reserved` в сумме равны тому, что платформа должна магазину; без
 * `reserve` это сумма операций по балансу.
 */
export interface ShopBalance {
  /** Валюта по ISO 4217. */
  currency: string;
  /** Получено, но станет доступно позже. */
  pending: SignedAmount;
  /** Доступно к выплате. */
  available: SignedAmount;
  /** Зарезервировано под начатые возвраты и чарджбэки, и `reserve`. */
  reserved: SignedAmount;
  /** Часть `reserved`: резерв по условиям магазина, который вернётся на баланс в свой срок. */
  reserve: SignedAmount;
  /** В пути на счёт в банке. */
  inTransit: SignedAmount;
  /**
   * Когда закроется следующий пакет; нет, если пакеты закрывает оператор.
   *
   * @format date-time
   */
  nextCloseAt?: string;
}

/** Операция по балансу: одна проводка, которая изменила то, что платформа должна магазину. */
export interface BalanceTransaction {
  /** Идентификатор проводки. */
  id: string;
  type: BalanceTransactionType;
  /** Сумма до удержания комиссии; ноль, если операция и есть комиссия. */
  gross: SignedAmount;
  /** Удержанная комиссия с НДС; отрицательная, если её вернули. */
  fee: SignedAmount;
  /** НДС в составе комиссии. */
  vat: SignedAmount;
  /** Изменение баланса: `gross` за вычетом `fee`. */
  net: SignedAmount;
  /** Валюта по ISO 4217. */
  currency: string;
  source: BalanceTransactionSource;
  /**
   * Время проводки.
   *
   * @format date-time
   */
  createdAt: string;
  /**
   * День, с которого сумма доступна к выплате.
   *
   * @format date
   */
  availableOn: string;
  /** Пакет, в который вошла операция; нет, пока она не вошла ни в один. */
  batchID?: string;
  /** Пояснение оператора к поправке или списанию. */
  text?: string;
}

/** Страница операций по балансу. */
export interface BalanceTransactionPage {
  /** Операции, от новых к старым. */
  result: BalanceTransaction[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Пакет: доступные к выплате операции магазина в одной валюте. Закрытый пакет не меняется. */
export interface SettlementBatch {
  /** Идентификатор пакета. */
  id: string;
  /** Магазин. */
  shopID: string;
  /** Валюта по ISO 4217. */
  currency: string;
  /**
   * Номер среди пакетов магазина в этой валюте, с единицы.
   *
   * @isInt
   */
  number: number;
  /** Статус: `open` — закрывается, `closed` — закрыт. */
  status: 'open' | 'closed';
  /**
   * В пакете операции, доступные не позже этого дня.
   *
   * @format date
   */
  untilDay: string;
  /**
   * Когда началось закрытие.
   *
   * @format date-time
   */
  begunAt: string;
  /**
   * Когда пакет закрыт.
   *
   * @format date-time
   */
  closedAt?: string;
  /** Остаток предыдущего пакета. */
  opening: SignedAmount;
  /**
   * Сколько операций в закрытом пакете, кроме его выплаты.
   *
   * @isInt
   */
  lineCount?: number;
  /** Сумма операций закрытого пакета за вычетом комиссий. */
  net?: SignedAmount;
  /** Выплата закрытого пакета; 0, если платить нечего. */
  payout?: SignedAmount;
  /** Остаток закрытого пакета: `opening` и `net` за вычетом `payout`. Переходит в следующий пакет. */
  closing?: SignedAmount;
}

/** Страница пакетов. */
export interface SettlementBatchPage {
  /** Пакеты, от новых к старым. */
  result: SettlementBatch[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/**
 * Статус выплаты: `pending` — создана, `sent` — передана банку, `paid` — зачислена, `failed` — банк отказал, `returned` — деньги
 * вернулись после зачисления, `cancelled` — отменена до отправки. Деньги неудавшейся выплаты возвращаются на баланс.
 */
export type PayoutStatus = 'pending' | 'sent' | 'paid' | 'failed' | 'returned' | 'cancelled';

/** Выплата магазину по закрытому пакету. */
export interface Payout {
  /** Идентификатор выплаты. */
  id: string;
  /** Участник. */
  partyID: string;
  /** Магазин. */
  shopID: string;
  /** Пакет, по которому создана выплата. */
  batchID: string;
  /** Сумма выплаты. */
  amount: SignedAmount;
  /** Валюта по ISO 4217. */
  currency: string;
  status: PayoutStatus;
  /**
   * Время изменения статуса.
   *
   * @format date-time
   */
  statusChangedAt: string;
  /**
   * Время создания.
   *
   * @format date-time
   */
  createdAt: string;
  /** Почему выплата не удалась, возвращена или отменена. */
  reason?: string;
  /** Номер операции в банке. */
  bankReference?: string;
  /**
   * Раньше этого времени не отправляется: реквизиты счёта недавно изменены.
   *
   * @format date-time
   */
  sendFrom?: string;
}

/** Страница выплат. */
export interface PayoutPage {
  /** Выплаты, от новых к старым. */
  result: Payout[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}

/** Уточнение причины ошибки. */
export interface SubFailure {
  /** Код уточнения. */
  code: string;
  /** Дальнейшее уточнение. */
  subError?: SubFailure;
}

/**
 * Статус операции: `Pending` — выполняется, `Succeeded` — выполнена, `Failed` — не выполнена. Последние два
 * статуса конечные.
 */
export type OperationStatus = 'Pending' | 'Succeeded' | 'Failed';

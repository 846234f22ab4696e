/** Уточнение причины ошибки. */
export interface SubFailure {
  /** Код уточнения. */
  code: string;
  /** Дальнейшее уточнение. */
  subError?: SubFailure;
}

/**
 * Состояние операции: `Pending` — выполняется, `Succeeded` — выполнена, `Failed` — не выполнена. Два последних
 * состояния конечные.
 */
export type OperationStatus = 'Pending' | 'Succeeded' | 'Failed';

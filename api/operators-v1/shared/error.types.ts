/** Почему запрос отклонён. */
export interface OperatorError {
  /** Код ошибки. */
  code: string;
  /** Объяснение на английском языке. */
  message: string;
}

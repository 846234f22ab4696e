/** Что не так с ответом эквайера: не принял реквизиты, не ответил или ответил иначе, чем описано. */
export type AccountFailure = 'credentialsRefused' | 'noAnswer' | 'unexpectedAnswer';

/** Проверочный запрос к эквайеру с реквизитами учётной записи: он ничего не меняет. */
export interface AccountTest {
  /** Ответил ли эквайер как описано, и если нет, что не так. */
  outcome: 'answered' | AccountFailure;
  /** Сколько миллисекунд шёл ответ или ожидание. */
  milliseconds: number;
  /** Код ответа HTTP, если ответ был. */
  status?: number;
}

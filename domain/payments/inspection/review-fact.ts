import type { ReviewOutcome } from './review';

/** Проверка платежа оператором до авторизации. */
export interface ReviewFact {
  /** Вид. */
  type: 'review';
  /** `started` — платёж ждёт решения, `approved` — пропущен, `rejected` — отклонён, `expired` — срок прошёл, платёж отклонён. */
  step: 'started' | ReviewOutcome;
  /** Правило до авторизации. */
  rule: string;
  /** До какого времени можно решить. */
  until?: string;
  /** Имя оператора. */
  by?: string;
  /** Причина решения: показывается как есть. */
  text?: string;
}

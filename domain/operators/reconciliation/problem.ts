/** Почему сверка сейчас невозможна. */
export interface ReconciliationProblem {
  /**
   * `notConfigured` — учётной записи нет, `listsNothing` — коннектор не перечисляет операции, `repeatsPage` — повторяет страницу списка,
   * `unreadableRows` — слишком много строк нельзя прочитать, `unavailable` — коннектор недоступен.
   */
  kind: 'notConfigured' | 'listsNothing' | 'repeatsPage' | 'unreadableRows' | 'unavailable';
  /** Ответ коннектора или нарушенное правило первой строки: показывается как есть. */
  text?: string;
}

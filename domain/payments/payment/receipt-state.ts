/** Состояние кассового чека по 54-ФЗ: касса ещё не ответила, зарегистрировала чек или отказала. */
export type ReceiptState = 'pending' | 'registered' | 'refused';

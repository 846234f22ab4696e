/** What an acquirer's answer can contradict. */
export const ANSWER_FACTS = [
  'operation',
  'authorisation',
  'reference',
  'authorisationReference',
  'amount',
  'currency',
  'state',
  'isTest',
  'account',
  'fee',
] as const;
/** Что отличается: имя операции или авторизации, их номера у провайдера, сумма, валюта, состояние, тестовый режим, счёт, комиссия. */
export type AnswerFact = (typeof ANSWER_FACTS)[number];

/** A fact as it was requested and as it was answered; amounts in minor units. `answered` is absent if the answer lacks it. */
export interface AnswerDifference {
  fact: AnswerFact;
  requested: string;
  answered?: string;
}

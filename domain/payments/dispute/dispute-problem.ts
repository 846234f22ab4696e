/** Почему сообщение о споре не применено; `refused` — чарджбэк нельзя изменить так, как в нём сказано; `notConfirmed` —
 * эквайер на запрос отвечает иначе; `answerRefused` — эквайер не принял ответ на спор. */
export type DisputeProblem =
  | 'unknownPayment'
  | 'noChargeback'
  | 'noAmount'
  | 'differentAmount'
  | 'differentCurrency'
  | 'chargebackEnded'
  | 'otherChargeback'
  | 'paymentStatus'
  | 'exceedsPayment'
  | 'refused'
  | 'notConfirmed'
  | 'answerRefused';

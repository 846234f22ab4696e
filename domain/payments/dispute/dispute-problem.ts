/** Почему сообщение о споре не применено; `refused` — чарджбэк нельзя изменить так, как в нём сказано. */
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
  | 'refused';

/** What a line of a receipt pays for: tag 1212 of 54-FZ, an extension of the contract. */
export const PAYMENT_SUBJECTS = [
  ...(['commodity', 'excise', 'job', 'service', 'payment', 'composite', 'another'] as const),
  ...(['intellectual_activity', 'property_right', 'agent_commission', 'lottery', 'gambling_bet'] as const),
  ...(['insurance_premium', 'resort_fee', 'fine', 'tax'] as const),
] as const;

export type PaymentSubject = (typeof PAYMENT_SUBJECTS)[number];

/** How a line is paid: tag 1214 of 54-FZ, an extension of the contract. */
export const PAYMENT_MODES = [
  ...(['full_payment', 'full_prepayment', 'partial_prepayment', 'advance'] as const),
  ...(['partial_payment', 'credit', 'credit_payment'] as const),
] as const;

export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** Modes of money that is received before the goods: a second receipt is due when they are handed over. */
export const PREPAYMENT_MODES: ReadonlySet<PaymentMode> = new Set(['full_prepayment', 'partial_prepayment', 'advance']);

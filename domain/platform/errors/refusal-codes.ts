/** Refusals of payments, invoices and their shops: `/v2` answers 400 with the code, the Wallet API never gives them. */
export const PAYMENT_REFUSAL_CODES = [
  // party and shop
  'ambiguousPartyID',
  'invalidShopID',
  'invalidShopStatus',
  'invalidContractStatus',
  'operationNotPermitted',
  // invoice
  'invalidInvoiceCart',
  'invalidInvoiceCost',
  'invalidInvoiceStatus',
  'invoiceTermsViolated',
  'invoicePaymentPending',
  'invalidAllocation',
  'allocationNotPermitted',
  // payment
  'invalidPaymentStatus',
  'invalidPaymentToolToken',
  'invalidPaymentSession',
  'invalidPaymentResource',
  'invalidProcessingDeadline',
  'invalidRecurrentParent',
  'inconsistentCaptureCurrency',
  'amountExceededCaptureBalance',
  // refund and chargeback
  'inconsistentRefundCurrency',
  'invoicePaymentAmountExceeded',
  'insufficentAccountBalance',
  'refundCartConflict',
  'chargebackInProgress',
  'evidenceClosed',
  'evidenceFileTooLarge',
  'evidenceTypeNotAllowed',
  'evidenceFileDamaged',
  'evidenceFileUnsafe',
] as const;

/**
 * The closed list of reasons for refusing a request. Each API maps every code to its own status and body (`satisfies
 * Record<…>`), so an unmapped code does not compile.
 */
export const REFUSAL_CODES = [
  // the request itself
  'invalidRequest',
  'invalidDeadline',
  'limitExceeded',
  'deadlineExceeded',
  'unauthorized',
  'forbidden',
  'insufficientScope',
  'tooManyRequests',
  'notFound',
  'unknownOperation',
  'methodNotAllowed',
  'externalIDConflict',
  'temporarilyUnavailable',
  'outcomeUnknown',
  // the party
  'invalidPartyID',
  'invalidPartyStatus',
  ...PAYMENT_REFUSAL_CODES,
  'invalidChargebackStatus',
  // operator commands
  'invalidCommandState',
  // webhooks
  'webhookLimitExceeded',
  // the wallet half
  'invalidOperationParameters',
  'badFilter',
  'badIdentity',
  'badToken',
  'badResourceToken',
  'reportTooLarge',
  // the operators' API
  'versionRequired',
  'versionConflict',
] as const;

/** Почему запрос отклонён. */
export type RefusalCode = (typeof REFUSAL_CODES)[number];
export type PaymentRefusalCode = (typeof PAYMENT_REFUSAL_CODES)[number];

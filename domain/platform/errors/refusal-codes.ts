/**
 * The closed list of reasons for refusing a request. Each API maps every code to its own status and body (`satisfies
 * Record<RefusalCode, …>`), so an unmapped code does not compile.
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
  // party and shop
  'invalidPartyID',
  'ambiguousPartyID',
  'invalidShopID',
  'invalidPartyStatus',
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
  'invalidChargebackStatus',
  'evidenceClosed',
  'evidenceFileTooLarge',
  'evidenceTypeNotAllowed',
  'evidenceFileDamaged',
  'evidenceFileUnsafe',
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

import type {
  CreateBindingError,
  CreateInvoiceWithTemplateError,
  CreatePaymentError,
  DefaultLogicError,
} from './api/types';

/** Every way in which paying may end or be held up, as far as a payer does something else about it. */
export type Outcome =
  // of a payment
  | 'invalidTool'
  | 'limitExceeded'
  | 'insufficientFunds'
  | 'notConfirmed'
  | 'rejectedByBank'
  | 'rejected'
  | 'cancelledPayment'
  // of the request
  | 'toolExpired'
  | 'methodRefused'
  | 'wrongData'
  | 'underWay'
  | 'shopClosed'
  | 'amountRefused'
  | 'chosenAmountRefused'
  | 'notReached'
  | 'busy'
  | 'unknownEnd'
  // of the link
  | 'badLink'
  | 'linkExpired'
  | 'absent'
  | 'invoiceCancelled'
  | 'invoiceOverdue'
  | 'notPayable'
  | 'noMethods';

/** The codes of failed payments that a payer's token is told. */
const FAILURES = {
  InvalidPaymentTool: 'invalidTool',
  AccountLimitsExceeded: 'limitExceeded',
  InsufficientFunds: 'insufficientFunds',
  PreauthorizationFailed: 'notConfirmed',
  RejectedByIssuer: 'rejectedByBank',
  PaymentRejected: 'rejected',
} as const satisfies Record<string, Outcome>;

type RefusalCode = (
  CreatePaymentError | CreateBindingError | CreateInvoiceWithTemplateError | DefaultLogicError
)['code'];

/** The codes with which the operations that the page calls refuse. One that is published and not answered does not compile. */
const REFUSALS = {
  invalidRequest: 'wrongData',
  limitExceeded: 'wrongData',
  invalidDeadline: 'notReached',
  changesetConflict: 'notReached',
  invalidChangeset: 'notReached',
  invalidPartyStatus: 'shopClosed',
  invalidShopStatus: 'shopClosed',
  invalidContractStatus: 'shopClosed',
  operationNotPermitted: 'shopClosed',
  invalidInvoiceStatus: 'notPayable',
  invoicePaymentPending: 'underWay',
  invalidPaymentToolToken: 'toolExpired',
  invalidPaymentSession: 'toolExpired',
  invalidPaymentResource: 'methodRefused',
  invalidProcessingDeadline: 'notReached',
  invalidRecurrentParent: 'shopClosed',
  invoiceTermsViolated: 'amountRefused',
} as const satisfies Record<RefusalCode, Outcome>;

/** Every code that the page may be told. */
export const CODES: Readonly<Record<string, Outcome>> = { ...FAILURES, ...REFUSALS };

/** What a code means for the payer; one that is not published yet is a refusal without a reason. */
export function outcomeOf(code: string | undefined): Outcome {
  return (code !== undefined && Object.hasOwn(CODES, code) && CODES[code]) || 'rejected';
}

import type {
  CancelPaymentError,
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
  | 'abandoned'
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

/** What was paid with, as far as it changes what the payer is told: `transfer` is whatever he carries elsewhere. */
export type ToolKind = 'card' | 'phone' | 'wallet' | 'transfer';

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
  CancelPaymentError | CreatePaymentError | CreateBindingError | CreateInvoiceWithTemplateError | DefaultLogicError
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
  // The page asks for none but the invoice's due date.
  invalidProcessingDeadline: 'notPayable',
  // Of what the payer wants to give up: it has ended.
  invalidPaymentStatus: 'underWay',
  invalidRecurrentParent: 'shopClosed',
  invoiceTermsViolated: 'amountRefused',
} as const satisfies Record<RefusalCode, Outcome>;

/** After these nothing was charged, unless the payer has sent money in a way of which nobody hears. */
export const UNCHARGED: readonly Outcome[] = [
  'invalidTool',
  'limitExceeded',
  'insufficientFunds',
  'notConfirmed',
  'rejectedByBank',
  'rejected',
  'abandoned',
  'toolExpired',
  'methodRefused',
  'wrongData',
  'shopClosed',
  'amountRefused',
  'chosenAmountRefused',
  'invoiceOverdue',
];

/** Every code that the page may be told. */
export const CODES: Readonly<Record<string, Outcome>> = { ...FAILURES, ...REFUSALS };

/** What a code means for the payer; one that is not published yet is a refusal without a reason. */
export function describeOutcome(code: string | undefined): Outcome {
  return (code !== undefined && Object.hasOwn(CODES, code) && CODES[code]) || 'rejected';
}

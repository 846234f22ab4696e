import type {
  CancelPaymentError,
  CreateBindingError,
  CreateInvoiceWithTemplateError,
  CreatePaymentError,
  DefaultLogicError,
} from './api/types';
import type { PayerFailureCode } from '../../domain/payments/payment/payment-failure';

export type FinalOutcome =
  // of a payment
  | PayerFailureCode
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

/**
 * The tool's kind, as far as texts depend on it: `cardInWallet` is one of Apple Pay and its like, `binding` a card that is
 * not paid with, `transfer` is paid outside the page.
 */
export type ToolKind = 'card' | 'cardInWallet' | 'binding' | 'phone' | 'wallet' | 'transfer';

type RefusalCode = (
  CancelPaymentError | CreatePaymentError | CreateBindingError | CreateInvoiceWithTemplateError | DefaultLogicError
)['code'];

/** Refusal codes of the operations that the page calls. An unmapped code does not compile. */
const REFUSALS = {
  invalidRequest: 'wrongData',
  limitExceeded: 'wrongData',
  invalidDeadline: 'notReached',
  changesetConflict: 'notReached',
  invalidChangeset: 'notReached',
  invalidPartyStatus: 'shopClosed',
  invalidShopStatus: 'shopClosed',
  invalidContractStatus: 'shopClosed',
  operationNotPermitted: 'methodRefused',
  invalidInvoiceStatus: 'notPayable',
  invoicePaymentPending: 'underWay',
  invalidPaymentToolToken: 'toolExpired',
  invalidPaymentSession: 'toolExpired',
  invalidPaymentResource: 'methodRefused',
  // The page sends only the invoice's due date.
  invalidProcessingDeadline: 'notPayable',
  // The attempt that the payer wants to give up has ended.
  invalidPaymentStatus: 'underWay',
  invalidRecurrentParent: 'shopClosed',
  invoiceTermsViolated: 'amountRefused',
} as const satisfies Record<RefusalCode, FinalOutcome>;

const FAILURES: readonly PayerFailureCode[] = [
  'InvalidPaymentTool',
  'AccountLimitsExceeded',
  'InsufficientFunds',
  'PreauthorizationFailed',
  'RejectedByIssuer',
  'PaymentRejected',
];

/** Outcomes after which nothing was charged, unless the payer sent money outside the page. */
export const UNCHARGED: readonly FinalOutcome[] = [
  ...FAILURES,
  'abandoned',
  'toolExpired',
  'methodRefused',
  'wrongData',
  'shopClosed',
  'amountRefused',
  'chosenAmountRefused',
  'invoiceOverdue',
];

export const CODES: Readonly<Record<string, FinalOutcome>> = {
  ...Object.fromEntries(FAILURES.map((code) => [code, code])),
  ...REFUSALS,
};

export function describeOutcome(code: string | undefined): FinalOutcome {
  return (code !== undefined && Object.hasOwn(CODES, code) && CODES[code]) || 'PaymentRejected';
}

import type { PaymentStatus } from '../../domain/payment/payment.machine';
import type { PaymentToolDetails } from '../../domain/payment/payment-tool';
import type { Conditions } from '../listing/conditions';

/** What a payment may be asked for; all that is given must hold. */
export interface PaymentConditions {
  status?: PaymentStatus | undefined;
  flow?: 'instant' | 'hold' | undefined;
  toolType?: PaymentToolDetails['type'] | undefined;
  terminalProvider?: string | undefined;
  invoiceID?: string | undefined;
  paymentID?: string | undefined;
  payerEmail?: string | undefined;
  payerIP?: string | undefined;
  payerFingerprint?: string | undefined;
  customerID?: string | undefined;
  first6?: string | undefined;
  /** The card's last digits, four or fewer. */
  last4?: string | undefined;
  rrn?: string | undefined;
  approvalCode?: string | undefined;
  tokenProvider?: string | undefined;
  paymentSystem?: string | undefined;
  amountMinor?: bigint | undefined;
}

const LAST_DIGITS = 4;

/** Adds the conditions on payments, whose table is called `p`. */
export function addPaymentConditions(where: Conditions, given: PaymentConditions): void {
  where
    .addGiven('p.status = ?', given.status)
    .addGiven('p.flow = ?', given.flow)
    .addGiven('p.tool_type = ?', given.toolType)
    .addGiven('p.terminal_provider = ?', given.terminalProvider)
    .addGiven('p.invoice_id = ?', given.invoiceID)
    .addGiven('p.id = ?', given.paymentID)
    .addGiven('p.payer_email = ?', given.payerEmail)
    .addGiven('p.payer_ip = ?', given.payerIP)
    .addGiven('p.payer_fingerprint_hash = md5(?)', given.payerFingerprint)
    .addGiven('p.customer_id = ?', given.customerID)
    .addGiven('p.card_first6 = ?', given.first6)
    .addGiven('p.rrn = ?', given.rrn)
    .addGiven('p.approval_code = ?', given.approvalCode)
    .addGiven('p.card_token_provider = ?', given.tokenProvider)
    .addGiven('p.card_payment_system = ?', given.paymentSystem)
    .addGiven('p.amount = ?', given.amountMinor);
  const { last4 } = given;
  if (last4?.length === LAST_DIGITS) where.add('p.card_last4 = ?', last4);
  else if (last4) where.add(`p.card_last4 LIKE '%' || ?::text`, last4);
}

/** Whether anything is asked of the payments at all. */
export function asksOfPayments(given: PaymentConditions): boolean {
  return Object.values(given).some((value) => value !== undefined && value !== '');
}

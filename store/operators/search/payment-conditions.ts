import type { PaymentStatus } from '../../../domain/payments/payment/payment.machine';
import type { PaymentToolDetails } from '../../../domain/payments/payment/payment-tool';
import { where, type Condition } from '../../platform/listing/condition';

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
  last4?: string | undefined;
  rrn?: string | undefined;
  approvalCode?: string | undefined;
  tokenProvider?: string | undefined;
  paymentSystem?: string | undefined;
  amountMinor?: bigint | undefined;
}

const LAST_DIGITS = 4;

/** The conditions on the payments table `p`. */
export function toPaymentConditions(given: PaymentConditions): (Condition | undefined)[] {
  const { last4 } = given;
  return [
    where('p.status = ?', given.status),
    where('p.flow = ?', given.flow),
    where('p.tool_type = ?', given.toolType),
    where('p.terminal_provider = ?', given.terminalProvider),
    where('p.invoice_id = ?', given.invoiceID),
    where('p.id = ?', given.paymentID),
    where('lower(p.payer_email) = lower(?::text)', given.payerEmail),
    where('p.payer_ip = ?', given.payerIP),
    where('p.payer_fingerprint_hash = md5(?)', given.payerFingerprint),
    where('p.customer_id = ?', given.customerID),
    where('p.card_first6 = ?', given.first6),
    where('p.rrn = ?', given.rrn),
    where('p.approval_code = ?', given.approvalCode),
    where('p.card_token_provider = ?', given.tokenProvider),
    where('p.card_payment_system = ?', given.paymentSystem),
    where('p.amount = ?', given.amountMinor),
    last4?.length === LAST_DIGITS ? where('p.card_last4 = ?', last4) : endingIn(last4),
  ];
}

function endingIn(digits: string | undefined): Condition | undefined {
  return where(`p.card_last4 LIKE '%' || ?::text`, digits || undefined);
}

export function hasPaymentConditions(given: PaymentConditions): boolean {
  return Object.values(given).some((value) => value !== undefined && value !== '');
}

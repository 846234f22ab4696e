import type { ReactNode } from 'react';
import { useCommand, type FollowedCommand } from '../../parts/commands';
import { useSession } from '../../session/session';
import { ReviewActions } from '../queue/review-actions';
import { LinkButton } from '../invoice/link-button';
import { PaymentDecisions, type PaymentDecision } from './payment-decisions';
import type { PaymentDetails } from './payment-parts';
import { ResendButton } from './resend-button';

const TYPES = { capture: 'capturePayment', cancel: 'cancelPayment', refund: 'refundPayment' } as const;

/** The buttons that the person's roles and the state of the payment allow. */
export function PaymentActions(props: { payment: PaymentDetails; commands: FollowedCommand[] }): ReactNode {
  const { payment, commands } = props;
  const { has } = useSession();
  const request = useCommand();
  const { invoiceID, paymentID, currency } = payment;
  const isUndecided = !commands.some(({ state }) => state === 'AwaitingApproval' || state === 'Approved');
  const mayDecide = has('support', 'finance') && isUndecided;
  const isHeld = payment.status === 'processed' && payment.target === undefined && mayDecide;
  const isRefundable = payment.refundableAmount > 0 && !payment.chargebacks.some(({ status }) => status === 'pending');
  const isPayable = ['pending', 'failed', 'cancelled'].includes(payment.status);
  const submit = async ({ action, amount, reason }: PaymentDecision): Promise<void> => {
    const money: Record<string, string | number> = action === 'cancel' ? {} : { amount, currency };
    await request({ type: TYPES[action], parameters: { invoiceID, paymentID, ...money }, reason });
  };
  return (
    <PaymentDecisions
      offered={{ capture: isHeld, refund: isRefundable && mayDecide, cancel: isHeld }}
      payment={payment}
      onSubmit={submit}
    >
      {payment.reviewUntil !== undefined && mayDecide && <ReviewActions {...{ invoiceID, paymentID }} />}
      {has('support') && <ResendButton partyID={payment.partyID} subject={`invoice/${invoiceID}`} />}
      {isPayable && has('support') && <LinkButton invoiceID={invoiceID} />}
    </PaymentDecisions>
  );
}

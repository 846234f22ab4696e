import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { CommandChoice, type OfferedCommand } from '../../parts/command-choice';
import type { FollowedCommand } from '../../parts/commands';
import type { ReasonedDecision } from '../../parts/decision';
import { useSession } from '../../session/session';
import { ReviewActions } from '../queue/review-actions';
import { LinkButton } from '../invoice/link-button';
import { usePaymentDecisions } from './payment-decisions';
import { ResendButton } from './resend-button';

const TYPES = { capture: 'capturePayment', cancel: 'cancelPayment', refund: 'refundPayment' } as const;

/** The buttons that the person's roles and the state of the payment allow. */
export function PaymentActions(props: {
  payment: Schemas['OperatedPaymentDetails'];
  commands: FollowedCommand[];
}): ReactNode {
  const { payment, commands } = props;
  const { has } = useSession();
  const { invoiceID, paymentID, currency } = payment;
  const isUndecided = !commands.some(({ state }) => state === 'AwaitingApproval' || state === 'Approved');
  const mayDecide = has('support', 'finance') && isUndecided;
  const isHeld = payment.status === 'processed' && payment.target === undefined && mayDecide;
  const isRefundable = payment.refundableAmount > 0 && !payment.chargebacks.some(({ status }) => status === 'pending');
  const isPayable = ['pending', 'failed', 'cancelled'].includes(payment.status);
  const decisions = usePaymentDecisions(payment, {
    capture: isHeld,
    refund: isRefundable && mayDecide,
    cancel: isHeld,
  });
  const choices = decisions.map(({ action, ...choice }): OfferedCommand => {
    const given = { given: ({ amount }: ReasonedDecision) => ({ amount, currency }) };
    return { ...choice, type: TYPES[action], ...(choice.money && given) };
  });
  return (
    <div className="row-actions">
      <CommandChoice choices={choices} parameters={{ invoiceID, paymentID }} />
      {payment.reviewUntil !== undefined && mayDecide && <ReviewActions {...{ invoiceID, paymentID }} />}
      {has('support') && <ResendButton partyID={payment.partyID} subject={`invoice/${invoiceID}`} />}
      {isPayable && has('support') && <LinkButton invoiceID={invoiceID} />}
    </div>
  );
}

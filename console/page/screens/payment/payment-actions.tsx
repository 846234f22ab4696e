import { useState, type ReactNode } from 'react';
import { useCommand, type FollowedCommand } from '../../parts/commands';
import { DecisionDialog } from '../../parts/decision-dialog';
import { moneyText } from '../../parts/format';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { LinkButton } from '../invoice/link-button';
import type { PaymentDetails } from './payment-parts';
import { ResendButton } from './resend-button';

type ActionName = 'capture' | 'cancel' | 'refund';

const TYPES = { capture: 'capturePayment', cancel: 'cancelPayment', refund: 'refundPayment' } as const;

/** The buttons that the person's roles and the state of the payment allow. */
export function PaymentActions(props: { payment: PaymentDetails; commands: FollowedCommand[] }): ReactNode {
  const { payment, commands } = props;
  const { payment: texts } = useTexts();
  const { has } = useSession();
  const [open, setOpen] = useState<ActionName>();
  const isUndecided = !commands.some(({ state }) => state === 'AwaitingApproval' || state === 'Approved');
  const isHeld = payment.status === 'processed' && payment.target === undefined && isUndecided;
  const mayDecide = has('support', 'finance');
  const buttons: [ActionName, boolean, string][] = [
    ['capture', isHeld && mayDecide, 'primary'],
    ['refund', payment.refundableAmount > 0 && mayDecide && isUndecided, 'primary'],
    ['cancel', isHeld && mayDecide, ''],
  ];
  const isPayable = ['pending', 'failed', 'cancelled'].includes(payment.status);
  return (
    <div className="row-actions">
      {buttons.map(
        ([name, isShown, look]) =>
          isShown && (
            <button type="button" key={name} className={`button ${look}`} onClick={() => setOpen(name)}>
              {texts[name]}
            </button>
          ),
      )}
      {has('support') && <ResendButton partyID={payment.partyID} subject={`invoice/${payment.invoiceID}`} />}
      {isPayable && has('support') && <LinkButton invoiceID={payment.invoiceID} />}
      {open && <PaymentDecision payment={payment} action={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

interface PaymentDecisionProps {
  payment: PaymentDetails;
  action: ActionName;
  onClose: () => void;
}

function PaymentDecision({ payment, action, onClose }: PaymentDecisionProps): ReactNode {
  const { payment: texts } = useTexts();
  const request = useCommand();
  const { invoiceID, paymentID, currency } = payment;
  const max = action === 'refund' ? payment.refundableAmount : payment.amount;
  const sum = moneyText(max, currency);
  const helps = { capture: texts.captureHelp(sum), refund: texts.refundHelp(sum), cancel: texts.cancelHelp };
  return (
    <DecisionDialog
      title={texts[action]}
      help={helps[action]}
      submit={texts[action]}
      isDangerous={action === 'cancel'}
      {...(action === 'cancel' ? {} : { money: { currency, max } })}
      onClose={onClose}
      onSubmit={({ reason, amount }) =>
        request({
          type: TYPES[action],
          parameters: { invoiceID, paymentID, ...(action === 'cancel' ? {} : { amount, currency }) },
          reason,
        })
      }
    />
  );
}

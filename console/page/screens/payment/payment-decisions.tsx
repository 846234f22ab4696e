import { useState, type ReactNode } from 'react';
import type { ReasonedDecision } from '../../parts/decision';
import { DecisionDialog } from '../../parts/lazy-dialog';
import { moneyText } from '../../parts/format';
import { useTexts } from '../../texts/texts';

type PaymentAction = 'capture' | 'refund' | 'cancel';

/** A decision with an id of its dialog, so that a second press or a retry is the same one. */
export interface PaymentDecision extends ReasonedDecision {
  action: PaymentAction;
  dialogID: string;
}

interface PaymentDecisionsProps {
  offered: Readonly<Record<PaymentAction, boolean>>;
  payment: { amount: number; currency: string; refundableAmount: number };
  onSubmit: (decision: PaymentDecision) => Promise<void>;
  children?: ReactNode;
}

/** The buttons that move the money of a payment, with their dialogs. */
export function PaymentDecisions({ offered, payment, onSubmit, children }: PaymentDecisionsProps): ReactNode {
  const { payment: texts, payments } = useTexts();
  const [open, setOpen] = useState<{ action: PaymentAction; dialogID: string }>();
  const { currency } = payment;
  const max = open?.action === 'refund' ? payment.refundableAmount : payment.amount;
  const sum = moneyText(max, currency);
  const helps = { capture: payments.captureHelp(sum), refund: payments.refundHelp(sum), cancel: payments.cancelHelp };
  return (
    <div className="row-actions">
      {(['capture', 'refund', 'cancel'] as const)
        .filter((action) => offered[action])
        .map((action) => (
          <button
            type="button"
            key={action}
            className={`button ${action === 'cancel' ? '' : 'primary'}`}
            onClick={() => setOpen({ action, dialogID: crypto.randomUUID() })}
          >
            {texts[action]}
          </button>
        ))}
      {children}
      {open && (
        <DecisionDialog
          title={texts[open.action]}
          help={helps[open.action]}
          submit={texts[open.action]}
          isDangerous={open.action === 'cancel'}
          {...(open.action === 'cancel' ? {} : { money: { currency, max } })}
          onClose={() => setOpen(undefined)}
          onSubmit={(decision) => onSubmit({ ...decision, ...open })}
        />
      )}
    </div>
  );
}

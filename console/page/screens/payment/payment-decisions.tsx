import type { DecisionDialogProps } from '../../parts/decision';
import { moneyText } from '../../parts/format';
import { useTexts } from '../../texts/texts';

type PaymentAction = 'capture' | 'refund' | 'cancel';

interface PaymentDecision {
  action: PaymentAction;
  label: string;
  help: string;
  isDangerous: boolean;
  money?: DecisionDialogProps['money'];
}

interface DecidedPayment {
  amount: number;
  currency: string;
  refundableAmount: number;
}

/** What moves the money of a payment, of that which is offered. */
export function usePaymentDecisions(
  { amount, currency, refundableAmount }: DecidedPayment,
  offered: Readonly<Record<PaymentAction, boolean>>,
): PaymentDecision[] {
  const { payment: texts, payments } = useTexts();
  const limits = { capture: amount, refund: refundableAmount, cancel: undefined };
  const helps = { capture: payments.captureHelp, refund: payments.refundHelp, cancel: () => payments.cancelHelp };
  return (['capture', 'refund', 'cancel'] as const)
    .filter((action) => offered[action])
    .map((action) => {
      const max = limits[action];
      const help = helps[action](moneyText(max ?? 0, currency));
      const decision = { action, label: texts[action], help, isDangerous: max === undefined };
      return max === undefined ? decision : { ...decision, money: { currency, max } };
    });
}

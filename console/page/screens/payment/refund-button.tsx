import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callMerchants } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { useDone } from '../../parts/actions';
import { DecisionDialog, DialogButton } from '../../parts/lazy-dialog';
import { moneyText } from '../../parts/format';
import type { PaymentName } from '../../parts/links';
import { useTexts } from '../../texts/texts';

type Refund = components['schemas']['Refund'];

interface RefundedPayment extends PaymentName {
  amount: number;
  currency: string;
  order?: string | undefined;
}

/** The path of a merchant's own payment. */
export function ownPaymentPath({ invoiceID, paymentID }: PaymentName): string {
  return `/processing/invoices/${encodeURIComponent(invoiceID)}/payments/${encodeURIComponent(paymentID)}`;
}

/** What was returned, or is about to be. */
export function sumRefunds(refunds: readonly Refund[]): number {
  return refunds.filter(({ status }) => status !== 'failed').reduce((total, { amount }) => total + amount, 0);
}

/** Returns money from where the payment is listed; what may still be returned is read when the dialog opens. */
export function RefundButton({ payment }: { payment: RefundedPayment }): ReactNode {
  const { payments, payment: texts } = useTexts();
  const label = `${texts.refund}: ${payment.order ?? payment.invoiceID}`;
  return (
    <DialogButton text={payments.refund} className="button" label={label}>
      {(onClose) => <RefundDialog {...{ payment, onClose }} />}
    </DialogButton>
  );
}

function RefundDialog({ payment, onClose }: { payment: RefundedPayment; onClose: () => void }): ReactNode {
  const { payment: texts, payments } = useTexts();
  const done = useDone();
  const path = `${ownPaymentPath(payment)}/refunds`;
  const { data, isError } = useQuery({
    queryKey: ['own-refunds', path],
    queryFn: async ({ signal }) => ({
      refunded: sumRefunds(await callMerchants<Refund[]>(path, { signal })),
      // A second press or a retry is the same refund.
      externalID: crypto.randomUUID(),
    }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (!data && !isError) return null;
  const { currency } = payment;
  const max = payment.amount - (data?.refunded ?? 0);
  const submit = async ({ reason, amount }: { reason: string; amount: number }): Promise<void> => {
    await callMerchants(path, { method: 'POST', body: { reason, amount, currency, externalID: data?.externalID } });
    await done(texts.sent);
  };
  return (
    <DecisionDialog
      {...{ title: texts.refund, submit: texts.refund, help: payments.refundHelp(moneyText(max, currency)), onClose }}
      money={{ currency, max }}
      onSubmit={submit}
    />
  );
}

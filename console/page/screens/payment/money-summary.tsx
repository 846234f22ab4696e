import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Moment } from '../../parts/pieces';
import { Summary } from '../../parts/summary';
import { useTexts } from '../../texts/texts';

type Details = Schemas['OperatedPaymentDetails'];
type PaymentMoney = Pick<Details, 'amount' | 'currency' | 'refundedAmount' | 'refundableAmount'> &
  Partial<Details> & { status: string };

const TITLES = { processed: 'held', captured: 'paid', refunded: 'paid', charged_back: 'paid' } as const;

/** What became of the money, before anything else. */
export function MoneySummary({ payment: given }: { payment: PaymentMoney }): ReactNode {
  const { payment } = useTexts();
  const { status, amount, currency, fee, refundedAmount, refundableAmount, disputedAmount = 0, heldUntil } = given;
  const title = payment[TITLES[status as keyof typeof TITLES] ?? 'requested'];
  const until = status === 'processed' && heldUntil !== undefined ? <Moment at={heldUntil} /> : undefined;
  return (
    <Summary
      {...{ title, amount, currency, status }}
      rest={[
        [payment.fee, fee, currency],
        [payment.refunded, refundedAmount || undefined, currency],
        [payment.disputed, disputedAmount || undefined, currency],
        [payment.left, status === 'captured' ? refundableAmount : undefined, currency],
        [payment.heldUntil, until],
        [payment.reviewUntil, given.reviewUntil === undefined ? undefined : <Moment at={given.reviewUntil} />],
      ]}
    />
  );
}

import type { ReactNode } from 'react';
import { Moment } from '../../parts/pieces';
import { Summary } from '../../parts/summary';
import { useTexts } from '../../texts/texts';

export interface PaymentMoney {
  status: string;
  amount: number;
  currency: string;
  fee?: number | undefined;
  refundedAmount: number;
  refundableAmount: number;
  disputedAmount?: number | undefined;
  heldUntil?: string | undefined;
  reviewUntil?: string | undefined;
}

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

import type { ReactNode } from 'react';
import { Moment, Money, Status } from '../../parts/pieces';
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
}

const TITLES = { processed: 'held', captured: 'paid', refunded: 'paid', charged_back: 'paid' } as const;

/** What became of the money, before anything else. */
export function MoneySummary({ payment: given }: { payment: PaymentMoney }): ReactNode {
  const { payment } = useTexts();
  const { status, amount, currency, fee, refundedAmount, refundableAmount, disputedAmount = 0, heldUntil } = given;
  const title = payment[TITLES[status as keyof typeof TITLES] ?? 'requested'];
  const rest: [string, number | undefined][] = [
    [payment.fee, fee],
    [payment.refunded, refundedAmount || undefined],
    [payment.disputed, disputedAmount || undefined],
    [payment.left, status === 'captured' ? refundableAmount : undefined],
  ];
  const rows = rest.map(([name, value]) => [name, value === undefined ? undefined : money(value, currency)] as const);
  const until = status === 'processed' && heldUntil !== undefined ? <Moment at={heldUntil} /> : undefined;
  return <Summary {...{ title, amount, currency, status }} rest={[...rows, [payment.heldUntil, until]]} />;
}

function money(amount: number, currency: string): ReactNode {
  return <Money amount={amount} currency={currency} />;
}

interface SummaryProps {
  title: string;
  amount: number;
  currency: string;
  status: string;
  /** What has no value is left out. */
  rest: readonly (readonly [string, ReactNode])[];
}

/** The amount in large type, its status, and what belongs to it. */
export function Summary({ title, amount, currency, status, rest }: SummaryProps): ReactNode {
  return (
    <section className="money-summary" aria-label={title}>
      <div className="money-main">
        <p className="money-title">{title}</p>
        <p className="money-amount">
          <Money amount={amount} currency={currency} />
        </p>
        <Status status={status} />
      </div>
      <dl className="money-rest">
        {rest.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

import type { ReactNode } from 'react';
import { Money, Status } from './pieces';

interface SummaryProps {
  title: string;
  amount: number;
  currency: string;
  status: ReactNode;
  /** What has no value is left out; amounts may be given as numbers of a currency. */
  rest: readonly SummaryRow[];
}

type SummaryRow = readonly [title: string, value: ReactNode, currency?: string];

/** The amount in large type, its status, and what belongs to it, before anything else. */
export function Summary({ title, amount, currency, status, rest }: SummaryProps): ReactNode {
  return (
    <section className="panel money-summary" aria-label={title}>
      <div className="money-main">
        <p className="money-title">{title}</p>
        <p className="money-amount">
          <Money amount={amount} currency={currency} />
        </p>
        {typeof status === 'string' ? <Status status={status} /> : status}
      </div>
      <dl className="money-rest">
        {rest.map(
          ([name, value, unit]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{typeof value === 'number' ? <Money amount={value} currency={unit} /> : value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

import type { ReactNode } from 'react';
import { Money, Status } from '../../parts/pieces';
import { useTexts } from '../../texts/texts';

interface MovementMoney {
  title: string;
  status: string;
  amount: number;
  currency: string;
  /** Further amounts; those without a value are left out. */
  rest: readonly (readonly [title: string, amount: number | undefined, currency: string])[];
}

/** The money of a withdrawal or a deposit, before anything else. */
export function MovementSummary({ title, status, amount, currency, rest }: MovementMoney): ReactNode {
  const { lists } = useTexts();
  return (
    <section className="money-summary" aria-label={title}>
      <div className="money-main">
        <p className="money-title">{title}</p>
        <p className="money-amount">
          <Money {...{ amount, currency }} />
        </p>
        <Status status={status === 'Pending' ? 'pending' : status} text={lists.movementStatuses[status] ?? status} />
      </div>
      <dl className="money-rest">
        {rest.map(
          ([name, value, unit]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Money amount={value} currency={unit} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Moment, Money, Status } from '../../parts/pieces';
import { useTexts } from '../../texts/texts';
import { Failure } from '../../parts/failure';

interface ReturnsProps {
  payment: { refunds: Schemas['OperatedRefund'][]; chargebacks: Schemas['OperatedChargeback'][] };
}

export function Returns({ payment: { refunds, chargebacks } }: ReturnsProps): ReactNode {
  const { payment, lists } = useTexts();
  return (
    <>
      {refunds.length > 0 && (
        <section>
          <h2>{payment.refunds}</h2>
          <ul className="lines">
            {refunds.map(({ id, amount, currency, status, createdAt, reason, errorCode }) => (
              <li key={id}>
                <Money {...{ amount, currency }} />
                <Status status={status} />
                <Moment at={createdAt} />
                <span>
                  {reason} <Failure code={errorCode} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {chargebacks.length > 0 && (
        <section>
          <h2>{payment.chargebacks}</h2>
          <ul className="lines">
            {chargebacks.map(({ id, amount, currency, status, stage, createdAt, reasonCode }) => (
              <li key={id}>
                <Money {...{ amount, currency }} />
                <Status status={status} text={lists.chargebackStatuses[status] ?? status} />
                <Moment at={createdAt} />
                <span>{[lists.stages[stage] ?? stage, reasonCode].filter(Boolean).join(' · ')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

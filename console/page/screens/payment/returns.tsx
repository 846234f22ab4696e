import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { chargebackPath, type PaymentName } from '../../parts/links';
import { Moment, Money, Status } from '../../parts/pieces';
import { useTexts } from '../../texts/texts';
import { Failure } from '../../parts/failure';

type ShownRefund = Omit<Schemas['OperatedRefund'], 'receipt'> & { receipt?: Schemas['ReceiptState'] | undefined };

interface ReturnsProps {
  name: PaymentName;
  payment: { refunds: ShownRefund[]; chargebacks: Schemas['OperatedChargeback'][] };
}

export function Returns({ name, payment: { refunds, chargebacks } }: ReturnsProps): ReactNode {
  const { payment, lists } = useTexts();
  return (
    <>
      {refunds.length > 0 && (
        <section>
          <h2>{lists.refunds}</h2>
          <ul className="lines">
            {refunds.map(({ id, amount, currency, status, createdAt, reason, errorCode, receipt }) => (
              <li key={id}>
                <Money {...{ amount, currency }} />
                <Status status={status} />
                <Moment at={createdAt} />
                <span>
                  {[reason, receipt && payment.receipts[receipt]].filter(Boolean).join(' · ')}{' '}
                  <Failure code={errorCode} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {chargebacks.length > 0 && (
        <section>
          <h2>{lists.chargebacks}</h2>
          <ul className="lines">
            {chargebacks.map(({ id, amount, currency, status, stage, createdAt, reasonCode }) => (
              <li key={id}>
                <Link to={chargebackPath(name, id)}>
                  <Money {...{ amount, currency }} />
                </Link>
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

import type { ReactNode } from 'react';
import type { components } from '../../api/payments.generated';
import { countText } from '../../parts/format';
import { CopyButton, Moment, Status } from '../../parts/pieces';
import { readableBody } from '../../parts/request-body';
import { useTexts } from '../../texts/texts';

export type ShownDelivery = components['schemas']['InvoiceDelivery'];

const STATUS_TONES = { delivered: 'active', pending: 'paused', refused: 'failed', discarded: 'failed' } as const;

/** Messages of webhooks about the payment's invoice: each opens with its body and what the endpoint answered. */
export function Deliveries({ deliveries }: { deliveries: ShownDelivery[] }): ReactNode {
  const { desk } = useTexts();
  return (
    <section>
      <h2>{desk.deliveries}</h2>
      {deliveries.length === 0 && <p className="help">{desk.noDeliveries}</p>}
      <ul className="lines">
        {deliveries.map((delivery) => (
          <DeliveryLine key={`${delivery.eventID} ${delivery.webhookID}`} {...delivery} />
        ))}
      </ul>
    </section>
  );
}

export function DeliveryLine(delivery: ShownDelivery): ReactNode {
  const { desk, webhooks } = useTexts();
  const { eventID, eventType, occurredAt, url, attemptCount, body, attempts } = delivery;
  const status = delivery.status === 'pending' && attemptCount > 0 ? 'refused' : delivery.status;
  return (
    <li>
      <code>{eventType}</code>
      <Status status={STATUS_TONES[status]} text={desk.deliveryStatuses[status]} />
      <Moment at={occurredAt} isExact />
      <details className="delivery">
        <summary>{`${webhooks.request}, ${desk.tries(countText(attemptCount))}`}</summary>
        <p className="help">{`POST ${url}`}</p>
        {attempts.map(({ number, startedAt, durationMs, status: code, error, answer }) => (
          <p key={number}>
            {`${webhooks.number} ${number}: ${code ?? error ?? ''}, ${webhooks.ms(durationMs)}, `}
            <Moment at={startedAt} isExact />
            <span className="answer">{answer}</span>
          </p>
        ))}
        <CopyButton text={body} subject={webhooks.requestBody} />
        <pre className="value" role="region" aria-label={`${webhooks.requestBody}, ${eventID}`} tabIndex={0}>
          {readableBody(body)}
        </pre>
      </details>
    </li>
  );
}

import type { ReactNode } from 'react';
import type { components } from '../../api/payments.generated';
import { countText } from '../../parts/format';
import { CopyButton, Moment, Status } from '../../parts/pieces';
import { readableBody } from '../../parts/request-body';
import { useTexts } from '../../texts/texts';

type InvoiceDelivery = components['schemas']['InvoiceDelivery'];

const STATUS_TONES = { delivered: 'active', pending: 'paused', discarded: 'failed' } as const;

/** Messages of webhooks about the payment's invoice: each opens with its body and what the endpoint answered. */
export function Deliveries({ deliveries }: { deliveries: InvoiceDelivery[] }): ReactNode {
  const { desk, webhooks } = useTexts();
  return (
    <section>
      <h2>{desk.deliveries}</h2>
      {deliveries.length === 0 && <p className="help">{desk.noDeliveries}</p>}
      <ul className="lines">
        {deliveries.map(({ eventID, eventType, occurredAt, webhookID, url, status, attemptCount, body, attempts }) => (
          <li key={`${eventID} ${webhookID}`}>
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
        ))}
      </ul>
    </section>
  );
}

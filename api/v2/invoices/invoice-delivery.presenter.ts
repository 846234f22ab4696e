import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { StoredDeliveryAttempt, StoredInvoiceDelivery } from '../../../store/delivery/webhook/invoice-deliveries';
import type * as Wire from './invoice-delivery.types';

export function presentDelivery(delivery: StoredInvoiceDelivery): Wire.InvoiceDelivery {
  const { eventID, eventType, occurredAt, webhookID, url, status, attemptCount, body, attempts } = delivery;
  return {
    ...{ eventID: Number(eventID), eventType, occurredAt: rfc3339Text(occurredAt), webhookID, url, attemptCount, body },
    status: status as Wire.InvoiceDelivery['status'],
    attempts: attempts.map(presentAttempt),
  };
}

function presentAttempt({ status, error, answer, ...attempt }: StoredDeliveryAttempt): Wire.InvoiceDeliveryAttempt {
  return { ...attempt, status: status ?? undefined, error: error ?? undefined, answer: answer ?? undefined };
}

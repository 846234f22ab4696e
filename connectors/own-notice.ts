import type { ConnectorNotice } from '../domain/payments/connector-notice/connector-notice';

/** Creates a statement of our own about an operation; a repeated one has the same id. */
export function ownNotice<Event extends string>(
  event: Event,
  fields: Pick<ConnectorNotice, 'reference'> & Partial<ConnectorNotice>,
): ConnectorNotice {
  return {
    id: `${event}/${fields.reference}`,
    event,
    isSuccess: true,
    connectorReference: fields.reference,
    details: {},
    statedAt: new Date(),
    ...fields,
  };
}

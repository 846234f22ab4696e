export const EVENTS_PAGE_SIZE = 100;

export function getOperationUrl(apiUrl: string, path: string): string {
  return `${apiUrl}/v2/processing${path}`;
}

/** The paths of the three requests that are sent before an invoice can be paid. */
export function invoicePaths(id: string) {
  const invoice = `/invoices/${encodeURIComponent(id)}`;
  return {
    invoice,
    methods: `${invoice}/payment-methods`,
    payments: `${invoice}/payments`,
    events: eventsPath(invoice),
  };
}

export function eventsPath(subject: string, after?: number): string {
  return `${subject}/events?limit=${EVENTS_PAGE_SIZE}${after === undefined ? '' : `&eventID=${after}`}`;
}

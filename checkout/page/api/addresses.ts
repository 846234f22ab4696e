/** How many events an answer has when there are more. */
export const EVENTS_PAGE = 100;

/** Where the operations that the page uses are. */
export function addressOfOperation(apiUrl: string, path: string): string {
  return `${apiUrl}/v2/processing${path}`;
}

/** What is asked about an invoice, at the least three times before it can be paid. */
export function invoicePaths(id: string) {
  const invoice = `/invoices/${encodeURIComponent(id)}`;
  return {
    invoice,
    methods: `${invoice}/payment-methods`,
    payments: `${invoice}/payments`,
    events: eventsPath(invoice),
  };
}

/** The next events of an invoice or a customer, after one that is known. */
export function eventsPath(subject: string, after?: number): string {
  return `${subject}/events?limit=${EVENTS_PAGE}${after === undefined ? '' : `&eventID=${after}`}`;
}

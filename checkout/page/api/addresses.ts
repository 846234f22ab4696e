export const EVENTS_PAGE_SIZE = 100;

/** The extension of the API that names the shop and its service providers. */
export const SHOP_PATH = '/checkout/v1/shop';

export function getOperationUrl(apiUrl: string, path: string): string {
  return `${apiUrl}${path === SHOP_PATH ? '' : '/v2/processing'}${path}`;
}

/** The paths of the requests about an invoice. */
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

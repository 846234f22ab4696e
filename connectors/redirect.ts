import type { Redirect } from '../domain/payments/payment/user-interaction';

/** Leads the payer's browser to an address, with a form if it has fields. The address of an acquirer is no template. */
export function redirectTo(url: string, fields?: Readonly<Record<string, string>>): Redirect {
  const uriTemplate = url.replace(/[{}]/g, encodeURIComponent);
  if (!fields) return { interactionType: 'Redirect', request: { requestType: 'BrowserGetRequest', uriTemplate } };
  const form = Object.entries(fields).map(([key, template]) => ({ key, template }));
  return { interactionType: 'Redirect', request: { requestType: 'BrowserPostRequest', uriTemplate, form } };
}

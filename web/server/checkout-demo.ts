import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import { demoInvoice } from './demo-invoice';
import { log } from './log';

export interface DemoShop {
  apiUrl: string;
  apiKey: string;
  shopID: string;
}

const TIMEOUT_MS = 10_000;

/** Creates an invoice for the guide's demonstration and returns its id and token. The key stays in this process. */
export function createDemoInvoices(shop: DemoShop): RequestHandler {
  return (_request, response, next) => {
    createInvoice(shop)
      .then((invoice) => response.status(invoice ? 201 : 502).json(invoice ?? {}))
      .catch(next);
  };
}

async function createInvoice({ apiUrl, apiKey, shopID }: DemoShop): Promise<object | undefined> {
  const answer = await fetch(`${apiUrl}/v2/processing/invoices`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${apiKey}`,
      'X-Request-ID': randomBytes(16).toString('hex'),
      'Content-Type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify(demoInvoice(shopID)),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => error);
  if (!(answer instanceof Response) || !answer.ok) {
    log.error(`no demonstration invoice: ${answer instanceof Response ? answer.status : answer.message}`);
    return undefined;
  }
  const { invoice, invoiceAccessToken } = (await answer.json()) as {
    invoice: { id: string };
    invoiceAccessToken: { payload: string };
  };
  return { invoiceID: invoice.id, invoiceAccessToken: invoiceAccessToken.payload };
}

import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 120_000;

type Json = Record<string, unknown>;

/** A merchant client that throws on error responses. */
export class Merchant {
  constructor(
    private readonly apiUrl: string,
    private readonly token: string,
  ) {}

  as(token: string): Merchant {
    return new Merchant(this.apiUrl, token);
  }

  async ask(method: string, path: string, body?: object): Promise<Json> {
    const answer = await fetch(`${this.apiUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        'X-Request-ID': `check-${process.hrtime.bigint()}`,
        ...(body && { 'Content-Type': 'application/json; charset=utf-8' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Json;
  }

  post(path: string, body: object = {}): Promise<Json> {
    return this.ask('POST', path, body);
  }

  /** Polls a path until its `status` is the wanted one. */
  async until(path: string, wanted: string): Promise<Json> {
    let last: Json = {};
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
      last = await this.ask('GET', path);
      if (last['status'] === wanted) return last;
    }
    throw new Error(`${path} is ${String(last['status'])} and not ${wanted}`);
  }
}

/** Pays an invoice by a sandbox card and waits for the capture. */
export async function pay(merchant: Merchant, shopID: string): Promise<void> {
  const made = await merchant.post('/v2/processing/invoices', {
    shopID,
    dueDate: new Date(Date.now() + 3_600_000).toISOString(),
    amount: 150_000,
    currency: 'RUB',
    product: 'Заказ',
    metadata: {},
  });
  const { id } = made['invoice'] as { id: string };
  const payer = merchant.as((made['invoiceAccessToken'] as { payload: string }).payload);
  const { paymentToolToken, paymentSession } = await payer.post('/v2/processing/payment-resources', {
    paymentTool: { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '739' },
    clientInfo: { fingerprint: 'browser' },
  });
  const path = `/v2/processing/invoices/${id}/payments`;
  const payment = await payer.post(path, {
    flow: { type: 'PaymentFlowInstant' },
    payer: { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo: {} },
  });
  await merchant.until(`${path}/${String(payment['id'])}`, 'captured');
}

/** Creates a report of withdrawals and downloads its first file. */
export async function report(merchant: Merchant): Promise<string> {
  const identity = await merchant.post('/wallet/v0/identities', { name: 'Владелец', provider: 'test' });
  const path = `/wallet/v0/identities/${String(identity['id'])}/reports`;
  const period = { fromTime: '2020-01-01T00:00:00Z', toTime: new Date().toISOString() };
  const requested = await merchant.post(path, { reportType: 'withdrawalRegistry', ...period });
  const { files } = (await merchant.until(`${path}/${String(requested['id'])}`, 'created')) as {
    files: { id: string }[];
  };
  const { url } = await merchant.post(`/wallet/v0/files/${files[0]?.id}/download`);
  const answer = await fetch(String(url));
  if (!answer.ok) throw new Error(`The file of the report answers ${answer.status}`);
  return answer.text();
}

import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { signedText } from '../adyen-callbacks';
import { listenLocally, stopServer } from '../../../tests/harness/local-server';

/** A stand-in of Adyen's downloads of reports, which announces them by webhooks. */
export class ReportsStandIn {
  readonly requests: { path: string; apiKey: unknown }[] = [];
  /** What a file is answered with, by its name. */
  readonly files = new Map<string, string | ((response: ServerResponse) => void)>();
  url = '';
  private readonly server = createServer(({ url: path = '', headers }, response) => {
    this.requests.push({ path, apiKey: headers['x-api-key'] });
    const file = this.files.get(path.split('/').at(-1) ?? '');
    const isOwn = path.startsWith(`/reports/download/MerchantAccount/${this.given.merchantAccount}/`);
    if (headers['x-api-key'] !== this.given.apiKey) response.writeHead(401).end();
    else if (file === undefined || !isOwn) response.writeHead(404).end();
    else if (typeof file === 'string') response.writeHead(200, { 'Content-Type': 'text/csv' }).end(file);
    else file(response);
  });

  constructor(private readonly given: { merchantAccount: string; apiKey: string; hmacKey: Buffer }) {}

  async start(): Promise<string> {
    this.url = `${await listenLocally(this.server)}/reports/download`;
    return this.url;
  }

  async stop(): Promise<void> {
    await stopServer(this.server);
  }

  /** The webhook of a report that is there. */
  announce(name: string, change: { reason?: string; merchantAccountCode?: string; key?: Buffer } = {}): Buffer {
    const { merchantAccount, hmacKey } = this.given;
    const { key = hmacKey, ...fields } = change;
    const item = {
      ...{
        amount: { currency: 'EUR', value: 0 },
        eventCode: 'REPORT_AVAILABLE',
        eventDate: '2026-11-21T04:00:00+01:00',
      },
      ...{ merchantAccountCode: merchantAccount, merchantReference: '', pspReference: name, success: 'true' },
      reason: `${this.url}/MerchantAccount/${merchantAccount}/${name}`,
      ...fields,
    };
    const hmacSignature = createHmac('sha256', key).update(signedText(item)).digest('base64');
    const NotificationRequestItem = { ...item, additionalData: { hmacSignature } };
    return Buffer.from(JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem }] }));
  }
}

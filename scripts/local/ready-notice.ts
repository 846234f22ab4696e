import { readFileSync, writeFileSync } from 'node:fs';
import type { Demo } from '../services/demo';

/** The addresses and the keys of a started platform, also written to `.data/demo.json`. */
export type ReadyNotice = Demo & {
  apiUrl: string;
  sandboxUrl: string;
  temporalUiUrl?: string;
  checkoutUrl?: string;
  consoleUrl?: string;
  siteUrl?: string;
};

/** Writes the notice readable by its owner only, because it contains a key. */
export function writeReadyNotice(file: string, notice: ReadyNotice): void {
  writeFileSync(file, `${JSON.stringify(notice, null, 2)}\n`, { mode: 0o600 });
}

/** Reads the demo party of the last start, whose key stays valid. */
export function readDemo(file: string): Demo | undefined {
  try {
    const { partyID, shopID, ...keys } = JSON.parse(readFileSync(file, 'utf8')) as Partial<ReadyNotice>;
    const { apiKey, operatorKey, approverKey } = keys;
    if (!partyID || !shopID || !apiKey || !operatorKey || !approverKey) return undefined;
    return { partyID, shopID, apiKey, operatorKey, approverKey };
  } catch {
    return undefined;
  }
}

const dayMs = 24 * 3_600_000;

/** The output at the end of a start. */
export function describeReadyNotice(notice: ReadyNotice, seconds: number): string {
  const { apiUrl, apiKey, shopID, sandboxUrl, temporalUiUrl, checkoutUrl, consoleUrl, siteUrl } = notice;
  const dueDate = new Date(Date.now() + dayMs).toISOString();
  const invoice = { shopID, dueDate, amount: 10_000, currency: 'RUB', product: 'Чай', metadata: {} };
  const rows = [
    ['API', apiUrl],
    ['Sandbox acquirer', sandboxUrl],
    ...(temporalUiUrl ? [['Temporal UI', temporalUiUrl]] : []),
    ...(checkoutUrl ? [['Checkout', checkoutUrl]] : []),
    ...(consoleUrl ? [['Console', consoleUrl]] : []),
    ...(siteUrl ? [['Documentation', siteUrl]] : []),
    ['Demo API key', apiKey],
    ['Operator key', notice.operatorKey],
    ['Approver key', notice.approverKey],
  ];
  return [
    '',
    `Holdfast is ready (${seconds.toFixed(1)} s). Ctrl-C stops it; data stays for the next start.`,
    '',
    ...rows.map(([name, value]) => `  ${name?.padEnd(17)} ${value}`),
    '',
    'Create an invoice:',
    '',
    `  curl -sS ${apiUrl}/v2/processing/invoices \\`,
    `    -H 'Authorization: Bearer ${apiKey}' -H "X-Request-ID: $(date +%s)" \\`,
    `    -H 'Content-Type: application/json; charset=utf-8' \\`,
    `    -d '${JSON.stringify(invoice)}'`,
    '',
    `${shopID} is paid every day at 18:00 Moscow time (docs/settlement.md). After a captured payment, close its batch now and see the payout:`,
    '',
    '  npm run --silent holdfast -- settlement close --now --reason demo',
    `  npm run --silent holdfast -- settlement payouts ${shopID}`,
    '',
  ].join('\n');
}

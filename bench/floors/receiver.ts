import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { percentile } from '../measure/statistics';
import { endWithParent } from './end-with-parent';

/*
 * The other side of webhooks: takes every message at once and remembers how old it was. A process of its own, so that what it costs
 * is not counted.
 */

/** What came since the question before. */
export interface Receipts {
  count: number;
  /** From the first to the last. */
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

const OCCURRED_AT = /"occuredAt":"([^"]+)"/;

let lagsMs: number[] = [];
let firstAt = 0;
let lastAt = 0;

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    response.writeHead(200).end();
    const now = Date.now();
    if (lagsMs.length === 0) firstAt = now;
    lastAt = now;
    const [, occurredAt = ''] = OCCURRED_AT.exec(Buffer.concat(parts).toString('utf8')) ?? [];
    lagsMs.push(now - Date.parse(occurredAt));
  });
});
// Longer than the sender keeps a connection, as endpoints should.
server.keepAliveTimeout = 30_000;

process.on('message', () => {
  const receipts: Receipts = {
    count: lagsMs.length,
    seconds: (lastAt - firstAt) / 1_000,
    p50Ms: lagsMs.length === 0 ? NaN : percentile(lagsMs, 50),
    p99Ms: lagsMs.length === 0 ? NaN : percentile(lagsMs, 99),
  };
  lagsMs = [];
  process.send?.(receipts);
});

endWithParent();
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

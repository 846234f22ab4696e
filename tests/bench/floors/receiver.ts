import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { percentile } from '../measure/statistics';
import { endWithParent } from './end-with-parent';

/* A webhook endpoint that accepts every message and records its age, in a process whose CPU time is not counted. */

/** The messages since the previous query. */
export interface Receipts {
  count: number;
  /** From the first message to the last. */
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
// Longer than the sender's keep-alive, as recommended for endpoints.
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

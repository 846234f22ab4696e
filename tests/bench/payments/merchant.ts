import { randomBytes } from 'node:crypto';
import type { Platform } from '../../harness/platform';

const HOUR_MS = 3_600_000;

/** The body of a small invoice of the demonstration shop. */
export function invoiceBody(platform: Pick<Platform, 'demo'>): string {
  return JSON.stringify({
    shopID: platform.demo.shopID,
    dueDate: new Date(Date.now() + HOUR_MS).toISOString(),
    amount: 10_000,
    currency: 'RUB',
    product: 'Заказ № 1',
    description: 'Два билета',
    metadata: { order: 1 },
  });
}

/** The headers of a request with a new id. */
export function buildHeaders(token: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': randomBytes(12).toString('base64url'),
    authorization: `Bearer ${token}`,
  };
}

import type { Database } from '../../../store/postgres/database';

/** Number of invoices, spread evenly over the year from `since`. Every twentieth has two payments. */
export interface ManyPayments {
  partyID: string;
  shopID: string;
  count: number;
  since: Date;
  /** What the ids of invoices begin with. */
  prefix?: string;
}

const YEAR_SECONDS = 365 * 24 * 3_600;

/** Inserts a year of invoices and payments by SQL. Properties follow from an invoice's number, scattered over the year. */
export async function makeManyPayments(
  database: Database,
  { partyID, shopID, count, since, prefix = 'many' }: ManyPayments,
): Promise<void> {
  const values = [partyID, shopID, count, since.toISOString(), YEAR_SECONDS / count, prefix];
  await inBatches(database, INVOICES, values, count);
  await inBatches(database, PAYMENTS, values, count);
}

const BATCH = 20_000;

async function inBatches(database: Database, text: string, values: unknown[], count: number): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    await database.search(text, [...values, first, Math.min(first + BATCH, count) - 1]);
  }
}

/** `n` is the invoice's number; `h(k)` a pseudo-random number below k that follows from it. */
const NUMBERED = `SELECT n, $4::timestamptz + n * $5::float8 * interval '1 second' AS at, $6::text || lpad(n::text, 10, '0') AS id,
    ('x' || substr(md5(n::text), 1, 8))::bit(32)::bigint AS a, ('x' || substr(md5(n::text), 9, 8))::bit(32)::bigint AS b,
    ('x' || substr(md5(n::text), 17, 8))::bit(32)::bigint AS c, ('x' || substr(md5(n::text), 25, 8))::bit(32)::bigint AS d
  FROM generate_series($7::integer, $8::integer) n WHERE $3::integer > 0`;

const INVOICES = `
  INSERT INTO invoices (id, party_id, shop_id, created_at, due_date, amount, currency, product, metadata, status, status_changed_at,
    payment_count)
  SELECT id, $1, $2, at, at + interval '1 day', 100 * (1 + a % 2000), 'RUB', 'Заказ', '{}',
    CASE WHEN b % 10 < 8 THEN 'paid' WHEN b % 10 = 8 THEN 'cancelled' ELSE 'unpaid' END, at,
    CASE WHEN n % 20 = 0 THEN 2 ELSE 1 END
  FROM (${NUMBERED}) numbered`;

const CARD = `jsonb_build_object('type', 'bankCard',
    'bin', (ARRAY['424242', '555555', '220138', '400000', '510000'])[1 + c % 5],
    'lastDigits', lpad((d % 10000)::text, 4, '0'),
    'paymentSystem', (ARRAY['visa', 'mastercard', 'nspkmir', 'visa', 'mastercard'])[1 + c % 5])
    || CASE WHEN d % 25 = 0 THEN '{"tokenProvider": "applepay"}'::jsonb ELSE '{}' END`;

const TERMINAL = `jsonb_build_object('type', 'paymentTerminal', 'provider', (ARRAY['euroset', 'qps'])[1 + d % 2])`;

const PAYMENTS = `
  INSERT INTO payments (invoice_id, id, party_id, shop_id, created_at, amount, authorised_amount, currency, flow, processing_deadline,
    payer, status, status_changed_at, rrn, approval_code, fee, connector)
  SELECT invoice_id, id, $1, $2, at, amount, amount, 'RUB', flow, at + interval '30 minutes', payer, status, at,
    CASE WHEN status <> 'failed' THEN lpad(n::text, 12, '0') END,
    CASE WHEN status <> 'failed' THEN lpad((a % 1000000)::text, 6, '0') END,
    CASE WHEN status = 'captured' THEN amount / 40 END, 'sandbox'
  FROM (
    SELECT n, a, numbered.id AS invoice_id, attempt::text AS id, at + (attempt - 1) * interval '1 minute' AS at,
      100 * (1 + a % 2000) AS amount,
      CASE WHEN c % 4 = 0 THEN 'hold' ELSE 'instant' END AS flow,
      CASE WHEN n % 20 = 0 AND attempt = 1 THEN 'failed' WHEN b % 10 < 8 THEN 'captured' WHEN b % 10 = 8 THEN 'failed' ELSE 'processed' END
        AS status,
      jsonb_build_object('type', CASE WHEN d % 10 = 0 THEN 'CustomerPayer' ELSE 'PaymentResourcePayer' END,
        'contactInfo', jsonb_build_object('email', 'payer' || (b % greatest(1, $3 / 20)) || '@example.com'),
        'paymentSession', 'session', 'toolFingerprint', 'tool',
        'clientInfo', jsonb_build_object('fingerprint', 'device-' || (c % greatest(1, $3 / 20)), 'ip', '203.0.' || (b % 250) || '.' || (c % 250)),
        'toolDetails', CASE WHEN a % 20 = 0 THEN ${TERMINAL} ELSE ${CARD} END)
        || CASE WHEN d % 10 = 0 THEN jsonb_build_object('customerID', 'customer-' || (b % greatest(1, $3 / 50)), 'bindingID', '1')
          ELSE '{}' END AS payer
    FROM (${NUMBERED}) numbered, LATERAL generate_series(1, CASE WHEN n % 20 = 0 THEN 2 ELSE 1 END) attempt
  ) made`;

import { statement, type Database } from '../../postgres/database';
import type { FoundPlace, FoundEntityType } from './found-entity';

/** What a search shows of an entity. */
export interface DescribedEntity {
  type: string;
  id: string;
  partyID: string;
  shopID: string | null;
  externalID: string | null;
  status: string;
  amountMinor: bigint | null;
  currency: string | null;
  email: string | null;
  phone: string | null;
  card: string | null;
}

const FIELDS = [
  'party_id',
  'shop_id',
  'external_id',
  'status',
  'amount',
  'currency',
  'email',
  'phone',
  'card',
] as const;
type Field = (typeof FIELDS)[number];

const TYPES: Partial<Record<Field, string>> = { amount: 'bigint' };

/** Rows of the keys `$1` (types) and `$2` (ids) in one table. */
function describeRows(
  type: FoundEntityType,
  { from, key, ...fields }: Partial<Record<Field, string>> & { from: string; key: string },
): string {
  const columns = FIELDS.map((field) => `${fields[field] ?? `NULL::${TYPES[field] ?? 'text'}`}`);
  return `SELECT k.type, k.id, ${columns.join(', ')} FROM keys k JOIN ${from} ON ${key} WHERE k.type = '${type}'`;
}

const part = (number: number): string => `split_part(k.id, '.', ${number})`;
const money = (alias: string) => ({
  party_id: `${alias}.party_id`,
  status: `${alias}.status`,
  amount: `${alias}.amount`,
  currency: `${alias}.currency`,
});
const ofShop = (alias: string) => ({ shop_id: `${alias}.shop_id`, external_id: `${alias}.external_id` });
const byID = (alias: string) => ({ key: `${alias}.id = k.id` });
const contacts = (json: string) => ({ email: `${json} ->> 'email'`, phone: `${json} ->> 'phoneNumber'` });
const card = (json: string) => ({ card: `${json} ->> 'bin' || '******' || (${json} ->> 'lastDigits')` });

const OF_PAYMENT = (alias: string): string => `${alias}.invoice_id = ${part(1)} AND ${alias}.payment_id = ${part(2)}`;

const PARTS = [
  describeRows('invoice', { from: 'invoices i', ...byID('i'), ...money('i'), ...ofShop('i') }),
  describeRows('payment', {
    from: 'payments p',
    key: `p.invoice_id = ${part(1)} AND p.id = ${part(2)}`,
    ...money('p'),
    ...ofShop('p'),
    ...contacts(`(p.payer -> 'contactInfo')`),
    ...card(`(p.payer -> 'toolDetails')`),
  }),
  describeRows('refund', {
    from: 'refunds r',
    key: `${OF_PAYMENT('r')} AND r.id = ${part(3)}`,
    ...money('r'),
    ...ofShop('r'),
  }),
  describeRows('chargeback', {
    from: 'chargebacks c',
    key: `${OF_PAYMENT('c')} AND c.id = ${part(3)}`,
    ...money('c'),
    shop_id: 'c.shop_id',
    amount: 'c.body',
  }),
  describeRows('customer', {
    from: 'customers c',
    ...byID('c'),
    ...ofShop('c'),
    party_id: 'c.party_id',
    status: `CASE WHEN c.deleted_at IS NULL THEN c.status ELSE 'deleted' END`,
    ...contacts('c.contact_info'),
  }),
  describeRows('binding', {
    from: 'customer_bindings b',
    key: `b.customer_id = ${part(1)} AND b.id = ${part(2)}`,
    ...ofShop('b'),
    party_id: 'b.party_id',
    status: 'b.status',
    ...card('b.tool_details'),
  }),
  describeRows('invoiceTemplate', {
    from: 'invoice_templates t',
    ...byID('t'),
    ...ofShop('t'),
    party_id: 't.party_id',
    status: `CASE WHEN t.deleted_at IS NULL THEN 'active' ELSE 'deleted' END`,
  }),
  describeRows('webhook', {
    from: 'webhooks w',
    ...byID('w'),
    party_id: 'w.party_id',
    shop_id: 'w.shop_id',
    status: `CASE WHEN w.deleted_at IS NOT NULL THEN 'deleted' WHEN w.paused_at IS NOT NULL THEN 'paused'
      WHEN w.is_active THEN 'active' ELSE 'inactive' END`,
  }),
  describeRows('party', {
    from: 'parties p',
    ...byID('p'),
    party_id: 'p.id',
    status: `CASE WHEN p.is_blocked THEN 'blocked' WHEN p.is_suspended THEN 'suspended' ELSE 'active' END`,
  }),
  describeRows('shop', {
    from: 'shops s',
    ...byID('s'),
    party_id: 's.party_id',
    shop_id: 's.id',
    currency: 's.currency',
    status: `CASE WHEN s.is_blocked THEN 'blocked' WHEN s.is_suspended THEN 'suspended' ELSE 'active' END`,
  }),
  describeRows('identity', {
    from: 'identities y',
    ...byID('y'),
    party_id: 'y.party_id',
    external_id: 'y.external_id',
    status: `CASE WHEN y.is_blocked THEN 'blocked' ELSE 'active' END`,
  }),
  describeRows('wallet', {
    from: 'wallets w',
    ...byID('w'),
    party_id: 'w.party_id',
    external_id: 'w.external_id',
    currency: 'w.currency',
    status: `CASE WHEN w.is_blocked THEN 'blocked' ELSE 'active' END`,
  }),
  describeRows('destination', {
    from: 'destinations d',
    ...byID('d'),
    party_id: 'd.party_id',
    external_id: 'd.external_id',
    currency: 'd.currency',
    status: 'd.status',
  }),
  describeRows('withdrawal', { from: 'withdrawals w', ...byID('w'), ...money('w'), external_id: 'w.external_id' }),
  describeRows('deposit', { from: 'deposits d', ...byID('d'), ...money('d'), external_id: 'd.external_id' }),
  describeRows('payout', { from: 'payouts p', ...byID('p'), ...money('p'), shop_id: 'p.shop_id' }),
  describeRows('transfer', { from: 'w2w_transfers t', ...byID('t'), ...money('t'), external_id: 't.external_id' }),
];

const DESCRIBE = statement<DescribedEntity>(
  'describe-found',
  `WITH keys AS (SELECT u.type, u.id FROM unnest($1::text[], $2::text[]) AS u (type, id))
   SELECT e.type, e.id, e.party_id AS "partyID", e.shop_id AS "shopID", e.external_id AS "externalID", e.status,
     e.amount AS "amountMinor", e.currency, e.email, e.phone, e.card
   FROM (${PARTS.join(' UNION ALL ')}) AS e (type, id, ${FIELDS.join(', ')})`,
);

export async function describeEntities(
  database: Database,
  places: readonly FoundPlace[],
): Promise<Map<string, DescribedEntity>> {
  if (places.length === 0) return new Map();
  const rows = await database.run(DESCRIBE, [places.map(({ type }) => type), places.map(({ id }) => id)]);
  return new Map(rows.map((row) => [`${row.type}/${row.id}`, row]));
}

/** A place among the found entities: newest first, then by type and id. */
export interface FoundPlace {
  at: Date;
  type: string;
  /** Parts of an id within another entity are separated by dots: `INVOICE.PAYMENT`. */
  id: string;
}

export type MatchedPlace<Kind extends string> = FoundPlace & { matched: Kind[] };

/** Adds a place to those found, with what it matches. */
export function addMatch<Kind extends string>(
  found: Map<string, MatchedPlace<Kind>>,
  place: FoundPlace,
  kinds: readonly Kind[],
): void {
  const key = `${place.type}/${place.id}`;
  const matched = found.get(key)?.matched ?? [];
  found.set(key, { ...place, matched: [...new Set([...matched, ...kinds])] });
}

interface Source {
  type: string;
  /** The table with its alias. */
  from: string;
  id: string;
  at: string;
}

const within = (alias: string, ...columns: string[]): string =>
  columns.map((column) => `${alias}.${column}`).join(` || '.' || `);

const source = (type: string, table: string, alias: string, id = `${alias}.id`): Source => ({
  type,
  from: `${table} ${alias}`,
  id,
  at: `${alias}.created_at`,
});

/** What a search over all parties finds. */
export const SOURCES = {
  invoice: source('invoice', 'invoices', 'i'),
  payment: source('payment', 'payments', 'p', within('p', 'invoice_id', 'id')),
  refund: source('refund', 'refunds', 'r', within('r', 'invoice_id', 'payment_id', 'id')),
  chargeback: source('chargeback', 'chargebacks', 'c', within('c', 'invoice_id', 'payment_id', 'id')),
  customer: source('customer', 'customers', 'c'),
  binding: source('binding', 'customer_bindings', 'b', within('b', 'customer_id', 'id')),
  invoiceTemplate: source('invoiceTemplate', 'invoice_templates', 't'),
  webhook: source('webhook', 'webhooks', 'w'),
  party: source('party', 'parties', 'p'),
  shop: source('shop', 'shops', 's'),
  identity: source('identity', 'identities', 'y'),
  wallet: source('wallet', 'wallets', 'w'),
  destination: source('destination', 'destinations', 'd'),
  withdrawal: source('withdrawal', 'withdrawals', 'w'),
  deposit: source('deposit', 'deposits', 'd'),
  transfer: source('transfer', 'w2w_transfers', 't'),
  payout: source('payout', 'payouts', 'p'),
} satisfies Record<string, Source>;
export type FoundEntityType = keyof typeof SOURCES;

/** Ids are compared by bytes, so that this process can merge what several statements find. */
const NEWEST_FIRST = 'ORDER BY at DESC, type DESC, id DESC';

/**
 * The newest entities of a table that match, after the place `$2`, `$3`, `$4`, at most `$5`. The separate condition on the
 * time is one that an index can use.
 */
export function newestOf({ type, from, id, at }: Source, condition: string): string {
  const key = `(${id}) COLLATE "C"`;
  return `SELECT ${at} AS at, '${type}' COLLATE "C" AS type, ${key} AS id FROM ${from}
    WHERE ${condition} AND ${at} <= $2::timestamptz
      AND (${at}, '${type}' COLLATE "C", ${key}) < ($2::timestamptz, $3::text COLLATE "C", $4::text COLLATE "C")
    ${NEWEST_FIRST} LIMIT $5`;
}

/** Searches the part of an index that belongs to each owner, so that an index by owner serves a search over all. */
export function newestOfEach(owners: string, part: string): string {
  return `SELECT f.at, f.type, f.id FROM ${owners} CROSS JOIN LATERAL (${part}) f ${NEWEST_FIRST} LIMIT $5`;
}

export function newestOfAll(parts: readonly string[]): string {
  return `SELECT n.at, coalesce(n.type, '') AS type, coalesce(n.id, '') AS id
    FROM (${parts.map((part) => `(${part})`).join(' UNION ALL ')}) n ORDER BY n.at DESC, n.type DESC, n.id DESC LIMIT $5`;
}

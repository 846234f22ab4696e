import { openStore } from '../../../store/store';
import type { Database } from '../../../store/postgres/database';
import { searchEverywhere } from '../../../store/search/search-everywhere';
import { makeManyPayments } from '../../harness/factories/many-payments';
import { seedReferenceData } from '../../harness/reference-data';
import type { Bench, BenchResult } from '../bench';

const COUNT = 950_000;
const SHOPS = 1_000;
const SINCE = new Date('2025-01-01T00:00:00Z');
const MAX_MS = 300;
const RUNS = 7;

const QUERIES = {
  'e-mail': 'payer77@example.com',
  RRN: '000000777123',
  'last four': '0777',
  'masked card': '424242******0777',
  'approval code': '012345',
  'connector reference': 'reference-0777123',
  phone: '+7 (912) 077-71-23',
  'amount with a currency': '1 250,00 ₽',
  'amount without one': '1250',
  'payment id': 'many0000777123.1',
  'nothing at all': 'no such thing',
} as const;

/** Finds a payment of any of a thousand shops among a million, and measures what the indexes of the search cost payments. */
export const everywhere: Bench = {
  title: 'Operators’ search over 1,000,000 payments of 1,000 shops',
  isOnDemand: true,
  run: async (harness) => {
    const configuration = {
      DATABASE_URL: await harness.database(),
      ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    };
    const store = openStore(configuration, 2);
    const { database } = store;
    try {
      await seedReferenceData(database);
      await withoutIndexes(database, async () => {
        await makeManyPayments(database, { partyID: 'demo-party', shopID: 'demo-shop', count: COUNT, since: SINCE });
        await spreadOverShops(database);
      });
      for (const table of ['payments', 'invoices', 'shops']) await database.search(`VACUUM ANALYZE ${table}`, []);
      const origin = {
        ...{ requestID: 'bench', operation: 'searchEverywhere', caller: 'operator/bench', partyID: null },
        ...{ paymentID: null, status: 200, isNoted: false },
      };
      const findings: BenchResult[] = [];
      for (const [name, query] of Object.entries(QUERIES)) {
        const times: number[] = [];
        let count = 0;
        for (let run = 0; run < RUNS; run++) {
          const began = performance.now();
          ({ length: count } = (await searchEverywhere({ ...store, origin }, { query, limit: 20 })).rows);
          times.push(performance.now() - began);
        }
        const slowest = Math.max(...times);
        times.sort((one, other) => one - other);
        const median = times[Math.floor(RUNS / 2)] ?? 0;
        findings.push({
          name: `by ${name}`,
          found: `${count} found, median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
          aim: { text: `within ${MAX_MS} ms`, isReached: slowest <= MAX_MS },
        });
      }
      return [...findings, await writeCost(database)];
    } finally {
      await database.close();
    }
  },
};

/** Creates the indexes after filling, which takes a fraction of the time. */
export async function withoutIndexes(database: Database, fill: () => Promise<void>): Promise<void> {
  const indexes = await database.search<{ name: string; definition: string }>(
    `SELECT i.indexname AS name, i.indexdef AS definition FROM pg_indexes i
     WHERE i.tablename IN ('payments', 'invoices') AND i.indexdef NOT LIKE '%UNIQUE%'`,
    [],
  );
  for (const { name } of indexes) await database.search(`DROP INDEX ${name}`, []);
  await fill();
  for (const { definition } of indexes) await database.search(definition, []);
}

/** Changes the columns of the filled payments that the made ones lack. */
async function spreadOverShops(database: Database): Promise<void> {
  await database.search(
    `INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name)
     SELECT 'bench-shop-' || n, party_id, currency, category_id, contract_id, location_url, name
     FROM shops, generate_series(1, ${SHOPS}) n WHERE id = 'demo-shop'`,
    [],
  );
  for (const table of ['invoices', 'payments']) {
    const id = table === 'invoices' ? 'id' : 'invoice_id';
    const extra =
      table === 'invoices'
        ? ''
        : `, connector_reference = 'reference-' || substr(invoice_id, 8),
           payer = CASE WHEN substr(invoice_id, 14, 1) = '3'
             THEN jsonb_set(payer, '{contactInfo,phoneNumber}', to_jsonb('+7912' || substr(invoice_id, 8))) ELSE payer END`;
    for (let part = 0; part < 10; part++) {
      await database.search(
        `UPDATE ${table} SET shop_id = 'bench-shop-' || (1 + substr(${id}, 8)::integer % ${SHOPS}) ${extra}
         WHERE substr(${id}, 13, 1) = '${part}'`,
        [],
      );
    }
  }
}

const WRITTEN = 2_000;
const ROUNDS = 5;
const SEARCH_INDEXES = {
  payments_connector_reference: 'payments (connector_reference) WHERE connector_reference IS NOT NULL',
  payments_payer_phone: `payments (right(regexp_replace(payer #>> '{contactInfo,phoneNumber}', '[^0-9]', '', 'g'), 10), created_at)
    WHERE payer #>> '{contactInfo,phoneNumber}' IS NOT NULL`,
  payments_held_until: `payments (held_until, invoice_id, id) WHERE status = 'processed' AND held_until IS NOT NULL`,
};

/** Updates payments as an authorisation does, with and without the indexes, in alternating rounds. */
async function writeCost(database: Database): Promise<BenchResult> {
  const fastest = { with: Infinity, without: Infinity };
  for (let round = 0; round < ROUNDS; round++) {
    fastest.with = Math.min(fastest.with, await updateTime(database, round * 2));
    for (const name of Object.keys(SEARCH_INDEXES)) await database.search(`DROP INDEX ${name}`, []);
    fastest.without = Math.min(fastest.without, await updateTime(database, round * 2 + 1));
    for (const [name, on] of Object.entries(SEARCH_INDEXES)) await database.search(`CREATE INDEX ${name} ON ${on}`, []);
  }
  const [withIndexes, without] = [fastest.with, fastest.without].map((ms) => (ms * 1_000) / WRITTEN) as [
    number,
    number,
  ];
  return {
    name: 'an update of a payment by its authorisation',
    found: `${withIndexes.toFixed(0)} µs with the indexes of the search, ${without.toFixed(0)} µs without them`,
  };
}

async function updateTime(database: Database, round: number): Promise<number> {
  await database.search('CHECKPOINT', []);
  const began = performance.now();
  await database.search(
    `UPDATE payments SET status = 'captured', rrn = 'R' || substr(invoice_id, 5, 11), connector_reference = 'again-' || invoice_id
     WHERE invoice_id >= $1 AND invoice_id < $2`,
    [`many${String(round * WRITTEN).padStart(10, '0')}`, `many${String((round + 1) * WRITTEN).padStart(10, '0')}`],
  );
  return performance.now() - began;
}

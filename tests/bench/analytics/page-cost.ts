import type { Database } from '../../../store/postgres/database';
import type { ListPlace } from '../../../store/listing/continuation-token';

/** A search whose pages are compared. */
export interface Searched {
  name: string;
  limit: number;
  /** The number of the late page, counted from 1. */
  latePage: number;
  query: (page: { after: ListPlace | undefined; limit: number }) => { text: string; values: readonly unknown[] };
}

/** The cost of the first page and a late one, each averaged over five pages. */
export interface PageCosts {
  name: string;
  latePage: number;
  firstMs: number;
  lateMs: number;
  /** Database buffers that each page reads. */
  firstBuffers: number;
  lateBuffers: number;
  plan: string;
}

const RUNS = 15;
/** The number of averaged pages, because the distance between matches varies. */
const AVERAGED_PAGES = 5;

type Row = { createdAt: Date; id: string; invoiceID?: string };

/** @returns undefined if there are fewer pages */
export async function pageCosts(database: Database, searched: Searched): Promise<PageCosts | undefined> {
  const { query, limit, latePage, name } = searched;
  const pairs: { first: Query; late: Query }[] = [];
  for (let number = 0; number < AVERAGED_PAGES; number++) {
    const [first, late] = [
      await placeBefore(database, searched, 1 + number),
      await placeBefore(database, searched, latePage + number),
    ];
    if (number > 0 && !first) return undefined;
    if (!late) return undefined;
    pairs.push({ first: query({ after: first, limit }), late: query({ after: late, limit }) });
  }
  const costs = { first: { ms: 0, buffers: 0 }, late: { ms: 0, buffers: 0 } };
  let plan = '';
  for (const { first, late } of pairs) {
    const fastest = await readFastest(database, { first, late });
    const [explainedFirst, explainedLate] = [await explain(database, first), await explain(database, late)];
    costs.first.ms += fastest.first / AVERAGED_PAGES;
    costs.late.ms += fastest.late / AVERAGED_PAGES;
    costs.first.buffers += explainedFirst.buffers / AVERAGED_PAGES;
    costs.late.buffers += explainedLate.buffers / AVERAGED_PAGES;
    plan = explainedLate.plan;
  }
  return {
    ...{ name, latePage, plan },
    ...{ firstMs: costs.first.ms, lateMs: costs.late.ms },
    ...{ firstBuffers: Math.round(costs.first.buffers), lateBuffers: Math.round(costs.late.buffers) },
  };
}

/** The cursor of a page; undefined for the first page and for a missing one. */
async function placeBefore(
  database: Database,
  { query, limit }: Searched,
  page: number,
): Promise<ListPlace | undefined> {
  if (page === 1) return undefined;
  const { text, values } = query({ after: undefined, limit: 1 });
  const [row] = await database.search<Row>(`${text} OFFSET ${limit * (page - 1) - 1}`, values);
  if (!row) return undefined;
  return { createdAt: row.createdAt, id: row.invoiceID === undefined ? row.id : `${row.invoiceID}/${row.id}` };
}

/** Takes the fastest of alternating runs, which is least affected by other load. */
async function readFastest(database: Database, { first, late }: { first: Query; late: Query }) {
  const fastest = { first: Infinity, late: Infinity };
  for (let run = 0; run < RUNS; run++) {
    fastest.first = Math.min(fastest.first, await readTime(database, first));
    fastest.late = Math.min(fastest.late, await readTime(database, late));
  }
  return fastest;
}

type Query = { text: string; values: readonly unknown[] };

async function readTime(database: Database, { text, values }: Query): Promise<number> {
  const began = performance.now();
  await database.search(text, values);
  return performance.now() - began;
}

type Explained = { 'QUERY PLAN': [{ Plan: PlanNode }] };
type PlanNode = {
  'Node Type': string;
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
};

async function explain(database: Database, { text, values }: Query): Promise<{ plan: string; buffers: number }> {
  const [row] = await database.search<Explained>(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`, values);
  const root = row?.['QUERY PLAN'][0].Plan;
  if (!root) throw new Error('EXPLAIN returned no plan');
  return { plan: getPlan(root), buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'] };
}

/** The nodes and indexes of a plan: `Limit > Index Scan Backward (payments_search_status)`. */
function getPlan(node: PlanNode): string {
  const index = node['Index Name'] === undefined ? '' : ` (${node['Index Name']})`;
  const inner = (node.Plans ?? []).map(getPlan).join(' + ');
  return `${node['Node Type']}${index}${inner === '' ? '' : ` > ${inner}`}`;
}

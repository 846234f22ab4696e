import type { Database } from '../../store/database';
import type { ListPlace } from '../../store/listing/continuation-token';

/** A search whose pages are compared: how the statement of a page is written, and what is found there. */
export interface Searched {
  name: string;
  limit: number;
  /** The number of the late page, counted from 1. */
  latePage: number;
  query: (page: { after: ListPlace | undefined; limit: number }) => { text: string; values: readonly unknown[] };
}

/** What the first page and a late one cost, each the mean of itself and the four after it. */
export interface PageCosts {
  name: string;
  latePage: number;
  firstMs: number;
  lateMs: number;
  /** Pages of the database that each of the two reads. */
  firstBuffers: number;
  lateBuffers: number;
  plan: string;
}

const RUNS = 15;
/** How many pages stand for one: how far apart ten matches lie differs from page to page by chance. */
const NEIGHBOURS = 5;

type Row = { createdAt: Date; id: string; invoiceID?: string };

/** @returns undefined where there are not so many pages */
export async function pageCosts(database: Database, searched: Searched): Promise<PageCosts | undefined> {
  const { query, limit, latePage, name } = searched;
  const pairs: { first: Query; late: Query }[] = [];
  for (let number = 0; number < NEIGHBOURS; number++) {
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
    costs.first.ms += fastest.first / NEIGHBOURS;
    costs.late.ms += fastest.late / NEIGHBOURS;
    costs.first.buffers += explainedFirst.buffers / NEIGHBOURS;
    costs.late.buffers += explainedLate.buffers / NEIGHBOURS;
    plan = explainedLate.plan;
  }
  return {
    ...{ name, latePage, plan },
    ...{ firstMs: costs.first.ms, lateMs: costs.late.ms },
    ...{ firstBuffers: Math.round(costs.first.buffers), lateBuffers: Math.round(costs.late.buffers) },
  };
}

/** The place after which a page begins; undefined for the first page, and for one that is not there. */
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

/** The fastest of some runs says what the work costs; slower ones say what else the machine did. In turns all the same. */
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
  if (!root) throw new Error('the database explained nothing');
  return { plan: getPlan(root), buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'] };
}

/** `Limit > Index Scan Backward (payments_search_status)`: what is done, and by which index. */
function getPlan(node: PlanNode): string {
  const index = node['Index Name'] === undefined ? '' : ` (${node['Index Name']})`;
  const inner = (node.Plans ?? []).map(getPlan).join(' + ');
  return `${node['Node Type']}${index}${inner === '' ? '' : ` > ${inner}`}`;
}

import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { workflowIDs } from '../../workflow-names/workflow-ids';
import { createApiKey } from '../../store/merchants/api-key/api-key.create';
import { openStore } from '../../store/store';
import { httpClient, type HttpClient } from '../harness/http-client';
import { seedWithdrawals } from '../harness/factories/many-withdrawals';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { buildPath } from '../harness/factories/payment';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';
import { aDestination, anIdentity, aWallet, WALLET } from '../harness/factories/wallet';
import { untilPayment } from '../harness/factories/payment';

/* Reports are built a few at a time, fairly among parties and at low priority beside payments. */

const MANY = 40;
const ROWS = 8_000;
const PERIOD = { fromTime: '2024-01-01T00:00:00Z', toTime: '2024-02-01T00:00:00Z' };

interface Owner {
  client: HttpClient;
  identity: string;
}

let harness: MerchantPlatform;
let greedy: Owner;
let modest: Owner;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  greedy = await anOwner(harness.merchant, 'greedy');
  modest = await anOwner(await aSecondParty(), 'modest');
});

afterAll(() => harness?.stop());

async function aSecondParty(): Promise<HttpClient> {
  const { platform } = harness;
  await harness.sql(`INSERT INTO parties (id) VALUES ('second')`);
  const store = openStore(
    { DATABASE_URL: platform.databaseUrl, ENCRYPTION_KEY: platform.environment['ENCRYPTION_KEY'] ?? '' },
    1,
  );
  const { secret } = await createApiKey(store.database, { partyID: 'second', name: 'test' });
  await store.database.close();
  return httpClient({ baseUrl: platform.apiUrl, token: secret });
}

async function anOwner(client: HttpClient, name: string): Promise<Owner> {
  const identity = await anIdentity(client);
  const wallet = await aWallet(client, { identity });
  const destination = await aDestination(client, { identity });
  const from = new Date(PERIOD.fromTime);
  await seedWithdrawals(harness.platform.databaseUrl, { name, wallet, destination, from, count: ROWS, everyMs: 100 });
  return { client, identity };
}

async function order({ client, identity }: Owner): Promise<number> {
  const path = `${WALLET}/identities/${identity}/reports`;
  const { status, body } = await client.post(path, { reportType: 'withdrawalRegistry', ...PERIOD });
  expect(status).toBe(201);
  return body.id;
}

interface Writer {
  pid: number;
  niceness: number;
}

/** The processes of this worker that write files. */
async function writers(): Promise<Writer[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,pid=,ni=,args=']);
  const worker = harness.platform.processes.worker.pid();
  return stdout
    .split('\n')
    .filter((line) => line.includes('registry-process') && Number.parseInt(line, 10) === worker)
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([, pid = 0, niceness = 0]) => ({ pid, niceness }));
}

/** Counts the writers that were in the previous sample too: these ran concurrently. */
function countLasting(look: Writer[], before: Writer[] = []): number {
  return look.filter(({ pid }) => before.some((earlier) => earlier.pid === pid)).length;
}

const getStatuses = ({ identity }: Owner) =>
  harness.sql<{ status: string }>('SELECT status FROM reports WHERE identity_id = $1', [identity]);

/** The duration of a capture. */
async function captureMs(): Promise<number> {
  const held = await harness.held();
  const began = performance.now();
  await harness.merchant.post(buildPath(held, '/capture'), { reason: 'sent' });
  await untilPayment(harness.merchant, held, 'captured');
  return performance.now() - began;
}

const middle = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

test('forty reports of one party delay neither another party’s report nor payments', async () => {
  const alone = [];
  for (let number = 0; number < 5; number++) alone.push(await captureMs());
  await Promise.all(Array.from({ length: MANY }, () => order(greedy)));
  await sleep(500);
  const own = await order(modest);

  const seen: Writer[][] = [];
  const beside: number[] = [];
  let isBuilt = false;
  const watching = (async () => {
    for (; !isBuilt; await sleep(100)) seen.push(await writers());
  })();
  const capturing = (async () => {
    while (!isBuilt) beside.push(await captureMs());
  })();
  let finishedBefore = NaN;
  for (const end = Date.now() + 2 * ARRIVAL_TIMEOUT_MS; !isBuilt; await sleep(50)) {
    const [modestReport] = await getStatuses(modest);
    isBuilt = modestReport?.status === 'created';
    if (isBuilt) finishedBefore = (await getStatuses(greedy)).filter(({ status }) => status !== 'pending').length;
    if (Date.now() > end) throw new Error(`report ${own} is not built`);
  }
  await Promise.all([watching, capturing]);
  expect(finishedBefore).toBeLessThan(MANY / 2);
  expect(Math.max(...seen.map((look, at) => countLasting(look, seen[at - 1])))).toBeLessThanOrEqual(2);
  const niceness = seen.flat().map((writer) => writer.niceness);
  expect(new Set(niceness.filter((each) => each > 0))).toEqual(new Set([19]));
  process.stderr.write(
    `captures: alone ${Math.round(middle(alone))} ms, beside reports ${Math.round(middle(beside))} ms; ${finishedBefore} reports before\n`,
  );
  expect(middle(beside)).toBeLessThan(Math.max(10 * middle(alone), 3_000));
});

test('a waiting report does not end with its canceled workflow', async () => {
  const { reportID } = await harness
    .sql<{ id: string }>(`SELECT max(id) AS id FROM reports WHERE identity_id = $1 AND status = 'pending'`, [
      greedy.identity,
    ])
    .then(async ([found]) => ({ reportID: found?.id ? Number(found.id) : await order(greedy) }));
  const connection = await Connection.connect({ address: harness.platform.temporalAddress });
  await new Client({ connection }).workflow.getHandle(workflowIDs.report(greedy.identity, reportID)).cancel();
  await connection.close();
  const path = `${WALLET}/identities/${greedy.identity}/reports/${reportID}`;
  for (const end = Date.now() + 4 * ARRIVAL_TIMEOUT_MS; ; await sleep(100)) {
    const { body } = await greedy.client.get(path);
    if (body.status === 'created') break;
    if (Date.now() > end || body.status === 'canceled') throw new Error(`the report is ${body.status}`);
  }
});

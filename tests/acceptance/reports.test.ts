import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { WITHDRAWAL_REGISTRY_COLUMNS } from '../../domain/merchants/report/report';
import { altered } from '../harness/altered';
import { httpClient, type HttpClient } from '../harness/http-client';
import { seedWithdrawals } from '../harness/factories/many-withdrawals';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';
import { startPlatform, type Platform } from '../harness/platform';
import { aDestination, anIdentity, aWallet, WALLET } from '../harness/factories/wallet';

/* Reports of withdrawals: built by a worker that may be killed, and downloaded by expiring links. */

let platform: Platform;
let integrator: HttpClient;
let identity: string;
let wallet: string;
let destination: string;

beforeAll(async () => {
  platform = await startPlatform();
  integrator = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  identity = await anIdentity(integrator);
  wallet = await aWallet(integrator, { identity });
  destination = await aDestination(integrator, { identity });
});

afterAll(async () => {
  await platform?.stop();
});

/** Inserts rows of withdrawals of a month. */
async function insertWithdrawals(month: string, count: number): Promise<void> {
  const from = new Date(`${month}-01T00:00:00Z`);
  await seedWithdrawals(platform.databaseUrl, { name: month, wallet, destination, from, count, everyMs: 100 });
}

const path = () => `${WALLET}/identities/${identity}/reports`;

async function order(month: string): Promise<{ id: number }> {
  const [year, number] = month.split('-').map(Number);
  const toTime = new Date(Date.UTC(year ?? 0, number ?? 0, 1)).toISOString();
  const period = { fromTime: `${month}-01T00:00:00Z`, toTime };
  const { status, body } = await integrator.post(path(), { reportType: 'withdrawalRegistry', ...period });
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'pending', type: 'withdrawalRegistry', files: [] });
  return body;
}

async function built(id: number, limitMs = ARRIVAL_TIMEOUT_MS): Promise<{ files: { id: string }[] }> {
  for (const end = Date.now() + limitMs; ; await sleep(100)) {
    const { body } = await integrator.get(`${path()}/${id}`);
    if (body.status === 'created') return body;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(body)}`);
  }
}

/** Downloads a file by a new link, without a key. */
async function download(fileID: string): Promise<{ type: string; bytes: Buffer; url: string }> {
  const { status, body } = await integrator.post(`${WALLET}/files/${fileID}/download`);
  expect(status).toBe(201);
  expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
  const answer = await fetch(body.url);
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { type: answer.headers.get('content-type') ?? '', bytes, url: body.url };
}

const getLines = (bytes: Buffer): string[] => bytes.toString('utf8').trimEnd().split('\r\n');

/** Reads the rows of a sheet in another process, because the library is an ES module. */
async function readSheet(bytes: Buffer): Promise<unknown[][]> {
  const file = join(mkdtempSync(join(tmpdir(), 'holdfast-sheet-')), 'sheet.xlsx');
  writeFileSync(file, bytes);
  const script = `import { readXlsx } from 'hucre/xlsx'; import { readFileSync } from 'node:fs';
    const { sheets } = await readXlsx(readFileSync(process.argv[1]));
    process.stdout.write(JSON.stringify(sheets[0].rows));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, file], {
    cwd: join(__dirname, '..', '..'),
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

test('a report contains its period as CSV and as XLSX', async () => {
  await insertWithdrawals('2024-01', 2_500);
  await insertWithdrawals('2024-02', 3);
  const { id } = await order('2024-01');
  const { files } = await built(id);
  const [csv, xlsx] = await Promise.all(files.map((file) => download(file.id)));
  if (!csv || !xlsx) throw new Error('a report has two files');
  const lines = getLines(csv.bytes);
  expect(csv.type).toBe('text/csv; charset=utf-8');
  expect(lines[0]).toBe(`\uFEFF${WITHDRAWAL_REGISTRY_COLUMNS.join(',')}`);
  expect(lines).toHaveLength(2_501);
  const row = [
    '2024-01-1',
    '2024-01-01T00:00:00.100Z',
    wallet,
    destination,
    '0.01',
    'RUB',
    '',
    "'=1+2024-011",
    'Failed',
    'RejectedByIssuer',
  ];
  expect(lines[1]).toBe(row.join(','));
  const rows = await readSheet(xlsx.bytes);
  expect(rows).toHaveLength(2_501);
  expect(rows[0]).toEqual([...WITHDRAWAL_REGISTRY_COLUMNS]);
  expect(rows[1]?.slice(0, 6)).toEqual([...row.slice(0, 4), 0.01, 'RUB']);
  expect(rows[1]?.[7]).toBe('=1+2024-011');
});

/** Free text with characters that XML forbids, and with XLSX escapes of such characters. */
const TEXTS = ['до\uFFFEпосле\uFFFF', '_x0041\u0001b\rc', '_x000D__xFFFE_ _x005F_', '<&>"\u0085 \u{1F600}', ' Ёж '];
const MONEY = [
  ['HUF', 150_000n, '1500.00', 1_500],
  ['JPY', 150_000n, '150000', 150_000],
  ['KWD', 1_505n, '1.505', 1.505],
  ['CLF', 1n, '0.0001', 0.0001],
  ['RUB', 9_007_199_254_740_991n, '90071992547409.91', '90071992547409.91'],
] as const;

test('both files contain all kinds of text and all currencies unchanged', async () => {
  await insertWithdrawals('2024-04', TEXTS.length);
  const client = new Client({ connectionString: platform.databaseUrl });
  await client.connect();
  for (const [index, text] of TEXTS.entries()) {
    const [currency, amount] = MONEY[index] ?? MONEY[0];
    await client.query(
      `UPDATE withdrawals SET external_id = $2, amount = $3, currency = $4, destination_amount = $3, destination_currency = $4,
         source_amount = $3::bigint + 10, source_currency = $4 WHERE id = $1`,
      [`2024-04-${index + 1}`, text, amount, currency],
    );
  }
  await client.end();
  const { files } = await built((await order('2024-04')).id);
  const [csv, xlsx] = await Promise.all(files.map((file) => download(file.id)));
  if (!csv || !xlsx) throw new Error('a report has two files');
  const column = (name: (typeof WITHDRAWAL_REGISTRY_COLUMNS)[number]) => WITHDRAWAL_REGISTRY_COLUMNS.indexOf(name);
  const rows = (await readSheet(xlsx.bytes)).slice(1);
  expect(rows.map((row) => row[column('externalID')])).toEqual(TEXTS);
  expect(rows.map((row) => row[column('amount')])).toEqual(MONEY.map(([, , , inSheet]) => inSheet));
  expect(rows.map((row) => row[column('fee')]).slice(0, 4)).toEqual([0.1, 10, 0.01, 0.001]);
  const amounts = [...csv.bytes.toString('utf8').matchAll(/,([\d.]+),([A-Z]{3}),[\d.]+,/g)];
  expect(amounts.map(([, amount, currency]) => [currency, amount])).toEqual(
    MONEY.map(([currency, , decimal]) => [currency, decimal]),
  );
});

test('a file can be downloaded by its signed link only', async () => {
  const { id } = await order('2024-02');
  const [file] = (await built(id)).files;
  const { url } = await download(file?.id ?? '');
  expect((await fetch(altered(url))).status).toBe(404);
  expect((await fetch(`${platform.apiUrl}/files/${file?.id}`)).status).toBe(404);
  expect((await integrator.post(`${WALLET}/files/nothing/download`)).status).toBe(404);
});

test('reports are listed by order time and belong to their identity', async () => {
  const period = 'fromTime=2020-01-01T00:00:00Z&toTime=2100-01-01T00:00:00Z';
  const { body } = await integrator.get(`${path()}?${period}&type=withdrawalRegistry`);
  expect(body).toHaveLength(3);
  expect((await integrator.get(`${path()}?fromTime=2020-01-01T00:00:00Z&toTime=2021-01-01T00:00:00Z`)).body).toEqual(
    [],
  );
  const backward = await integrator.get(`${path()}?fromTime=2021-01-01T00:00:00Z&toTime=2020-01-01T00:00:00Z`);
  expect([backward.status, backward.body.errorType]).toEqual([400, 'NoMatch']);
  const other = await anIdentity(integrator);
  expect((await integrator.get(`${WALLET}/identities/${other}/reports/${body[0].id}`)).status).toBe(404);
  expect((await integrator.get(`${path()}/${body[0].id}?partyID=somebody-else`)).status).toBe(404);
  expect((await integrator.get(`${path()}/999999`)).status).toBe(404);
});

/** The processes that write files, each with its worker. */
async function writers(): Promise<{ pid: number; worker: number }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const lines = stdout.split('\n').filter((line) => line.includes('registry-process'));
  return lines.map((line) => line.trim().split(/\s+/).map(Number)).map(([pid = 0, worker = 0]) => ({ pid, worker }));
}

/** Waits for the writer of this worker. */
async function readWriter(worker: number): Promise<number> {
  for (let tries = 0; tries < 400; tries++) {
    const writer = (await writers()).find((each) => each.worker === worker);
    if (writer) return writer.pid;
    await sleep(25);
  }
  throw new Error('the worker has no file written');
}

const REGISTRIES = '/v2/processing/registries';

async function builtRegistry(id: number, limitMs = ARRIVAL_TIMEOUT_MS): Promise<{ files: { id: string }[] }> {
  for (const end = Date.now() + limitMs; ; await sleep(100)) {
    const { body } = await integrator.get<any>(REGISTRIES);
    const registry = body.result.find((each: { id: number }) => each.id === id);
    if (registry?.status === 'created') return registry;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(registry)}`);
  }
}

test('a registry is for spreadsheets in Russian, and none of its cells is a formula', async () => {
  const { shopID } = platform.demo;
  const period = { fromTime: '2020-01-01T00:00:00Z', toTime: '2100-01-01T00:00:00Z' };
  const client = new Client({ connectionString: platform.databaseUrl });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  const formulas = ['=1+1', '+7', '-2', '@SUM(A1)', '\t=1', 'a;b"c'];
  for (const [index, reason] of formulas.entries()) {
    await client.query(
      `INSERT INTO refunds (invoice_id, payment_id, id, party_id, shop_id, created_at, amount, currency, reason, status,
         status_changed_at, parts)
       VALUES ('i', $1, '1', $2, $3, '2024-05-01T10:00:00.123456Z', 123456, 'RUB', $4, 'succeeded', now(), '[{}]')`,
      [String(index), platform.demo.partyID, shopID, reason],
    );
  }
  await client.end();
  const ordered = await integrator.post<any>(REGISTRIES, { kind: 'refunds', shopID, ...period });
  const { files } = await builtRegistry(ordered.body.id);
  const [csv, xlsx] = await Promise.all(files.map((file) => download(file.id)));
  if (!csv || !xlsx) throw new Error('a registry has two files');
  const [heading, ...lines] = getLines(csv.bytes);
  const start = '\uFEFFИнвойс;Платёж;Возврат;Создан (UTC);Состояние;Состояние изменилось (UTC);Сумма;Валюта;Причина';
  expect(heading?.startsWith(start)).toBe(true);
  expect(lines[0]).toMatch(/^i;0;1;2024-05-01 10:00:00;выполнен;[\d :-]+;1234,56;RUB;'=1\+1;/);
  expect(lines.filter((line) => /(^|;)"?[=+\-@\t]/.test(line))).toEqual([]);
  const rows = (await readSheet(xlsx.bytes)).slice(1);
  expect(rows.map((row) => [row[6], row[8]])).toEqual(formulas.map((reason) => [1234.56, reason]));
  const formulaCells = await countFormulas(xlsx.bytes);
  expect(formulaCells).toBe(0);
});

/** Counts the cells of a sheet that a spreadsheet computes. */
async function countFormulas(bytes: Buffer): Promise<number> {
  const file = join(mkdtempSync(join(tmpdir(), 'holdfast-sheet-')), 'sheet.xlsx');
  writeFileSync(file, bytes);
  const script = `import { readXlsx } from 'hucre/xlsx'; import { readFileSync } from 'node:fs';
    const { sheets } = await readXlsx(readFileSync(process.argv[1]));
    const cells = [...(sheets[0].cells?.values() ?? [])];
    process.stdout.write(String(cells.filter(({ formula }) => formula !== undefined).length));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, file]);
  return Number(stdout);
}

test('another worker builds the reports and registries of a killed one, each once', async () => {
  await insertWithdrawals('2024-03', 150_000);
  const { id } = await order('2024-03');
  const period = { fromTime: '2024-03-01T00:00:00Z', toTime: '2024-04-01T00:00:00Z' };
  const registry = await integrator.post<any>(REGISTRIES, { kind: 'withdrawals', ...period });
  expect(registry.body).toMatchObject({ status: 'pending', rowCount: 150_000 });
  const writer = await readWriter(platform.processes.worker.pid());
  const before = await integrator.get(`${path()}/${id}`);
  expect(before.body.status).toBe('pending');
  await platform.processes.worker.kill();
  await platform.processes.worker.start();
  expect((await writers()).map(({ pid }) => pid)).not.toContain(writer);
  const { files } = await built(id, 120_000);
  const csv = await download(files[0]?.id ?? '');
  expect(getLines(csv.bytes)).toHaveLength(150_001);
  const own = await builtRegistry(registry.body.id, 120_000);
  expect(own.files).toHaveLength(2);
  const lines = getLines((await download(own.files[0]?.id ?? '')).bytes);
  expect(lines).toHaveLength(150_001);
  expect(new Set(lines.map((line) => line.split(';')[0])).size).toBe(150_001);
  const listed = await integrator.get<any>(REGISTRIES);
  expect(listed.body.result.filter((each: { kind: string }) => each.kind === 'withdrawals')).toHaveLength(1);
});

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { temporalConnectionOptions } from '../../runtime/temporal-connection';
import { root } from '../../scripts/services/platform-process';
import { freeLowPort } from '../../scripts/services/ports';
import type { Child } from '../../scripts/services/child';
import { startTemporalServer, type TemporalTlsFiles } from '../../scripts/services/temporal-server';
import { untilAnswered } from '../harness/answered';
import { emptyDatabase } from '../harness/database';
import { runFolder } from '../harness/services';

/* The frontend of a Temporal server as in docker-compose.yml answers no client without a certificate and a token. */

let server: Child;
let address: string;
let own: TemporalTlsFiles;
let foreign: TemporalTlsFiles;
/** The variables that the script writes: the key set and the tokens. */
let written: Record<string, string>;
let foreignToken: string;
let keys: Server;

/** Runs the script of the compose file in a folder of its own. */
function writeCertificates(installation: string): (name: string) => TemporalTlsFiles {
  const folder = join(runFolder('temporal-tls', installation), 'deploy', 'docker');
  mkdirSync(folder, { recursive: true });
  for (const file of ['secrets.mjs', 'temporal-tokens.mjs'])
    copyFileSync(join(root, 'deploy/docker', file), join(folder, file));
  execFileSync(process.execPath, [join(folder, 'secrets.mjs')]);
  const pathOf = (name: string, file: string) => join(folder, 'temporal-certificates', name, file);
  return (name) => ({ ca: pathOf(name, 'ca.crt'), cert: pathOf(name, 'tls.crt'), key: pathOf(name, 'tls.key') });
}

/** The variables of `.env` that the script has written. */
function readWritten(installation: string): Record<string, string> {
  const text = readFileSync(join(runFolder('temporal-tls', installation), '.env'), 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)='?(.*?)'?$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

beforeAll(async () => {
  const filesOf = writeCertificates('own');
  own = filesOf('worker');
  foreign = { ...writeCertificates('foreign')('worker'), ca: own.ca };
  written = readWritten('own');
  foreignToken = readWritten('foreign')['TEMPORAL_API_TOKEN'] ?? '';
  keys = createServer((_request, response) => response.end(written['TEMPORAL_JWKS'])).listen(0, '127.0.0.1');
  await once(keys, 'listening');
  const port = await freeLowPort();
  address = `localhost:${port}`;
  server = await startTemporalServer({
    databaseUrl: await emptyDatabase(),
    visibilityUrl: await emptyDatabase(),
    folder: runFolder('temporal-tls', 'server'),
    port,
    tls: filesOf('temporal'),
    authorization: {
      keysUrl: `http://127.0.0.1:${(keys.address() as AddressInfo).port}/`,
      token: written['TEMPORAL_SERVER_TOKEN'] ?? '',
    },
    logFile: join(runFolder('logs'), 'temporal-tls.log'),
    say: (line) => process.stderr.write(`${line}\n`),
  });
  // The services see a new namespace after seconds.
  for (const call of [list, start]) {
    await untilAnswered(
      () => ask(withToken('TEMPORAL_SERVER_TOKEN'), call),
      (answer) => answer === 'answered',
    );
  }
}, 300_000);

afterAll(async () => {
  await server?.stop();
  keys?.close();
});

type Call = (connection: Connection) => Promise<unknown>;

const describe: Call = (connection) => connection.workflowService.describeNamespace({ namespace: 'default' });
const list: Call = (connection) => connection.workflowService.listWorkflowExecutions({ namespace: 'default' });
const start: Call = (connection) =>
  new Client({ connection }).workflow.start('payment', { workflowId: `payment/${randomUUID()}`, taskQueue: 'q' });
const register: Call = (connection) =>
  connection.operatorService.addSearchAttributes({ namespace: 'default', searchAttributes: { [`K${Date.now()}`]: 2 } });
const createNamespace: Call = (connection) =>
  connection.workflowService.registerNamespace({
    ...{ namespace: `n-${randomUUID()}`, workflowExecutionRetentionPeriod: msToTs('72 hours') },
  });

/** Calls the frontend as a process of the platform does. @returns `answered`, or why not */
async function ask(variables: object, call = describe, limitMs = 20_000): Promise<string> {
  const environment = { TEMPORAL_ADDRESS: address, TEMPORAL_TLS: false, ...variables };
  const connection = Connection.lazy(temporalConnectionOptions(environment));
  try {
    await connection.withDeadline(Date.now() + limitMs, () => call(connection));
    return 'answered';
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: number };
    return code === PERMISSION_DENIED ? 'denied' : 'refused';
  } finally {
    await connection.close();
  }
}

const PERMISSION_DENIED = 7;

const variablesOf = ({ ca, cert, key }: TemporalTlsFiles, token?: string) => ({
  ...{ TEMPORAL_TLS_CA: ca, TEMPORAL_TLS_CERT: cert, TEMPORAL_TLS_KEY: key },
  ...(token === undefined ? {} : { TEMPORAL_API_KEY: token }),
});
const withToken = (name: string) => variablesOf(own, written[name]);

test('API and worker work with their certificates and tokens', async () => {
  for (const name of ['TEMPORAL_API_TOKEN', 'TEMPORAL_WORKER_TOKEN']) {
    for (const call of [describe, list, start])
      expect([name, await ask(withToken(name), call)]).toEqual([name, 'answered']);
  }
  expect(await ask(withToken('TEMPORAL_WORKER_TOKEN'), register)).toBe('answered');
});

test('API and worker change nothing outside their namespace, and the API nothing of the namespace itself', async () => {
  expect(await ask(withToken('TEMPORAL_API_TOKEN'), register)).toBe('denied');
  for (const name of ['TEMPORAL_API_TOKEN', 'TEMPORAL_WORKER_TOKEN'])
    expect(await ask(withToken(name), createNamespace)).toBe('denied');
});

test('the token of the UI lists and starts nothing', async () => {
  expect(await ask(withToken('TEMPORAL_UI_TOKEN'), list)).toBe('answered');
  for (const call of [start, register, createNamespace])
    expect(await ask(withToken('TEMPORAL_UI_TOKEN'), call)).toBe('denied');
});

test('a client with a certificate and no token, or a token of another key, is refused', async () => {
  for (const call of [describe, list, start]) {
    expect(await ask(variablesOf(own), call)).toBe('denied');
    expect(await ask(variablesOf(own, foreignToken), call)).not.toBe('answered');
    expect(await ask(variablesOf(own, unsigned(written['TEMPORAL_API_TOKEN'] ?? '')), call)).not.toBe('answered');
  }
});

/** The same permissions without a signature. */
function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  return `${header}.${token.split('.')[1] ?? ''}.`;
}

test('a client with a token, but without TLS, a certificate or with one of another authority is refused', async () => {
  const token = { TEMPORAL_API_KEY: written['TEMPORAL_API_TOKEN'] };
  // The client connects again until its time is over.
  for (const variables of [{}, { ...token, TEMPORAL_TLS_CA: own.ca }, { ...variablesOf(foreign), ...token }])
    expect(await ask(variables, describe, 5_000)).toBe('refused');
});

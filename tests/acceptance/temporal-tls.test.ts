import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { temporalConnectionOptions } from '../../runtime/temporal-connection';
import { root } from '../../scripts/services/platform-process';
import { freeLowPort } from '../../scripts/services/ports';
import type { Child } from '../../scripts/services/child';
import { startTemporalServer, type TemporalTlsFiles } from '../../scripts/services/temporal-server';
import { emptyDatabase } from '../harness/database';
import { runFolder } from '../harness/services';

/* The frontend of a Temporal server with the mutual TLS of docker-compose.yml answers no client without a certificate. */

let server: Child;
let address: string;
let own: TemporalTlsFiles;
let foreign: TemporalTlsFiles;

/** Runs the script of the compose file in a folder of its own. */
function writeCertificates(installation: string): (name: string) => TemporalTlsFiles {
  const folder = join(runFolder('temporal-tls', installation), 'deploy', 'docker');
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(root, 'deploy/docker/secrets.mjs'), join(folder, 'secrets.mjs'));
  execFileSync(process.execPath, [join(folder, 'secrets.mjs')]);
  const pathOf = (name: string, file: string) => join(folder, 'temporal-certificates', name, file);
  return (name) => ({ ca: pathOf(name, 'ca.crt'), cert: pathOf(name, 'tls.crt'), key: pathOf(name, 'tls.key') });
}

beforeAll(async () => {
  const filesOf = writeCertificates('own');
  own = filesOf('worker');
  foreign = { ...writeCertificates('foreign')('worker'), ca: own.ca };
  const port = await freeLowPort();
  address = `localhost:${port}`;
  server = await startTemporalServer({
    databaseUrl: await emptyDatabase(),
    visibilityUrl: await emptyDatabase(),
    folder: runFolder('temporal-tls', 'server'),
    port,
    tls: filesOf('temporal'),
    logFile: join(runFolder('logs'), 'temporal-tls.log'),
    say: (line) => process.stderr.write(`${line}\n`),
  });
}, 300_000);

afterAll(() => server?.stop());

/** Asks the frontend as a process of the platform does. */
async function ask(variables: object): Promise<string> {
  const environment = { TEMPORAL_ADDRESS: address, TEMPORAL_TLS: false, ...variables };
  const connection = Connection.lazy(temporalConnectionOptions(environment));
  try {
    const work = () => connection.workflowService.describeNamespace({ namespace: 'default' });
    const { namespaceInfo } = await connection.withDeadline(Date.now() + 5_000, work);
    return `answered ${namespaceInfo?.name}`;
  } catch {
    return 'refused';
  } finally {
    await connection.close();
  }
}

const variablesOf = ({ ca, cert, key }: TemporalTlsFiles) => ({
  TEMPORAL_TLS_CA: ca,
  TEMPORAL_TLS_CERT: cert,
  TEMPORAL_TLS_KEY: key,
});

test('a client with a certificate of the authority is answered', async () => {
  expect(await ask(variablesOf(own))).toBe('answered default');
});

test('a client without TLS, without a certificate or with one of another authority is refused', async () => {
  expect(await ask({})).toBe('refused');
  expect(await ask({ TEMPORAL_TLS_CA: own.ca })).toBe('refused');
  expect(await ask(variablesOf(foreign))).toBe('refused');
});

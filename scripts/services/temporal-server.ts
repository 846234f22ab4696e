import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, type ConnectionOptions } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { startChild, readTail, type Child } from './child';
import { ServiceProblem, type Say } from './folders';
import { root } from './platform-process';
import { freeLowPort } from './ports';
import { isTemporalAlive } from './temporal';
import { findTemporalServer } from './temporal-server-binary';
import { startLimit } from './start-limit';

export interface TemporalServerOptions {
  /** Two databases: histories and task queues; visibility. */
  databaseUrl: string;
  visibilityUrl: string;
  /** The folder of its configuration file. */
  folder: string;
  /** Mutual TLS as in `docker-compose.yml`: files of the server, whose authority issues the certificates of clients. */
  tls?: TemporalTlsFiles;
  /** As in `docker-compose.yml`: where the server reads the keys of tokens, and the token of its administrator. */
  authorization?: { keysUrl: string; token: string };
  /** At most 32,767, the limit of the server's tables. */
  port: number;
  logFile: string;
  say: Say;
}

export interface TemporalTlsFiles {
  ca: string;
  cert: string;
  key: string;
}

/** With an authoriser the server's own workers use a frontend without one. */
const SERVICES = ['history', 'matching', 'frontend', 'internal-frontend', 'worker'];
const PLUGIN = 'postgres12';
/** The value of the image in `docker-compose.yml`. */
const HISTORY_SHARDS = 4;
const RETENTION = '72 hours';
const READY_LIMIT_MS = 120_000;

/**
 * Starts a Temporal server on PostgreSQL, all services in one process, with the version and the dynamic configuration
 * of `docker-compose.yml`. Creates missing tables and the namespace `default`.
 */
export async function startTemporalServer(options: TemporalServerOptions): Promise<Child> {
  const { server, sqlTool } = findTemporalServer(options.say);
  makeTables(sqlTool, options.databaseUrl, 'temporal');
  makeTables(sqlTool, options.visibilityUrl, 'visibility');
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const configuration = JSON.stringify(await readConfiguration(options), undefined, 2);
  writeFileSync(join(options.folder, 'holdfast.yaml'), configuration, { mode: 0o600 });
  const child = startChild({
    name: 'temporal-server',
    command: server,
    args: [
      ...['--root', options.folder, '--config', '.', '--env', 'holdfast', '--allow-no-auth', 'start'],
      ...(options.authorization ? SERVICES.map((name) => `--service=${name}`) : []),
    ],
    logFile: options.logFile,
  });
  try {
    const { tls, authorization } = options;
    const client = { ...(tls && { tls: readTls(tls) }), ...(authorization && { apiKey: authorization.token }) };
    await untilReady(child, `127.0.0.1:${options.port}`, client);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return child;
}

function makeTables(tool: string, url: string, schema: 'temporal' | 'visibility'): void {
  const { hostname, port, username, password, pathname } = new URL(url);
  const where = ['--plugin', PLUGIN, '--ep', hostname, '-p', port, '-u', username, '--db', pathname.slice(1)];
  const env = { ...process.env, SQL_PASSWORD: decodeURIComponent(password) };
  const run = (...args: string[]) => spawnSync(tool, [...where, ...args], { encoding: 'utf8', env });
  const hasVersion = run('update-schema', '--schema-name', `postgresql/v12/${schema}`).status === 0;
  if (hasVersion) return;
  for (const args of [
    ['setup-schema', '-v', '0.0'],
    ['update-schema', '--schema-name', `postgresql/v12/${schema}`],
  ]) {
    const { status, stdout, stderr } = run(...args);
    if (status !== 0) throw new ServiceProblem(`Temporal's tables could not be created:\n${stdout}${stderr}`);
  }
}

async function readConfiguration({
  databaseUrl,
  visibilityUrl,
  port,
  tls,
  authorization,
}: TemporalServerOptions): Promise<object> {
  const rpc = async (grpcPort?: number) => ({
    rpc: { grpcPort: grpcPort ?? (await freeLowPort()), membershipPort: await freeLowPort(), bindOnLocalHost: true },
  });
  const address = `127.0.0.1:${port}`;
  return {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: HISTORY_SHARDS,
      datastores: { default: dataStore(databaseUrl), visibility: dataStore(visibilityUrl) },
    },
    global: {
      membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' },
      ...(tls && { tls: { internode: mutualTls(tls), frontend: mutualTls(tls) } }),
      ...(authorization && { authorization: defaultAuthorizer(authorization) }),
    },
    services: {
      frontend: await rpc(port),
      matching: await rpc(),
      history: await rpc(),
      worker: await rpc(),
      ...(authorization && { 'internal-frontend': await rpc() }),
    },
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress: address },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: join(root, 'deploy/docker/temporal.yaml'), pollInterval: '60s' },
    ...(!authorization && { publicClient: { hostPort: address } }),
  };
}

/** What the image makes of its variables. */
function defaultAuthorizer({ keysUrl }: { keysUrl: string }): object {
  return {
    jwtKeyProvider: { keySourceURIs: [keysUrl], refreshInterval: '1m' },
    ...{ permissionsClaimName: 'permissions', authorizer: 'default', claimMapper: 'default' },
  };
}

/** What the image makes of its variables. */
function mutualTls({ ca, cert, key }: TemporalTlsFiles): object {
  return {
    server: { requireClientAuth: true, certFile: cert, keyFile: key, clientCaFiles: [ca] },
    client: { serverName: 'temporal', rootCaFiles: [ca] },
  };
}

type Tls = Exclude<ConnectionOptions['tls'], boolean | null | undefined>;

function readTls({ ca, cert, key }: TemporalTlsFiles): Tls {
  const clientCertPair = { crt: readFileSync(cert), key: readFileSync(key) };
  return { serverRootCACertificate: readFileSync(ca), serverNameOverride: 'temporal', clientCertPair };
}

function dataStore(url: string): object {
  const { host, username, password, pathname } = new URL(url);
  return {
    sql: {
      pluginName: PLUGIN,
      databaseName: pathname.slice(1),
      connectAddr: host,
      connectProtocol: 'tcp',
      user: username,
      password: decodeURIComponent(password),
      maxConns: 20,
      maxIdleConns: 20,
      maxConnLifetime: '1h',
    },
  };
}

type ClientAccess = Pick<ConnectionOptions, 'apiKey'> & { tls?: Tls };

async function untilReady(child: Child, address: string, client: ClientAccess): Promise<void> {
  const isTooLate = startLimit(child, READY_LIMIT_MS);
  while (!(await isTemporalAlive(address, 1_000, client))) {
    if (!child.isRunning() || isTooLate()) {
      throw new ServiceProblem(`Temporal's server did not start. Its log ends:\n${readTail(child.logFile)}`);
    }
    await registerNamespace(address, client);
    await sleep(100);
  }
}

/** The server creates no namespace, and a new one takes seconds to become visible. */
async function registerNamespace(address: string, client: ClientAccess): Promise<void> {
  const connection = Connection.lazy({ address, ...client });
  try {
    const request = { namespace: 'default', workflowExecutionRetentionPeriod: msToTs(RETENTION) };
    await connection.withDeadline(Date.now() + 2_000, () => connection.workflowService.registerNamespace(request));
  } catch {
    // The server is not ready, or the namespace exists; the caller checks again.
  } finally {
    await connection.close();
  }
}

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  loadCheckoutEnvironment,
  loadCodecEnvironment,
  loadConsoleEnvironment,
  loadEnvironment,
  loadSandboxEnvironment,
  loadVaultEnvironment,
} from '../../runtime/environment';
import { variablesOfProcesses } from '../../runtime/process-variables';
import { findGoTool } from '../services/go-tool';
import { root } from '../services/platform-process';
import { where } from '../../tests/harness/where';
import { composeServices, interpolate } from './compose';
import { composeCheck } from './tools';

const services = composeServices();

const SECRETS = [
  'ENCRYPTION_KEY',
  'TOKEN_SIGNING_KEY',
  'TEMPORAL_PAYLOAD_KEY',
  'SANDBOX_SECRET',
  'VAULT_KEK',
  'CONSOLE_SESSION_KEY',
];
const LOADERS = {
  api: loadEnvironment,
  worker: loadEnvironment,
  sandbox: loadSandboxEnvironment,
  checkout: loadCheckoutEnvironment,
  console: loadConsoleEnvironment,
  codec: loadCodecEnvironment,
  vault: loadVaultEnvironment,
};

/** Fixed in containers, which have addresses of their own. */
const FIXED = /^(NODE_ENV|HOST|CODEC_HOST|DATA_DIR|SANDBOX_URL)$/;
const isPortOfProcess = (name: string): boolean => name.endsWith('_PORT') && name !== 'TEMPORAL_UI_PORT';
/** Read by libraries. */
const LIBRARY_VARIABLES = ['MALLOC_ARENA_MAX', 'OTEL_EXPORTER_OTLP_HEADERS'];

/** The site reads its environment itself; other variables are fixed by its build. */
function listSiteVariables(): string[] {
  const files = readdirSync(join(root, 'web/server')).map((file) => join('web/server', file));
  const text = ['web/site.config.ts', ...files].map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const named = [...text.matchAll(/(?:process\.env|environment)\['(\w+)'\]/g)].map(([, name]) => name as string);
  const taken = [...text.matchAll(/const \{ ([^}]+) \} = process\.env/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.split(':')[0]?.trim() ?? ''),
  );
  const fixed = ['WEB_BUILD_DIR', 'SITE_BASE_URL', 'CHECKOUT_HOST'];
  return [...new Set(['NODE_ENV', 'LOG_LEVEL', ...named, ...taken])].filter((name) => !fixed.includes(name));
}

const processes = Object.entries({ ...variablesOfProcesses(), web: listSiteVariables() });

test.each(processes)('%s gets exactly the variables that it reads', (name, variables) => {
  const given = Object.keys(services[name]?.environment ?? {}).filter((each) => !LIBRARY_VARIABLES.includes(each));
  expect(given.sort()).toEqual(variables.filter((variable) => !isPortOfProcess(variable)).sort());
});

test.each(processes)('the variables of %s are taken from .env under their own names', (name) => {
  const environment = Object.entries(services[name]?.environment ?? {});
  const free = environment.filter(([variable]) => !FIXED.test(variable) && !LIBRARY_VARIABLES.includes(variable));
  const differing = free.filter(([variable, value]) => interpolate(value, { [variable]: 'given' }) !== 'given');
  expect(differing).toEqual([]);
});

test.each(Object.entries(LOADERS))('%s accepts what the file gives it once the secrets are written', (name, load) => {
  const key = (): string => randomBytes(32).toString('base64');
  const written = Object.fromEntries(SECRETS.map((secret) => [secret, key()]));
  const given = Object.entries(services[name]?.environment ?? {});
  const filled = given.map(([variable, value]) => [variable, interpolate(String(value), written)]);
  const environment = Object.fromEntries(filled.filter(([, value]) => value !== ''));
  expect(environment).toMatchObject({ NODE_ENV: 'production' });
  expect(() => load(environment)).not.toThrow();
});

test('the frontend of Temporal requires a certificate, and each client has one of its own', () => {
  const server = services['temporal']?.environment ?? {};
  expect(server['TEMPORAL_TLS_REQUIRE_CLIENT_AUTH']).toBe('true');
  expect(server['TEMPORAL_TLS_CLIENT1_CA_CERT']).toBe(server['TEMPORAL_TLS_SERVER_CA_CERT']);
  for (const [name, folder] of Object.entries({ api: 'api', worker: 'worker', 'temporal-ui': 'ui' })) {
    const { environment = {}, volumes = [] } = services[name] ?? {};
    const files = ['TEMPORAL_TLS_CERT', 'TEMPORAL_TLS_KEY', 'TEMPORAL_TLS_CA'].map((variable) =>
      interpolate(environment[variable] ?? '', {}),
    );
    expect(files).toEqual(['tls.crt', 'tls.key', 'ca.crt'].map((file) => `/temporal-certificates/${file}`));
    expect(volumes).toContain(`./deploy/docker/temporal-certificates/${folder}:/temporal-certificates:ro`);
  }
});

test('API and worker share the folder of files, and nothing else does', () => {
  const sharing = Object.keys(services).filter((name) => services[name]?.volumes.includes('files:/data'));
  expect(sharing.sort()).toEqual(['api', 'worker']);
  expect(sharing.map((name) => services[name]?.environment['DATA_DIR'])).toEqual(['/data', '/data']);
});

test('the sandbox acquirer has a database server of its own', () => {
  const getHost = (name: string, variable: string) =>
    new URL(interpolate(services[name]?.environment[variable] ?? '', { POSTGRES_PASSWORD: 'x', SANDBOX_PASSWORD: 'x' }))
      .hostname;
  expect([getHost('api', 'DATABASE_URL'), getHost('sandbox', 'SANDBOX_DATABASE_URL')]).toEqual([
    'postgres',
    'sandbox-postgres',
  ]);
});

test('every long-running service has a memory limit', () => {
  const unlimited = Object.entries(services).filter(([, { memory }]) => memory === undefined);
  expect(unlimited.map(([name]) => name)).toEqual(['minio-bucket']);
});

const check = findGoTool(composeCheck, (line) => process.stderr.write(`${line}\n`)) ?? '';
const withCompose = where(test, check !== '', 'the parser of compose files is not available');
withCompose('docker compose accepts the file with all profiles and interpolates it identically', () => {
  const values = { POSTGRES_PASSWORD: 'secret', TEMPORAL_PAYLOAD_KEY: 'key', SANDBOX_PORT: '9', API_URL: 'https://a' };
  const { status, stdout, stderr } = spawnSync(check, [join(root, 'docker-compose.yml')], {
    encoding: 'utf8',
    env: values,
  });
  expect([status, stderr]).toEqual([0, '']);
  const read = JSON.parse(stdout) as { services: Record<string, { environment?: Record<string, string> }> };
  expect(Object.keys(read.services).sort()).toEqual(Object.keys(services).sort());
  for (const [name, { environment }] of Object.entries(services)) {
    const filled = Object.entries(environment).map(([key, value]) => [key, interpolate(String(value), values)]);
    expect([name, read.services[name]?.environment ?? {}]).toEqual([name, Object.fromEntries(filled)]);
  }
});

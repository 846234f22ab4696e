import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { AccountTest } from '../../domain/payments/connector-account/account-test';
import type { Environment } from '../../runtime/environment';
import { checkCertificate } from './certificate.check';
import { rateSkew, measureSkew } from './clock';
import { failure, ok, compareWithBounds, type Bounds, type DoctorCheck, type CheckResult } from './finding';

const ANSWER_MS = 5_000;
/** The HTTP header `Date` has whole seconds. */
const HTTP_CLOCK_MS = 1_000;

/** Limits of disk usage; less than a gigabyte free is always a failure. */
const DISK_USAGE: Bounds = { warning: 0.85, failure: 0.95 };
const MIN_FREE_BYTES = 1_000_000_000;

/** The test call of an account. */
export interface ConnectorProbe {
  name: string;
  test: () => Promise<AccountTest>;
}

type Settings = Pick<Environment, 'API_URL' | 'DATA_DIR' | 'TEMPORAL_TLS_CERT' | 'TEMPORAL_TLS_CA'>;

/** Checks of the API, the connectors, the certificates and this machine. */
export function machineChecks(settings: Settings, connectors: readonly ConnectorProbe[]): DoctorCheck[] {
  const certificates = [
    { variable: 'TEMPORAL_TLS_CERT', file: settings.TEMPORAL_TLS_CERT },
    { variable: 'TEMPORAL_TLS_CA', file: settings.TEMPORAL_TLS_CA },
  ] as const;
  return [
    { name: 'API', look: () => api(settings) },
    { name: 'clock of the API', look: () => clockOfApi(settings) },
    ...connectors.map((connector) => ({ name: `connector ${connector.name}`, look: () => checkConnector(connector) })),
    ...certificates.flatMap(({ variable, file }) =>
      file === undefined ? [] : [{ name: variable, look: async () => checkCertificate(file) }],
    ),
    { name: 'disk', look: () => disk(settings) },
  ];
}

async function api({ API_URL: address }: Settings): Promise<CheckResult> {
  try {
    const answer = await ask(address);
    const text = (await answer.text()).slice(0, 200);
    if (answer.status === 200) return ok({ kind: 'apiReady', address });
    return failure({ kind: 'apiRefuses', address, status: answer.status, text });
  } catch (error) {
    return failure({ kind: 'apiAway', address, text: getCode(error) });
  }
}

async function clockOfApi({ API_URL: url }: Settings): Promise<CheckResult> {
  const read = async (): Promise<number> => {
    const answer = await ask(url);
    await answer.body?.cancel();
    return Date.parse(answer.headers.get('date') ?? '');
  };
  try {
    const skewMs = await measureSkew(read, { resolutionMs: HTTP_CLOCK_MS });
    if (Number.isNaN(skewMs)) return { status: 'unknown', fact: { kind: 'clockUnknown', address: url } };
    return rateSkew('API', skewMs);
  } catch (error) {
    return { status: 'unknown', fact: { kind: 'apiAway', address: url, text: getCode(error) } };
  }
}

function ask(url: string): Promise<Response> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' });
}

function getCode(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: string };
  return typeof cause?.code === 'string' ? cause.code : (name ?? '');
}

async function checkConnector({ name, test }: ConnectorProbe): Promise<CheckResult> {
  const { outcome, milliseconds } = await test();
  return outcome === 'answered'
    ? ok({ kind: 'connectorAnswers', milliseconds })
    : failure({ kind: 'connectorAway', name, outcome });
}

/** The disk of the local databases, logs and report files; a remote PostgreSQL is monitored there. */
async function disk({ DATA_DIR }: Settings): Promise<CheckResult> {
  const folder = findExistingFolder(resolve(DATA_DIR));
  const { bavail, blocks, bsize } = await statfs(folder);
  const [freeBytes, fullness] = [bavail * bsize, 1 - bavail / Math.max(1, blocks)];
  const fact = { kind: 'diskSpace', name: folder, bytes: freeBytes, percent: Math.round(fullness * 100) } as const;
  if (freeBytes > 20 * MIN_FREE_BYTES) return ok(fact);
  return { status: freeBytes < MIN_FREE_BYTES ? 'failure' : compareWithBounds(fullness, DISK_USAGE), fact };
}

/** Returns the folder or its nearest existing parent. */
function findExistingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : findExistingFolder(dirname(folder));
}

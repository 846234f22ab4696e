import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
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

/** A request to a connector; `answers` resolves if it responds. */
export interface ConnectorProbe {
  name: string;
  answers: () => Promise<void>;
}

type Settings = Pick<Environment, 'API_URL' | 'DATA_DIR' | 'TEMPORAL_TLS_CERT' | 'TEMPORAL_TLS_CA' | 'FILES_S3_BUCKET'>;

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

async function api({ API_URL: url }: Settings): Promise<CheckResult> {
  const remedy = `is the API running, and does API_URL name it? Its log says why; \`curl ${url}/readyz\``;
  try {
    const answer = await ask(url);
    const text = (await answer.text()).slice(0, 200);
    return answer.status === 200 ? ok(`${url} is ready`) : failure(`${url} answers ${answer.status}: ${text}`, remedy);
  } catch (error) {
    return failure(`${url} does not answer${getCode(error)}`, remedy);
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
    if (Number.isNaN(skewMs)) return { status: 'unknown', found: `${url} sends no Date header` };
    return rateSkew('the API', skewMs);
  } catch {
    return { status: 'unknown', found: `${url} does not answer` };
  }
}

function ask(url: string): Promise<Response> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' });
}

function getCode(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: string };
  if (typeof cause?.code === 'string') return ` (${cause.code})`;
  return name === 'TimeoutError' ? ` within ${ANSWER_MS / 1_000} s` : '';
}

async function checkConnector({ name, answers }: ConnectorProbe): Promise<CheckResult> {
  const began = performance.now();
  try {
    await answers();
    return ok(`answers in ${Math.round(performance.now() - began)} ms`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failure(
      `does not answer: ${why}`,
      `payments fail over where possible (docs/connectors.md), others wait; check its key and address, and ask the operator of ${name}`,
    );
  }
}

/** The disk of the local databases, logs and report files; a remote PostgreSQL is monitored there. */
async function disk({ DATA_DIR, FILES_S3_BUCKET }: Settings): Promise<CheckResult> {
  const folder = findExistingFolder(resolve(DATA_DIR));
  const { bavail, blocks, bsize } = await statfs(folder);
  const [freeBytes, fullness] = [bavail * bsize, 1 - bavail / Math.max(1, blocks)];
  const found = `${(freeBytes / 1e9).toFixed(1)} GB are free at ${folder} (${Math.round(fullness * 100)} % used)`;
  const status = freeBytes < MIN_FREE_BYTES ? 'failure' : compareWithBounds(fullness, DISK_USAGE);
  if (status === 'ok' || freeBytes > 20 * MIN_FREE_BYTES) return ok(found);
  const files = FILES_S3_BUCKET === undefined ? ', keep report files in a bucket (FILES_S3_BUCKET)' : '';
  return { status, found, remedy: `free disk space: delete old logs first${files}` };
}

/** Returns the folder or its nearest existing parent. */
function findExistingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : findExistingFolder(dirname(folder));
}

/** Node's error codes of failed connections. */
const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'ECONNRESET',
  'EAI_AGAIN',
]);

const ADVICE = 'is `npm start` running?';

/** Formats an error with advice for the operator. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const causes = listCauses(error);
  if (error.name === 'TemporalUnavailable') return `${error.message}: ${ADVICE}`;
  const code = causes.map((cause) => (cause as { code?: unknown }).code).find((found) => found !== undefined);
  if (error.name === 'DatabaseUnavailable') return `PostgreSQL does not answer${describeCauses(causes)}: ${ADVICE}`;
  if (typeof code !== 'string') return error.message;
  if (CONNECTION_ERRORS.has(code)) return `cannot connect (${code}): ${ADVICE}`;
  const { path } = (causes.find((cause) => 'path' in cause) as { path?: unknown } & Error) ?? {};
  if (code === 'ENOENT' && typeof path === 'string') return `there is no file ${path}`;
  if (code === 'EISDIR') return 'expected a file, found a directory';
  if (code === 'EACCES' && typeof path === 'string') return `the file ${path} is not readable`;
  return error.message;
}

/** Lists the error and its causes, including all errors of a connection attempt. */
function listCauses(error: Error): Error[] {
  // Sequelize keeps the connection error in `parent`.
  const { cause, parent } = error as Error & { parent?: unknown };
  const several = error instanceof AggregateError ? error.errors : [];
  const inner = [cause, parent, ...(several as unknown[])].filter((one): one is Error => one instanceof Error);
  return [error, ...inner.flatMap(listCauses)];
}

/** Returns the error code only: messages may contain addresses and passwords. */
function describeCauses(causes: readonly Error[]): string {
  const code = causes.map((cause) => (cause as { code?: unknown }).code).find((found) => typeof found === 'string');
  return code === undefined ? '' : ` (${String(code)})`;
}

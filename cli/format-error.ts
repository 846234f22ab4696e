/** Codes by which Node says that nobody listens at an address, or that there is no such address. */
const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'ECONNRESET',
  'EAI_AGAIN',
]);

const ADVICE = 'is `npm start` running?';

/** What went wrong, in words that say what to do about it. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const causes = listCauses(error);
  if (error.name === 'EngineAway') return `${error.message}: ${ADVICE}`;
  const code = causes.map((cause) => (cause as { code?: unknown }).code).find((found) => found !== undefined);
  if (error.name === 'DatabaseUnavailable') return `PostgreSQL does not answer${describeCauses(causes)}: ${ADVICE}`;
  if (typeof code !== 'string') return error.message;
  if (CONNECTION_ERRORS.has(code)) return `nobody answers (${code}): ${ADVICE}`;
  const { path } = (causes.find((cause) => 'path' in cause) as { path?: unknown } & Error) ?? {};
  if (code === 'ENOENT' && typeof path === 'string') return `there is no file ${path}`;
  if (code === 'EISDIR') return 'that is a directory, and no file';
  if (code === 'EACCES' && typeof path === 'string') return `the file ${path} may not be read`;
  return error.message;
}

/** The error and what it came from, the several of one connection attempt included. */
function listCauses(error: Error): Error[] {
  // What Sequelize cannot connect by stands in `parent`.
  const { cause, parent } = error as Error & { parent?: unknown };
  const several = error instanceof AggregateError ? error.errors : [];
  const inner = [cause, parent, ...(several as unknown[])].filter((one): one is Error => one instanceof Error);
  return [error, ...inner.flatMap(listCauses)];
}

/** A code of Node or of PostgreSQL says it shortest; an address or a password is never told. */
function describeCauses(causes: readonly Error[]): string {
  const code = causes.map((cause) => (cause as { code?: unknown }).code).find((found) => typeof found === 'string');
  return code === undefined ? '' : ` (${String(code)})`;
}

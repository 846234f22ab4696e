// `npm run connector -- try NAME`: runs the conformance suite of a connector with the acquirer's own test environment.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from './build.mjs';

const PENDING = 'pending payouts and refunds, which only a stand-in can defer and decide';

/** What the suite cannot provoke in the acquirers' test environments, and optional credentials that it needs. */
const ENVIRONMENTS = {
  stripe: { skipped: ['disputes and webhooks, which need a public address', 'tokens of wallets'] },
  yookassa: {
    skipped: [PENDING, 'payouts, which need a payout gateway', 'notifications, which need a public address'],
  },
  tbank: {
    // Payers would enter the card of each payment on the bank's page.
    needs: ['cardKey'],
    skipped: ['pages and codes of the bank, which payers use by hand', 'notifications, which need a public address'],
  },
  adyen: {
    skipped: [PENDING, 'payouts, which need a balance platform', 'lists of operations, which Adyen does not have'],
  },
};

/** Checks credentials and network. @throws Error */
async function prepareTry(name, { file, env = process.env } = {}) {
  const known = Object.hasOwn(ENVIRONMENTS, name ?? '') ? ENVIRONMENTS[name] : undefined;
  if (!known)
    throw new Error(
      `usage: npm run connector -- try NAME [--credentials FILE], NAME one of ${Object.keys(ENVIRONMENTS).join(', ')}`,
    );
  await build({ only: ['compile'], say: console.error });
  const { CONNECTOR_KINDS } = createRequire(import.meta.url)('../dist/connectors/kinds.js');
  const kind = CONNECTOR_KINDS.find((each) => each.name === name);
  const given = file === undefined ? {} : readCredentials(file);
  const toVariable = (field) => `${name}_${field.replace(/([a-z])([A-Z])/g, '$1_$2')}`.toUpperCase();
  const fields = kind.credentials.filter((each) => each.isRequired || known.needs?.includes(each.name));
  const credentials = Object.fromEntries(fields.map(({ name: of }) => [of, given[of] ?? env[toVariable(of)]]));
  const missing = Object.keys(credentials).filter(
    (of) => typeof credentials[of] !== 'string' || credentials[of] === '',
  );
  if (missing.length > 0)
    throw new Error(
      `${missing.map(toVariable).join(', ')}: missing. Set them, or give a file with ${missing.join(', ')} by --credentials (docs/connectors/${name}.md)`,
    );
  const address = kind.settings.find((each) => each.kind === 'url');
  const url = env[toVariable(address.name)] ?? address.default;
  if (!isTestAccount(kind, { credentials, settings: { [address.name]: url } }))
    throw new Error(`not a test account of ${kind.label}: the suite moves money and runs with test accounts only`);
  await requireNetwork(url);
  return { credentials, url };
}

/** @throws Error with the names and rules of wrong credentials, without their values */
function isTestAccount(kind, access) {
  try {
    return kind.check(access).isTest;
  } catch (error) {
    if (!error.issues) throw error;
    const problems = error.issues.map(({ path, message }) => `${path.at(-1)} ${message}`);
    throw new Error(problems.join('; '), { cause: error });
  }
}

/** The credentials of `connector-account create`. */
function readCredentials(file) {
  try {
    const given = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof given === 'object' && given !== null) return given;
  } catch (error) {
    if (error.code) throw new Error(`${file}: cannot be read (${error.code})`, { cause: error });
  }
  throw new Error(`${file}: must be a JSON object with the credentials of an account`);
}

/** Any answer is enough. */
async function requireNetwork(url) {
  try {
    await (await fetch(url, { signal: AbortSignal.timeout(10_000) })).arrayBuffer();
  } catch (error) {
    const reason = error.cause?.code ?? error.name;
    throw new Error(
      `${new URL(url).origin} cannot be reached (${reason}): the suite needs the acquirer's test environment`,
      { cause: error },
    );
  }
}

/** Runs the suite, and keeps what it exchanged: in the connector's folder if all passed. @returns the exit code */
export async function tryConnector(root, name, file) {
  const account = await prepareTry(name, { file });
  console.log(`Not provoked there: ${ENVIRONMENTS[name].skipped.join('; ')}`);
  const date = new Date().toISOString().slice(0, 10);
  const [report, recording] = [
    join('reports', `${name}-${date}.json`),
    join('connectors', name, 'recordings', `${date}.json`),
  ];
  mkdirSync(join(root, 'reports'), { recursive: true });
  const args = [join(root, 'scripts/test.mjs'), `connectors/${name}/${name}.environment`, '--verbose'];
  const tried = JSON.stringify({ name, ...account, recording: join(root, report) });
  const env = { ...process.env, CONNECTOR_TRY: tried };
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  const code = await new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  if (!existsSync(join(root, report))) return code;
  if (code === 0) {
    mkdirSync(join(root, dirname(recording)), { recursive: true });
    renameSync(join(root, report), join(root, recording));
  }
  const kept = 'Recorded, without headers, card numbers, security codes and tokens:';
  console.log(
    code === 0 ? `${kept} ${recording}. Commit it: the suite repeats this run from now on.` : `${kept} ${report}`,
  );
  return code;
}

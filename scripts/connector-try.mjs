// `npm run connector -- try NAME`: runs the conformance suite of a connector with the acquirer's own test environment.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PENDING = 'pending payouts and refunds, which only a stand-in can defer and decide';

/** The acquirers' test environments. `fields` names the fields of an account's credentials. */
const ENVIRONMENTS = {
  yookassa: {
    fields: { YOOKASSA_SHOP_ID: 'shopID', YOOKASSA_SECRET_KEY: 'secretKey' },
    urlVariable: 'YOOKASSA_TRY_URL',
    url: 'https://api.yookassa.ru/v3',
    whyNotTest: ({ YOOKASSA_SECRET_KEY: key }) =>
      key.startsWith('test_') ? undefined : 'YOOKASSA_SECRET_KEY is not the key of a test shop (test_…)',
    skipped: [PENDING, 'payouts, which need a payout gateway', 'notifications, which need a public address'],
  },
  adyen: {
    fields: {
      ADYEN_API_KEY: 'apiKey',
      ADYEN_MERCHANT_ACCOUNT: 'merchantAccount',
      ADYEN_HMAC_KEY: 'hmacKey',
    },
    urlVariable: 'ADYEN_CHECKOUT_URL',
    url: 'https://checkout-test.adyen.com/v71',
    whyNotTest: (_, url) => (/-live|\/\/live/.test(url) ? 'ADYEN_CHECKOUT_URL is a live address' : undefined),
    skipped: [PENDING, 'payouts, which need a balance platform', 'lists of operations, which Adyen does not have'],
  },
};

/** Checks credentials and network, and returns the environment of the suite. @throws Error */
async function prepareTry(name, { file, env = process.env } = {}) {
  const known = Object.hasOwn(ENVIRONMENTS, name ?? '') ? ENVIRONMENTS[name] : undefined;
  if (!known)
    throw new Error(
      `usage: npm run connector -- try NAME [--credentials FILE], NAME one of ${Object.keys(ENVIRONMENTS).join(', ')}`,
    );
  const given = file === undefined ? {} : readCredentials(file);
  const variables = Object.fromEntries(
    Object.entries(known.fields).map(([variable, field]) => [variable, given[field] ?? env[variable]]),
  );
  const missing = Object.keys(variables).filter(
    (variable) => typeof variables[variable] !== 'string' || variables[variable] === '',
  );
  if (missing.length > 0) {
    const fields = missing.map((variable) => known.fields[variable]).join(', ');
    throw new Error(
      `${missing.join(', ')}: missing. Set them, or give a file with ${fields} by --credentials (docs/connectors/${name}.md)`,
    );
  }
  const url = env[known.urlVariable] ?? known.url;
  const problem = known.whyNotTest(variables, url);
  if (problem) throw new Error(`${problem}: the suite moves money and runs with test accounts only`);
  await requireNetwork(url);
  return { ...variables, [known.urlVariable]: url };
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
  const variables = await prepareTry(name, { file });
  console.log(`Not provoked there: ${ENVIRONMENTS[name].skipped.join('; ')}`);
  const date = new Date().toISOString().slice(0, 10);
  const [report, recording] = [
    join('reports', `${name}-${date}.json`),
    join('connectors', name, 'recordings', `${date}.json`),
  ];
  mkdirSync(join(root, 'reports'), { recursive: true });
  const args = [join(root, 'scripts/test.mjs'), `connectors/${name}/${name}.environment`, '--verbose'];
  const env = { ...process.env, ...variables, CONNECTOR_RECORDING: join(root, report) };
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  const code = await new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  if (!existsSync(join(root, report))) return code;
  if (code === 0) {
    mkdirSync(join(root, dirname(recording)), { recursive: true });
    renameSync(join(root, report), join(root, recording));
  }
  const kept = 'Recorded, without headers, card numbers and security codes:';
  console.log(
    code === 0 ? `${kept} ${recording}. Commit it: the suite repeats this run from now on.` : `${kept} ${report}`,
  );
  return code;
}

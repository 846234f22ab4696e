// `npm run fuzz`: asks a running platform what its own specification allows, and much that it does not, and fails where an
// answer is a 5xx or not in the specification. The seed is fixed and the time bounded, so that a run can be repeated.
// `npm run fuzz -- payments --seconds 600 --seed 7` runs one document for longer. Ends with `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { installPackages, requireNode } from './install.mjs';
import { root, run } from './run.mjs';

/** Pinned, because another version asks other things for the same seed. */
const VERSION = '4.32.5';
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'missing_required_header',
];

/** What is asked of, where it is served, and the operations that would stop everything else. */
const documents = {
  payments: { base: '/v2', without: ['suspendMyParty', 'suspendPartyByID', 'suspendShop', 'suspendShopForParty'] },
};

const say = (line) => console.log(line);
const compiled = createRequire(import.meta.url);

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '20261121' },
  },
});

requireNode();
await installPackages(say);
await build({ only: ['specs', 'compile', 'bundle'], say });
const { cacheFolder } = compiled('../dist/scripts/services/folders.js');
const schemathesis = findSchemathesis();
if (!schemathesis) {
  say('Skipped: schemathesis needs python3, and there is none\n\n0 passed, 0 failed');
  process.exit(0);
}

const names = positionals.length > 0 ? positionals : Object.keys(documents);
let failed = 0;
for (const name of names) {
  if (!(await fuzz(name))) failed += 1;
}
say(`\n${names.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** The program, installed into the cache of this machine on the first run. */
function findSchemathesis() {
  if (spawnSync('python3', ['--version']).status !== 0) return undefined;
  const folder = cacheFolder(`schemathesis-${VERSION}`);
  const program = join(folder, 'bin', 'schemathesis');
  if (existsSync(program)) return program;
  say(`Installing schemathesis ${VERSION} (first run only)`);
  must('python3', ['-m', 'venv', '--clear', folder]);
  must(join(folder, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`]);
  return program;
}

function must(command, args) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`);
}

/** Runs one document against a platform of its own. */
async function fuzz(name) {
  const { base, without } = documents[name];
  const { startServicesHost } = compiled('../dist/testing/run/services-host.js');
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-fuzz-'));
  const host = await startServicesHost(folder);
  Object.assign(process.env, { HOLDFAST_TEST_HOST: host.url, HOLDFAST_TEST_FOLDER: folder });
  const { startPlatform } = compiled('../dist/testing/platform.js');
  const platform = await startPlatform();
  try {
    const configuration = join(folder, 'schemathesis.toml');
    const known = await thingsToFind(platform);
    writeFileSync(configuration, configurationOf(known));
    const { code } = await run(
      schemathesis,
      [
        ...['--config-file', configuration, 'run', join(root, 'specs', `${name}.json`)],
        ...['--url', platform.apiUrl + base, '--header', `Authorization: Bearer ${platform.demo.apiKey}`],
        ...['--checks', CHECKS.join(','), '--phases', 'examples,coverage,fuzzing'],
        ...['--seed', options.seed, '--max-time', options.seconds, '--max-examples', '25'],
        ...['--continue-on-failure', '--request-timeout', '30', '--output-truncate', 'false'],
        ...without.flatMap((operation) => ['--exclude-operation-id', operation]),
      ],
      { isShown: true, cwd: folder },
    );
    return code === 0;
  } finally {
    await platform.stop();
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ids of things that exist: without them nearly every question would end at 404. */
async function thingsToFind({ apiUrl, demo }) {
  const post = async (path, body, token = demo.apiKey) => {
    const answer = await fetch(`${apiUrl}/v2/processing${path}`, {
      method: 'POST',
      headers: { 'X-Request-ID': 'fuzz', Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { shopID, partyID } = demo;
  const contactInfo = { email: 'payer@example.com' };
  const invoice = {
    shopID,
    dueDate: '2090-01-01T00:00:00Z',
    amount: 1000,
    currency: 'RUB',
    product: 'Чай',
    metadata: {},
  };
  const { invoice: made, invoiceAccessToken } = await post('/invoices', invoice);
  const paymentTool = { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '123' };
  const clientInfo = { fingerprint: 'browser' };
  const resource = await post('/payment-resources', { paymentTool, clientInfo }, invoiceAccessToken.payload);
  const { paymentToolToken, paymentSession } = resource;
  const payer = { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo };
  const flow = { type: 'PaymentFlowInstant' };
  const payment = await post(`/invoices/${made.id}/payments`, { flow, payer }, invoiceAccessToken.payload);
  const price = { costType: 'InvoiceTemplateLineCostFixed', currency: 'RUB', amount: 500 };
  const details = { templateType: 'InvoiceTemplateSingleLine', product: 'Чай', price };
  const lifetime = { days: 1, months: 0, years: 0 };
  const { invoiceTemplate } = await post('/invoice-templates', { shopID, lifetime, details });
  const { customer } = await post('/customers', { shopID, contactInfo, metadata: {} });
  return {
    shopID,
    partyID,
    invoiceID: made.id,
    paymentID: payment.id,
    invoiceTemplateID: invoiceTemplate.id,
    customerID: customer.id,
    ...{
      contractID: 'demo-contract',
      adjustmentID: '1',
      serviceProviderID: 'qps',
      tradeBlocID: 'EEA',
      countryID: 'RUS',
    },
    ...{ categoryID: 1, paymentInstitutionID: 1 },
  };
}

/**
 * Known ids for every operation but those that would delete what the others need; and a good request id, without which most
 * questions would end at the first layer (that it may not be missing is asked besides).
 */
function configurationOf(known) {
  const lines = Object.entries(known).map(([name, value]) => `"path.${name}" = ${JSON.stringify(value)}`);
  const spared = Object.entries({ deleteCustomer: 'customerID', deleteInvoiceTemplate: 'invoiceTemplateID' });
  const exceptions = spared.map(
    ([operation, name]) =>
      `[[operations]]\ninclude-operation-id = "${operation}"\nparameters = { "path.${name}" = "unknown" }\n`,
  );
  return `[parameters]\n"header.X-Request-ID" = "fuzz"\n${lines.join('\n')}\n\n${exceptions.join('\n')}`;
}

// The folders that hold code, for everything that has to name them all: build, checks, diagram of the layers.

/** Generates the specifications and builds the site: compiled to dist/ first. */
const tools = [
  'checkout/builder',
  'checkout/languages.ts',
  'console/builder',
  'runtime',
  'scripts',
  'web/builder',
  'web/server',
];

/** Run by Node: compiled to dist/, except for tests. */
const compiled = [
  'activities',
  'api',
  'bankfiles',
  'checkout/server',
  'cli',
  'connectors',
  'console/server',
  'domain',
  'files',
  'operators',
  'runtime',
  'sandbox',
  'security',
  'store',
  'tests/acquirers',
  'tests/bench',
  'tests/faults',
  'tests/harness',
  'ui/checks',
  'vault',
  'webhook-messages',
  'webhooks',
  'worker',
  'workflow-names',
  'workflows',
];

/** Built or run in another way and held by the same checks; Vite bundles `web`, `checkout`, `console` and their `ui`. */
const others = ['checkout', 'console', 'content', 'deploy', 'scripts', 'specs', 'tests', 'ui', 'web'];

module.exports = { tools, compiled, all: [...compiled.filter((folder) => !folder.includes('/')), ...others].sort() };

// The folders that hold code, for everything that has to name them all: build, checks, diagram of the layers.

/** Generates the specifications and builds the site: compiled to dist/ first. */
const tools = [
  'checkout/builder',
  'checkout/languages.ts',
  'runtime/static-files',
  'scripts',
  'web/builder',
  'web/measure',
  'web/server',
];

/** Run by Node: compiled to dist/, except for tests. */
const compiled = [
  'activities',
  'api',
  'checkout/server',
  'cli',
  'connectors',
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
  'webhooks',
  'worker',
  'workflows',
];

/** Built or run in another way and held by the same checks; Vite bundles `web` and `checkout`. */
const others = ['checkout', 'content', 'deploy', 'scripts', 'specs', 'tests', 'web'];

module.exports = { tools, compiled, all: [...compiled.filter((folder) => !folder.includes('/')), ...others].sort() };

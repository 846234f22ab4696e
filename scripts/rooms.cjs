// The rooms that hold code. Whatever has to name them all (build, checks, layers) takes them from here.

/** What generates the specifications and builds the site: compiled to dist/ before anything else. */
const tools = [
  'assets',
  'checkout/builder',
  'checkout/languages.ts',
  'scripts',
  'web/builder',
  'web/measure',
  'web/server',
];

/** Run by Node: compiled to dist/, except for tests. */
const compiled = [
  'activities',
  'api',
  'bench',
  'checkout/server',
  'cli',
  'connectors',
  'domain',
  'operators',
  'runtime',
  'sandbox',
  'store',
  'testing',
  'trials',
  'webhooks',
  'worker',
  'workflows',
];

/** Built or run in another way, and held by the same checks; of `web` and `checkout` what Vite bundles. */
const others = ['acceptance', 'assets', 'checkout', 'content', 'deploy', 'scripts', 'specs', 'web'];

module.exports = { tools, compiled, all: [...compiled.filter((room) => !room.includes('/')), ...others].sort() };

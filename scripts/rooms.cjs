// The folders of code, for build, checks and layers.

/** Generators and builders, compiled to dist/ first. */
const tools = [
  'assets',
  'checkout/builder',
  'checkout/languages.ts',
  'scripts',
  'web/builder',
  'web/measure',
  'web/server',
];

/** Run by Node and compiled to dist/, without tests. */
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

/** Built in another way, but checked too; of `web` and `checkout` the parts that Vite bundles. */
const others = ['acceptance', 'assets', 'checkout', 'content', 'deploy', 'scripts', 'specs', 'web'];

module.exports = { tools, compiled, all: [...compiled.filter((folder) => !folder.includes('/')), ...others].sort() };

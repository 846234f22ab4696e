// The root folders that hold code. Whatever has to name them all (build, checks, layers) takes them from here.

/** Run by Node: compiled to dist/, except for tests. */
const compiled = [
  'activities',
  'api',
  'bench',
  'cli',
  'connectors',
  'domain',
  'runtime',
  'sandbox',
  'scripts',
  'store',
  'testing',
  'webhooks',
  'worker',
  'workflows',
];

/** Built or run in another way, and held by the same checks. */
const others = ['acceptance', 'content', 'specs', 'web'];

module.exports = { compiled, all: [...compiled, ...others].sort() };

const { existsSync } = require('node:fs');
const { dirname, join, relative, resolve } = require('node:path');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const root = join(__dirname, '../../..');
/** These hold schemas that take a tenth of the processor time of suites if each compiles them. They answer plain values. */
const LOADED_ONCE = ['tests/harness/specifications', 'connectors/testing/description'];
const scripts = new Map();

/** Jest's runtime loads and compiles each module again for each suite. This one compiles it once for all suites of a process. */
module.exports = class SharedScripts extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    const before = `(function (${executor.injectedModuleParameters.join(', ')}) {`;
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      if (!context) return null;
      let known = scripts.get(filename);
      if (known?.source !== source) {
        try {
          known = { source, script: new Script(`${before}${source}\n})`, { filename, columnOffset: -before.length }) };
        } catch {
          // Jest words errors of syntax.
          return compile(source, filename);
        }
        scripts.set(filename, known);
      }
      return known.script.runInContext(context);
    };
  }

  requireModuleOrMock(from, name) {
    const built = name.startsWith('.') && join(root, 'dist', `${relative(root, resolve(dirname(from), name))}.js`);
    if (built && LOADED_ONCE.some((module) => built === join(root, 'dist', `${module}.js`)) && existsSync(built))
      return require(built);
    return super.requireModuleOrMock(from, name);
  }
};

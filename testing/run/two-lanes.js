const { relative } = require('node:path');
const { default: TestRunner } = require('jest-runner');
const waiting = new Set(require('./waiting.json'));

/**
 * Runs the suites of waiting.json one after another beside all others. They wait for much of their time (a minute for a key, eight
 * seconds of silence): each takes a quarter to a half of a processor, its platform included, and the others have the rest.
 * A suite belongs there where `time npx jest SUITE` says the same of it.
 */
module.exports = class TwoLanes {
  supportsEventEmitters = true;

  constructor(globalConfig, context) {
    this.busy = new TestRunner(globalConfig, context);
    this.waiting = new TestRunner({ ...globalConfig, maxWorkers: 1 }, context);
  }

  async runTests(tests, watcher, options) {
    const lanes = { busy: [], waiting: [] };
    for (const test of tests) lanes[options.serial ? 'busy' : laneOf(test)].push(test);
    const run = (name) => lanes[name].length > 0 && this[name].runTests(lanes[name], watcher, options);
    await Promise.all([run('busy'), run('waiting')]);
  }

  /** @returns takes the listener away again */
  on(eventName, listener) {
    const offs = [this.busy, this.waiting].map((lane) => lane.on(eventName, listener));
    return () => offs.forEach((off) => off());
  }
};

function laneOf({ path, context }) {
  return waiting.has(relative(context.config.rootDir, path).replaceAll('\\', '/')) ? 'waiting' : 'busy';
}

const { relative } = require('node:path');
const { default: TestRunner } = require('jest-runner');
const waiting = require('./waiting.json');

/**
 * Runs the suites and folders of waiting.json sequentially beside the others, since they mostly wait and use a quarter to half of a CPU.
 * Measure with `time npx jest SUITE` before adding one. They should take a third of the time of all suites: with this lane empty after a
 * quarter of a run, all took 3,018 s in place of 2,562 s.
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

  /** @returns removes the listener */
  on(eventName, listener) {
    const offs = [this.busy, this.waiting].map((lane) => lane.on(eventName, listener));
    return () => offs.forEach((off) => off());
  }
};

function laneOf({ path, context }) {
  const name = relative(context.config.rootDir, path).replaceAll('\\', '/');
  return waiting.some((each) => name.startsWith(each)) ? 'waiting' : 'busy';
}

const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');
const keptSeconds = require('./durations.json');

/** Folders whose untimed suites start browsers or platforms. */
const LONG_ROOMS = /^(tests\/acceptance|checkout\/tests|console\/tests|web\/tests)\//;
const LONG_SECONDS = 30;

/**
 * Runs the last failures first, then the longest suites. Local timings override durations.json, which `RECORD_DURATIONS=1
 * npm test` writes.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const expected = new Map(tests.map((test) => [test, this.time(test) ?? expectedMs(test)]));
    const failed = (test) => (this.hasFailed(test) ? 1 : 0);
    return super
      .sort(tests)
      .sort((one, other) => failed(other) - failed(one) || expected.get(other) - expected.get(one));
  }
};

function expectedMs({ path, context }) {
  const name = relative(context.config.rootDir, path).replaceAll('\\', '/');
  return 1_000 * (keptSeconds[name] ?? (LONG_ROOMS.test(name) ? LONG_SECONDS : 0));
}

const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>'],
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/build/', '/\\.data/', '/\\.cache/'],
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/web/build/',
    '<rootDir>/checkout/build/',
    '<rootDir>/console/build/',
    '<rootDir>/.data/',
  ],
  transform: { '^.+\\.(t|j)sx?$': '@swc/jest' },
  // What is loaded only where it is wanted is named as Node names it, after the build.
  moduleNameMapper: {
    '^(\\.{1,2}/.+)\\.js$': '$1',
    '^fast-check$': '<rootDir>/tests/harness/run/fast-check.js',
  },
  globalSetup: './tests/harness/run/global-setup.ts',
  globalTeardown: './tests/harness/run/global-teardown.ts',
  // For what hangs, not for what is slow: a loaded machine takes ten times as long as a quiet one.
  testTimeout: 240_000,
  testSequencer: './tests/harness/run/longest-first.js',
  // Those that wait for most of their time are one more at once.
  runner: './tests/harness/run/two-lanes.js',
  runtime: './tests/harness/run/shared-scripts.js',
  // What suites leave behind makes collecting garbage dear: 126 of them took 193 s without this, and 176 with it.
  workerIdleMemoryLimit: '700MB',
  // Suites wait for some of their time. With any three at once two cores were 99 % busy at a load of 15, and what shows for a moment only
  // was missed. More than six would want more connections than there are.
  maxWorkers: Math.min(6, Math.max(2, Math.floor(availableParallelism() * 0.75))),
};

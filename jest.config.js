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
    '<rootDir>/.data/',
  ],
  transform: { '^.+\\.(t|j)sx?$': '@swc/jest' },
  // What is loaded only where it is wanted is named as Node names it, after the build.
  moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': '$1' },
  globalSetup: './testing/run/global-setup.ts',
  globalTeardown: './testing/run/global-teardown.ts',
  // For what hangs, not for what is slow: a loaded machine takes ten times as long as a quiet one.
  testTimeout: 240_000,
  // Most suites start processes of their own, so one a core would be too many of many; of two cores, one would wait half of its time.
  maxWorkers: Math.max(2, Math.floor(availableParallelism() * 0.75)),
};

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
  globalSetup: './testing/run/global-setup.ts',
  globalTeardown: './testing/run/global-teardown.ts',
  // For what hangs, not for what is slow: a loaded machine takes ten times as long as a quiet one.
  testTimeout: 240_000,
  // Most suites start processes of their own, so one a core would be too many.
  maxWorkers: '75%',
};

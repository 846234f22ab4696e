import js from '@eslint/js';
import markdown from '@eslint/markdown';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { ANSWER_TEXTS } from './scripts/lint/answer-texts.mjs';
import { plainWords } from './scripts/lint/plain-words.mjs';

const tests = [
  '**/*.test.ts',
  '**/*.test.tsx',
  '**/testing/**/*.ts',
  'tests/**/*.ts',
  '**/testing.ts',
  'checkout/tests/*.ts',
  'console/tests/*.ts',
  'web/tests/**/*.ts',
];

const CODE = ['**/*.ts', '**/*.tsx', '**/*.mjs', '**/*.cjs', '**/*.js'];

// Union types instead: an enum is a value that exists at run time and that the wire does not know.
const NO_ENUM = { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' };

// It writes a fraction of zero, which no caller sent.
const NO_ISO_STRING = {
  selector: "CallExpression[callee.property.name='toISOString']",
  message: 'Moments are written by rfc3339Text().',
};

const SAY_WHY = 'Say what the timer is for: { summary }.';
const SILENT_TIMERS = [
  { selector: "CallExpression[callee.name='condition'][arguments.length=2]", message: SAY_WHY },
  { selector: "CallExpression[callee.name='sleep'][arguments.length=1]", message: SAY_WHY },
];

// The workflows of a worker share their modules (scripts/build.mjs): what one leaves there, another finds.
const KEEP_NOTHING = 'Workflows share this module: what a run keeps is within its function.';
const ON_TOP = ':matches(Program, ExportNamedDeclaration) > VariableDeclaration';
const STATE_OF_MODULES = [
  { selector: `${ON_TOP}[kind!='const']`, message: KEEP_NOTHING },
  {
    selector: `${ON_TOP} > VariableDeclarator[id.typeAnnotation.typeAnnotation.typeName.name!=/^Readonly/] > NewExpression[callee.name=/^(Weak)?(Map|Set)$/]`,
    message: `${KEEP_NOTHING} What never changes is a ReadonlyMap or a ReadonlySet.`,
  },
  { selector: 'PropertyDefinition[static=true][readonly!=true]', message: KEEP_NOTHING },
];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'web/build/',
      'checkout/build/',
      'console/build/',
      'web/public/',
      'coverage/',
      '.cache/',
      '.data/',
      '**/*.generated.ts',
      'content/**/*.js',
    ],
  },
  { files: CODE, extends: [js.configs.recommended] },
  {
    files: CODE,
    ignores: ['scripts/lint/*.mjs'],
    plugins: { words: plainWords },
    rules: { 'words/code': 'error' },
  },
  {
    files: CODE,
    ignores: tests,
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'max-lines': ['error', { max: 300 }],
    },
  },
  {
    files: ['**/*.md'],
    plugins: { markdown, words: plainWords },
    language: 'markdown/gfm',
    rules: { 'words/markdown': 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A union that grows must make every decision about it fail to compile or to lint.
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      // An interface may be asynchronous although one of its implementations is not.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none', ignoreRestSiblings: true },
      ],
      'no-restricted-syntax': ['error', NO_ENUM],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowNullish: true }],
      eqeqeq: 'error',
    },
  },
  {
    // A workflow is replayed: what differs between two runs of the same history breaks it.
    files: ['{workflows,workflow-names}/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'fetch', 'crypto', 'setInterval', 'performance'],
    },
  },
  {
    files: [
      'domain/**/*.ts',
      '{workflows,workflow-names}/**/*.ts',
      'store/**/*.ts',
      'activities/**/*.ts',
      'api/**/*.ts',
      'webhooks/**/*.ts',
      'worker/**/*.ts',
    ],
    ignores: tests,
    rules: {
      'no-restricted-syntax': ['error', NO_ENUM, NO_ISO_STRING],
      // Configuration enters through runtime/environment.ts; output leaves through runtime/logger.ts.
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: 'Use loadEnvironment().' }],
      'no-console': 'error',
    },
  },
  {
    files: ['domain/**/*.ts', 'workflows/platform/operation/summarised.ts'],
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', NO_ENUM, NO_ISO_STRING, ...STATE_OF_MODULES] },
  },
  {
    // Who looks at a workflow in Temporal UI shall read what each of its timers and activities is for.
    files: ['{workflows,workflow-names}/**/*.ts'],
    ignores: ['**/*.test.ts', 'workflows/platform/operation/summarised.ts'],
    rules: {
      'no-restricted-syntax': ['error', NO_ENUM, NO_ISO_STRING, ...STATE_OF_MODULES, ...SILENT_TIMERS],
      'no-restricted-imports': [
        'error',
        {
          name: '@temporalio/workflow',
          importNames: ['proxyActivities', 'proxyLocalActivities', 'scheduleActivity', 'scheduleLocalActivity'],
          message: 'Use workflows/platform/operation/summarised.ts.',
        },
      ],
    },
  },
  {
    files: ['console/**/*.ts', 'console/**/*.tsx', 'checkout/**/*.ts', 'checkout/**/*.tsx', 'cli/**/*.ts'],
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', NO_ENUM, ...ANSWER_TEXTS] },
  },
  {
    // Tests look into answers whose shape is what they test.
    files: tests,
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: [
      'web/**/*.ts',
      'web/**/*.tsx',
      'checkout/**/*.ts',
      'checkout/**/*.tsx',
      'console/**/*.ts',
      'console/**/*.tsx',
      'ui/**/*.ts',
      'ui/**/*.tsx',
    ],
    extends: [jsxA11y.flatConfigs.recommended, reactHooks.configs.flat['recommended']],
    rules: {
      // Remix takes a thrown Response for an answer.
      '@typescript-eslint/only-throw-error': ['error', { allow: [{ from: 'lib', name: 'Response' }] }],
      // What scrolls must be reachable by the keyboard, although nothing in it can be pressed.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: ['pre'], roles: ['region', 'group'] }],
    },
  },
  {
    files: ['**/*.mjs', '**/*.js', '**/*.cjs'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' },
  },
  {
    files: ['web/**/*.mjs', 'web/**/*.js'],
    languageOptions: { sourceType: 'module', globals: { ...globals.node, ...globals.browser } },
  },
);

/**
 * The arrows between folders: domain ← store ← {activities, webhooks, api, worker}, webhooks ← {activities, worker},
 * domain ← connectors ← activities, domain ← bankfiles ← {connectors, activities, operators, cli}, domain ← workflows. `webhook-messages` (types),
 * `workflow-names`, `security`, `files` and `runtime` are used by every process. `npm run layers` draws the arrows.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const tests = '((^|/)testing/|^connectors/conformance\\.ts$|^tests/|^content/|/testing\\.ts$|\\.test\\.tsx?$)';
const npm = '(^|/)node_modules/';
const { all } = require('./scripts/folders.cjs');
const anyFolderBut = (...names) => `^(${all.filter((folder) => !names.includes(folder)).join('|')})/`;

/** Nothing but `allowed` may be imported from `folder`; its tests may use the test harness besides. */
const only = (folder, allowed, comment) => ({
  name: `${folder}-imports`,
  comment,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: tests },
  to: {
    path: anyFolderBut('tests', 'content', 'specs'),
    pathNot: allowed,
  },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that import each other in a circle can only be understood together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment: 'Pure rules import no package, no part of Node and no other layer.',
      severity: 'error',
      from: { path: '^domain/', pathNot: tests },
      to: { pathNot: '^domain/' },
    },
    only('connectors', '^(domain|bankfiles|connectors)/', 'A connector knows the domain and files, and no database.'),
    {
      name: 'connectors-are-separate',
      comment: 'A connector is one folder, and no other code imports its parts.',
      severity: 'error',
      from: { path: '^connectors/([^/]+)/', pathNot: tests },
      to: { path: '^connectors/[^/]+/', pathNot: '^connectors/$1/' },
    },
    {
      name: 'only-the-registry-knows-connectors',
      comment: 'Other code asks the registry by the name that the payment or the withdrawal has recorded.',
      severity: 'error',
      from: { pathNot: ['^connectors/', '^checkout/tests/', tests] },
      to: { path: '^connectors/[^/]+/' },
    },
    only(
      'store',
      '^(domain|store|security|workflow-names|webhook-messages|runtime/(egress|postgres))/|^runtime/(batcher|periodic-task)\\.ts$',
      'Persistence knows the domain and none of its callers.',
    ),
    {
      name: 'store-knows-messages-by-type-only',
      comment: 'Transactions build messages as the types that are published.',
      severity: 'error',
      from: { path: '^store/', pathNot: tests },
      to: {
        path: '^webhook-messages/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'messages-are-types',
      comment: 'Published types import nothing.',
      severity: 'error',
      from: { path: '^webhook-messages/', pathNot: tests },
      to: { pathNot: '^webhook-messages/' },
    },
    only(
      'webhooks',
      '^(domain|store|security|runtime|workflow-names|webhook-messages|webhooks)/',
      'Delivery of webhooks knows the database and no Temporal.',
    ),
    only(
      'activities',
      [
        '^(vault/client|domain|store|security|files|bankfiles|connectors|webhook-messages|webhooks|activities|workflow-names|operators/(rotation|settlement-report))/|^runtime/fair-queue',
        '^workflows/.*\\.contract\\.ts$',
      ],
      'Activities read and write the database, and implement the contracts of workflows.',
    ),
    {
      name: 'activities-know-contracts-by-type-only',
      comment: 'The code of a workflow runs in its sandbox only.',
      severity: 'error',
      from: { path: '^activities/', pathNot: tests },
      to: { path: '^workflows/', dependencyTypesNot: ['type-only'] },
    },
    only('bankfiles', '^(domain|bankfiles)/', 'Files of banks are read and written without a database.'),
    only(
      'worker',
      '^(vault/client|domain|store|security|files|connectors|webhooks|activities|workflow-names|workflows|runtime|worker|operators/commands)/',
      'The worker puts workflows, activities and the executors of operators’ commands together.',
    ),
    only(
      'api',
      [
        '^(vault/client|domain|store|security|files|runtime|operators|workflow-names|webhook-messages|api)/',
        '^connectors/(account-connectors|callback|connector|connector-field|kinds|wallet-tokens)\\.ts$',
      ],
      'The API writes to the database; the outbox starts and signals workflows.',
    ),
    only(
      'sandbox',
      '^(domain/(payments/(card|payment)|platform/(currency|money))|runtime|sandbox)/',
      'The sandbox is an acquirer of its own: it shares names and the currencies of ISO 4217.',
    ),
    only(
      'vault',
      '^(domain|runtime|vault)/|^connectors/(kinds|card-rules)\\.ts$',
      'The vault is a process of its own: it shares no table and no key with the platform, and knows where acquirers are.',
    ),
    {
      name: 'the-vault-is-used-by-its-client',
      comment: 'Other code calls the vault and opens no card.',
      severity: 'error',
      from: { pathNot: ['^vault/', tests, '^scripts/'] },
      to: { path: '^vault/', pathNot: '^vault/(client|custodian)/' },
    },
    only(
      'cli',
      [
        '^(vault/(client|custodian)|domain|store|security|files|bankfiles|runtime|operators|workflow-names|cli|ui/checks)/',
        '^connectors/(account-connectors|connector|routed-accounts)\\.ts$',
      ],
      'The command line parses, calls store and operators, and prints; its checks probe connectors.',
    ),
    only(
      'operators',
      [
        '^(vault/client|domain|store|security|files|bankfiles|runtime|operators|workflow-names|webhook-messages)/',
        '^connectors/(account-addresses|account-connectors|account-test|card-access|connector-kind|kinds|connector|routed-accounts)\\.ts$',
      ],
      'Use cases of the command line and the operators’ API work on PostgreSQL, Temporal and connectors.',
    ),
    only('security', '^(domain|security)/', 'Encryption, keys and tokens know no database.'),
    only('workflow-names', '^(domain|workflow-names)/', 'Ids, types and messages of workflows name no code of them.'),
    only('files', '^files/', 'Storage of files knows no other folder.'),
    only('runtime', '^runtime/', 'Configuration, logging, batching and shutdown serve every process and import none.'),
    {
      name: 'workflows-are-deterministic',
      comment: 'At run time a workflow may load nothing but workflows, domain and the parts of Temporal made for it.',
      severity: 'error',
      from: { path: '^(workflows|workflow-names)/', pathNot: tests },
      to: {
        pathNot: ['^(workflows|workflow-names)/', '^domain/', `${npm}@temporalio/(workflow|common)/`],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'workflows-import-no-implementation',
      comment:
        'A workflow declares the activities that it needs in its contract; their implementation imports the contract.',
      severity: 'error',
      from: { path: '^workflows/', pathNot: tests },
      to: { path: '^(activities|connectors|webhooks|store|api|worker|sandbox|runtime|operators|cli|scripts|web)/' },
    },
    {
      name: 'apis-are-separate',
      comment: 'tsoa follows imports: a crossing publishes one API’s routes in the other’s specification, silently.',
      severity: 'error',
      from: { path: '^api/(v2|wallet-v0|operators-v1)/', pathNot: tests },
      to: { path: '^api/(v2|wallet-v0|operators-v1)/', pathNot: '^api/$1/' },
    },
    {
      name: 'http-is-free-of-wire-types',
      comment: 'Code that the APIs share imports none of them.',
      severity: 'error',
      from: { path: '^api/http/', pathNot: tests },
      to: { path: '^api/(v2|wallet-v0|operators-v1)/' },
    },
    {
      name: 'web-stands-alone',
      comment: 'The site reads content/ and specs/ and no other code, but for servers and the sender of static files.',
      severity: 'error',
      from: { path: '^web/', pathNot: [tests, '^web/tests/'] },
      to: { path: anyFolderBut('web', 'ui', 'content', 'specs'), pathNot: '^runtime/(static-files/|listen\\.ts$)' },
    },
    {
      name: 'checkout-stands-alone',
      comment: 'The checkout is a client of the API like any other, and knows the ranges of cards.',
      severity: 'error',
      from: { path: '^checkout/', pathNot: [tests, '^checkout/(tests|server|builder)/'] },
      to: {
        path: anyFolderBut('checkout', 'ui', 'specs'),
        pathNot: '^api/(v2|checkout-v1)/.*types|^domain/payments/(card/|payment/payment-failure)',
      },
    },
    {
      name: 'checkout-knows-the-api-by-type-only',
      comment: 'The page knows the published types of the platform.',
      severity: 'error',
      from: { path: '^checkout/', pathNot: tests },
      to: { path: '^api/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'checkout-server-imports',
      comment: 'It sends files: it has no database and no keys.',
      severity: 'error',
      from: { path: '^checkout/(server|builder)/', pathNot: tests },
      to: { path: anyFolderBut('checkout', 'runtime') },
    },
    {
      name: 'console-stands-alone',
      comment: 'The console is a client of the API like any other, and has no database and no keys of the platform.',
      severity: 'error',
      from: { path: '^console/', pathNot: [tests, '^console/tests/'] },
      to: {
        path: anyFolderBut('console', 'ui', 'specs'),
        pathNot: '^(runtime/|domain/(merchants/report/csv-text|payments/payment/payment-tool))',
      },
    },
    {
      name: 'ui-stands-alone',
      comment: 'The pieces of the three faces know none of them; words know the codes of failures.',
      severity: 'error',
      from: { path: '^ui/', pathNot: tests },
      to: {
        path: anyFolderBut('ui', 'specs'),
        pathNot:
          '^domain/(payments/payment/(attempt|payment-failure|payment-tool)|payments/connector-account/account-test|operators/go-live/)',
      },
    },
    ...['console', 'checkout', 'web'].map((face) => ({
      name: `${face}-is-not-imported`,
      severity: 'error',
      from: { pathNot: `^${face}/` },
      to: { path: `^${face}/` },
    })),
    {
      name: 'the-checker-shares-nothing',
      comment: 'The checker shares no code with what it checks.',
      severity: 'error',
      from: { path: '^tests/faults/checker/', pathNot: '\\.test\\.ts$' },
      to: { path: anyFolderBut(), pathNot: '^tests/faults/checker/' },
    },
    {
      name: 'experiments-are-outsiders',
      comment: 'Experiments start processes as tests do, and use the platform from outside.',
      severity: 'error',
      from: { path: '^tests/faults/' },
      to: { path: anyFolderBut('tests', 'scripts') },
    },
    {
      name: 'experiments-are-not-imported',
      severity: 'error',
      from: { pathNot: '^tests/faults/' },
      to: { path: '^tests/faults/' },
    },
    {
      name: 'tests-are-not-shipped',
      comment: 'Code of production imports no code of tests.',
      severity: 'error',
      from: { pathNot: [tests, '^scripts/', '^(web|checkout|console)/tests/'] },
      to: { path: tests },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'A package must be declared in package.json.',
      severity: 'error',
      from: { pathNot: [tests, '^(web|checkout|console|ui)/', '^scripts/', '^content/'] },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'everything-resolves',
      comment: 'Rules judge only imports that resolve.',
      severity: 'error',
      from: { pathNot: ['^(web|checkout|console|ui)/', '^scripts/', '^content/', tests] },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^dist/|^(web|checkout|console)/build/|^node_modules/.cache|\\.generated\\.ts$)' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
    skipAnalysisNotInRules: true,
  },
};

/**
 * The arrows of the house: domain ← store ← {activities, webhooks, api, worker}, webhooks ← {activities, worker}; of webhooks the
 * store knows the types of messages; domain ← connectors ← activities and domain ← workflows. `runtime` is what each process
 * needs around them. `npm run check` holds the arrows; `npx depcruise … --output-type mermaid` draws the picture.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
const tests =
  '((^|/)testing/|^connectors/conformance\\.ts$|^acceptance/|^bench/|^trials/|^content/|/testing\\.ts$|\\.test\\.tsx?$)';
const npm = '(^|/)node_modules/';
const { all } = require('./scripts/rooms.cjs');
const anyRoomBut = (...names) => `^(${all.filter((room) => !names.includes(room)).join('|')})/`;

/** Nothing but `allowed` may be imported from `folder`; its tests may use the test harness besides. */
const only = (folder, allowed, comment) => ({
  name: `${folder}-imports`,
  comment,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: tests },
  to: {
    path: anyRoomBut('bench', 'acceptance', 'trials', 'content', 'specs'),
    pathNot: allowed,
  },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that import each other in a circle, of types too, can only be understood together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment: 'What is true depends on nothing that can change: no package, no Node, no other layer.',
      severity: 'error',
      from: { path: '^domain/', pathNot: tests },
      to: { pathNot: '^domain/' },
    },
    only('connectors', '^(domain|connectors)/', 'How money leaves the house knows what is true, and no record.'),
    {
      name: 'connectors-are-strangers',
      comment:
        'A connector is one folder: nothing outside it, another connector least of all, knows what it is made of.',
      severity: 'error',
      from: { path: '^connectors/([^/]+)/', pathNot: tests },
      to: { path: '^connectors/[^/]+/', pathNot: '^connectors/$1/' },
    },
    {
      name: 'only-the-registry-knows-connectors',
      comment: 'Everybody else asks the registry by the name that the payment or the withdrawal has recorded.',
      severity: 'error',
      from: { pathNot: ['^connectors/', tests] },
      to: { path: '^connectors/[^/]+/' },
    },
    only('store', '^(domain|runtime|store|webhooks/messages)/', 'The record knows what is true, and nobody who asks it.'),
    {
      name: 'store-knows-messages-by-type-only',
      comment: 'Messages are built in the transaction of their change, as the types that are published.',
      severity: 'error',
      from: { path: '^store/', pathNot: tests },
      to: { path: '^webhooks/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'messages-are-types',
      comment: 'What is published depends on nothing that could change it.',
      severity: 'error',
      from: { path: '^webhooks/messages/', pathNot: tests },
      to: { pathNot: '^webhooks/messages/' },
    },
    only(
      'webhooks',
      '^(domain|store|runtime|webhooks)/',
      'How messages leave the house knows the record, and no engine.',
    ),
    only(
      'activities',
      ['^(domain|store|connectors|webhooks|activities)/', '^workflows/.*\\.contract\\.ts$'],
      'Activities act on the record; of the workflows that call them they know the contract, which they implement.',
    ),
    {
      name: 'activities-know-contracts-by-type-only',
      comment: 'The code of a workflow runs in its sandbox and nowhere else.',
      severity: 'error',
      from: { path: '^activities/', pathNot: tests },
      to: { path: '^workflows/', dependencyTypesNot: ['type-only'] },
    },
    only(
      'worker',
      '^(domain|store|connectors|webhooks|activities|workflows|runtime|worker)/',
      'The worker puts workflows and activities together.',
    ),
    only(
      'api',
      ['^(domain|store|runtime|operators|api)/', '^connectors/(callbacks|connector)\\.ts$'],
      'The API writes to the record; workflows learn of it through the outbox.',
    ),
    only(
      'sandbox',
      '^(domain/(payment|currency|money)|runtime|sandbox)/',
      'The sandbox is a provider of its own: it shares words, and the currencies of ISO 4217.',
    ),
    only(
      'cli',
      ['^(domain|store|runtime|operators|cli)/', '^connectors/(registry|connector|known-connectors)\\.ts$'],
      'The command line parses, calls store and operators, and prints; its checks probe connectors.',
    ),
    only(
      'operators',
      ['^(domain|store|runtime|operators)/', '^connectors/(registry|connector)\\.ts$'],
      'Use cases of the command line and the operators’ API work on PostgreSQL, Temporal and connectors.',
    ),
    only('runtime', '^runtime/', 'Configuration, logging and shutdown serve every process and know none.'),
    {
      name: 'workflows-are-deterministic',
      comment: 'At run time a workflow may load nothing but workflows, domain and the parts of Temporal made for it.',
      severity: 'error',
      from: { path: '^workflows/', pathNot: tests },
      to: {
        pathNot: ['^workflows/', '^domain/', `${npm}@temporalio/(workflow|common)/`],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'workflows-know-nobody',
      comment:
        'A workflow says what it needs in its contract, and whoever does it knows the workflow: types go one way.',
      severity: 'error',
      from: { path: '^workflows/', pathNot: tests },
      to: { path: '^(activities|connectors|webhooks|store|api|worker|sandbox|runtime|operators|cli|scripts|web)/' },
    },
    {
      name: 'v2-and-wallet-are-strangers',
      comment: 'tsoa follows imports: a crossing publishes one API’s routes in the other’s specification, silently.',
      severity: 'error',
      from: { path: '^api/(v2|wallet-v0|operators-v1)/', pathNot: tests },
      to: { path: '^api/(v2|wallet-v0|operators-v1)/', pathNot: '^api/$1/' },
    },
    {
      name: 'http-is-free-of-wire-types',
      comment: 'The layers that both APIs share must not lean towards one of them.',
      severity: 'error',
      from: { path: '^api/http/', pathNot: tests },
      to: { path: '^api/(v2|wallet-v0|operators-v1)/' },
    },
    {
      name: 'web-stands-alone',
      comment:
        'The site reads content/ and specs/, and nothing else of the code; it sends its files as the checkout does.',
      severity: 'error',
      from: { path: '^web/', pathNot: [tests, '^web/tests/'] },
      to: { path: anyRoomBut('web', 'content', 'specs', 'assets') },
    },
    {
      name: 'checkout-stands-alone',
      comment: 'What a payer runs is a client of the API like any other: it knows nothing of what is behind.',
      severity: 'error',
      from: { path: '^checkout/', pathNot: [tests, '^checkout/(tests|server|builder)/'] },
      to: { path: anyRoomBut('checkout', 'specs'), pathNot: '^api/v2/.*\\.types\\.ts$' },
    },
    {
      name: 'checkout-knows-the-api-by-type-only',
      comment: 'Of the platform the page knows what is published.',
      severity: 'error',
      from: { path: '^checkout/', pathNot: tests },
      to: { path: '^api/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'checkout-server-imports',
      comment: 'It sends files: it has no record and no keys.',
      severity: 'error',
      from: { path: '^checkout/(server|builder)/', pathNot: tests },
      to: { path: anyRoomBut('checkout', 'assets', 'runtime') },
    },
    {
      name: 'nobody-imports-the-checkout',
      severity: 'error',
      from: { pathNot: '^checkout/' },
      to: { path: '^checkout/' },
    },
    only('assets', '^assets/', 'How built files are compressed and sent.'),
    {
      name: 'nobody-imports-the-site',
      severity: 'error',
      from: { pathNot: '^web/' },
      to: { path: '^web/' },
    },
    {
      name: 'the-checker-shares-nothing',
      comment:
        'Who checks with the code that is checked, finds what it knows already. Its packages and itself, nothing else.',
      severity: 'error',
      from: { path: '^trials/checker/', pathNot: '\\.test\\.ts$' },
      to: { path: anyRoomBut(), pathNot: '^trials/checker/' },
    },
    {
      name: 'trials-are-outsiders',
      comment: 'Experiments start processes as tests do, and for the rest do what anybody could do from outside.',
      severity: 'error',
      from: { path: '^trials/' },
      to: { path: anyRoomBut('trials', 'testing', 'scripts') },
    },
    {
      name: 'nobody-imports-trials',
      severity: 'error',
      from: { pathNot: '^trials/' },
      to: { path: '^trials/' },
    },
    {
      name: 'tests-are-not-shipped',
      comment: 'What runs in production must not need what tests need.',
      severity: 'error',
      from: { pathNot: [tests, '^scripts/', '^(web|checkout)/tests/'] },
      to: { path: tests },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'A package that is there by chance is gone by chance.',
      severity: 'error',
      from: { pathNot: [tests, '^(web|checkout)/', '^scripts/', '^content/'] },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'everything-resolves',
      comment: 'A rule cannot judge an import that it cannot follow.',
      severity: 'error',
      from: { pathNot: ['^(web|checkout)/', '^scripts/', '^content/', tests] },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^dist/|^(web|checkout)/build/|^node_modules/.cache|\\.generated\\.ts$)' },
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

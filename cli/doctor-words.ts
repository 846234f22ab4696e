import {
  list,
  listItems,
  counted,
  more,
  duration,
  workflow,
  endpoint,
  limits,
  route,
  shortfall,
  overdue,
  impossible,
  WORKER_REMEDY,
  CODEC_REMEDY,
  CLAIM_REMEDY,
  apiRemedy,
  DEPENDENCIES,
} from './doctor-item-words';
import { accountAnswers, accountFailures } from '../ui/checks/en';
import type { CheckFact, CheckFactKind, CheckFactOf } from '../operators/doctor/check-fact';

/** Words what a check found, and what to do unless all is well. */
export function describeCheck(fact: CheckFact): { found: string; remedy?: string } {
  const [found, remedy] = (WORDS[fact.kind] as (fact: CheckFact) => [string, string?])(fact);
  return { found, ...(remedy !== undefined && { remedy }) };
}

const WORDS: { [Kind in CheckFactKind]: (fact: CheckFactOf<Kind>) => [found: string, remedy?: string] } = {
  dependencyAway: ({ name }) => [`depends on ${DEPENDENCIES[name] ?? name}`],
  checkFailed: ({ text }) => [`unknown: ${text}`, 'the check itself failed: see the error'],
  postgresAnswers: ({ name, address, milliseconds, bytes }) => [
    `${name} at ${address} answers in ${milliseconds} ms; it stores ${(bytes / 1e9).toFixed(2)} GB`,
  ],
  postgresAway: ({ address, text }) => [
    `does not answer at ${address}${text && ` (${text})`}`,
    'start it, or fix DATABASE_URL. Until then the API answers 503; nothing is lost, and processing resumes automatically',
  ],
  temporalAnswers: ({ name, address }) => [`${name} answers at ${address}`],
  temporalAway: ({ address }) => [
    `does not answer at ${address}`,
    'start it, or fix TEMPORAL_ADDRESS and its TLS. Until then the API accepts requests and the outbox keeps the commands',
  ],
  schemaTooOld: ({ name }) => [
    `the database was created by a version before 0.1.0, its newest migration is ${name}`,
    'it cannot be upgraded: export what you need, then set DATABASE_URL to a new, empty database',
  ],
  migrationsMissing: ({ count, total, name }) => [
    `${count} of ${total} are missing, the first is ${name}`,
    'apply them before this version starts: `node scripts/migrate.mjs` (`npm start` does it automatically)',
  ],
  migrationsNewer: ({ count, name }) => [
    `${count} are of a newer version of the code, the first is ${name}`,
    'expected during a rollout; otherwise run the version that applied them',
  ],
  migrationsApplied: ({ count }) => [`all ${count} are applied`],
  connectionsUsed: ({ count, total }) => [
    `${count} of ${total} are used`,
    'raise max_connections, or lower API_CONNECTIONS and WORKER_CONNECTIONS; look for other clients in pg_stat_activity',
  ],
  oldestTransaction: ({ count }) => [
    `the oldest has an age of ${Math.round(count / 1_000_000)} million`,
    'find what blocks the vacuum (old transactions, replication slots), then VACUUM FREEZE',
  ],
  archiveFails: () => [
    'PostgreSQL cannot archive its log: a restore ends at the last segment, and the disk fills up',
    'see the output of archive_command in the log of PostgreSQL, docs/backup.md',
  ],
  archiveBegins: () => ['on, nothing yet'],
  archiveWorks: ({ seconds }) => [`on, the last segment ${duration(seconds)} ago`],
  archiveOff: () => [
    'off: the database can be restored to its last backup only',
    'set archive_mode and archive_command, docs/backup.md',
  ],
  nothingEncrypted: () => ['nothing is encrypted with it yet'],
  dataDecrypted: () => ['it decrypts the stored data'],
  dataNotDecrypted: ({ name }) => [
    `it does not decrypt the key of the webhook ${name}: the database was written with another key`,
    'give every process the ENCRYPTION_KEY of this database; without it cards on file and webhook keys are lost',
  ],
  clockSkew: ({ name, seconds }) => [
    Math.abs(seconds) < 1
      ? 'agrees with the clock of this machine'
      : `${name} is ${duration(Math.abs(seconds))} ${seconds > 0 ? 'ahead of' : 'behind'} this machine`,
    'synchronise all machines with one source (NTP, chrony); holds and deadlines depend on it',
  ],
  clockUnknown: ({ address }) => [`${address} sends no Date header`],
  certificate: ({ name, seconds }) => [
    seconds < 0
      ? `${name} expired ${duration(-seconds)} ago`
      : `${name} is valid for ${Math.floor(seconds / 86_400)} d`,
    'install the new certificate and restart the processes that use it, one after the other',
  ],
  namespaceFound: ({ name, days }) => [`${name} exists and keeps histories for ${days} d`],
  namespaceMissing: ({ name }) => [
    `there is no namespace ${name}`,
    `\`temporal operator namespace create ${name}\`, or fix TEMPORAL_NAMESPACE`,
  ],
  searchAttributesFound: ({ names }) => [`${list(names)} exist`],
  searchAttributesMissing: ({ names }) => [
    `${list(names)} are missing: workflows that use them do not start`,
    `\`temporal operator search-attribute create ${names.map((name) => `--name ${name} --type Keyword`).join(' ')}\` (a worker creates them at start if it is permitted)`,
  ],
  queuePolled: ({ name, count }) => [`${count} ${count === 1 ? 'worker polls' : 'workers poll'} ${name}`],
  queueNotPolled: ({ name }) => [`no worker polls ${name}`, WORKER_REMEDY],
  queueLeft: ({ name, seconds }) => [`no worker polls ${name} (last poll ${duration(seconds)} ago)`, WORKER_REMEDY],
  sweepsRun: () => ['workers sweep for lost workflows'],
  sweepsOverdue: ({ seconds }) => [
    `no worker has swept for lost workflows for ${duration(seconds)}`,
    'no worker is running, or none reaches PostgreSQL and Temporal: see its log',
  ],
  entitiesRun: ({ total, isPart }) => [`${total} ${isPart ? 'of the ' : ''}open, each has its workflow`],
  entitiesWithoutWorkflow: ({ count, total, isPart, items }) => [
    `${count} of ${total} ${isPart ? 'of the ' : ''}open have no working workflow: ${listItems(items, workflow)}`,
    'the worker restarts them within a minute; one that stays listed fails every time: see its last run in Temporal UI',
  ],
  workflowsRun: () => ['none was restarted twice lately'],
  workflowsFail: ({ count, items }) => [
    `${count} fail again after restarts: ${listItems(items, workflow)}`,
    'docs/runbooks/stuck-payment.md: find the failure in Temporal UI and in the log of the worker',
  ],
  apiReady: ({ address }) => [`${address} is ready`],
  apiRefuses: ({ address, status, text }) => [`${address} answers ${status}: ${text}`, apiRemedy(address)],
  apiAway: ({ address, text }) => [`${address} does not answer${text && ` (${text})`}`, apiRemedy(address)],
  connectorAnswers: ({ milliseconds }) => [accountAnswers(milliseconds)],
  connectorAway: ({ name, outcome }) => [
    accountFailures[outcome],
    `payments fail over where possible (docs/connectors.md), others wait; check its key and address, and ask the operator of ${name}`,
  ],
  diskSpace: ({ name, bytes, percent }) => [
    `${(bytes / 1e9).toFixed(1)} GB are free at ${name} (${percent} % used)`,
    'free disk space: delete old logs first, and keep report files in a bucket (FILES_S3_BUCKET)',
  ],
  mailSet: ({ address, name }) => [`${address} sends mail of ${name}`],
  mailNotSet: ({ name }) => [
    `${name} is not set: changed bank accounts and chargebacks are not announced to merchants`,
    'set SMTP_URL and MAIL_FROM; until then tell merchants yourself. See docs/settlement.md, “Changed bank accounts”',
  ],
  mailWaits: ({ address, count }) => [`${address} has not taken ${count} messages`, 'see docs/runbooks/chargebacks.md'],
  issuerAnswers: ({ address }) => [`${address} answers, and so do its keys`],
  issuerFails: ({ address, text }) => [
    `${address}: ${text}`,
    'start the provider, or fix OIDC_ISSUER; until then operators sign in with keys',
  ],
  groupsNotNamed: () => ['OIDC_ROLES names no group', 'set it: `staff=viewer`; without it all are refused'],
  groupsSeen: ({ name, count }) => [`${name} has given roles to ${count} operators`],
  groupsNotSeen: ({ name }) => [`no token with groups in ${name} has been seen`, CLAIM_REMEDY],
  groupsNotListed: ({ name }) => [
    `no token with groups in ${name} has been seen, and the provider does not list the claim`,
    CLAIM_REMEDY,
  ],
  resultsInTime: () => ['none is undecided for longer than its connector states'],
  resultsOverdue: ({ count, isPart, items }) => [
    `${count}${isPart ? ' or more' : ''} are undecided for longer than their connectors state: ${listItems(items, overdue)}`,
    'docs/runbooks/pending-payouts.md: ask the provider for the result, which the next look-up records',
  ],
  payloadsNotEncrypted: ({ names }) => [
    names.length === 0 ? 'payloads are not encrypted' : `payloads are not encrypted, ${list(names)} can be read`,
  ],
  payloadsEncrypted: ({ name }) => [`all processes encrypt with ${name}`],
  payloadKeysDiffer: ({ names, items }) => [
    [
      ...(names.length > 1 ? [`payloads are encrypted with ${names.join(' and ')}`] : []),
      ...items.map(({ id }) => `${id} does not encrypt`),
    ].join('; '),
    'expected during a key rollout; otherwise give every process the same TEMPORAL_PAYLOAD_KEY and TEMPORAL_PAYLOAD_WRITE',
  ],
  payloadKeysMissing: ({ items }) => [
    `${listItems(items, ({ id, name }) => `${id} lacks ${name}`)}, with which payloads are encrypted: workflows whose tasks it receives are stuck`,
    'give every process the same TEMPORAL_PAYLOAD_KEY, docs/runbooks/encryption-keys.md (a stopped worker is listed for two minutes)',
  ],
  codecDecodes: ({ address }) => [`${address} decodes payloads encrypted here`],
  codecRefuses: ({ address, status, text }) => [`${address} answers ${status}: ${text}`, CODEC_REMEDY],
  codecFails: ({ address }) => [`${address} does not decode payloads encrypted here`, CODEC_REMEDY],
  codecAway: ({ address }) => [`${address} does not answer`, CODEC_REMEDY],
  reportsWritten: () => ['none failed in the last 24 hours'],
  reportsFailed: ({ count, name, partyID, text }) => [
    `${count} failed in the last 24 hours, the last one ${name} of ${partyID}: ${text}`,
    'check DATA_DIR or FILES_S3_* and the free space of the worker, then order the reports again',
  ],
  keyAlone: ({ name }) => [`the only key is ${name}`],
  keyNotRotated: ({ name, names }) => [
    `${name} is active, and data may be encrypted with ${list(names)} still`,
    'encrypt again: `npm run holdfast -- rotate encryption-key`, docs/runbooks/encryption-keys.md',
  ],
  keyStillNeeded: ({ names, seconds }) => [
    `payers may have tokens encrypted with ${list(names)} for ${duration(seconds)} more`,
  ],
  keyNotNeeded: ({ names }) => [
    `${list(names)} is no longer needed`,
    'remove it from ENCRYPTION_KEY, and destroy it once no backup needs it',
  ],
  keyRotates: ({ name, names, seconds }) => [
    `stored data is being encrypted with ${name} since ${duration(seconds)}; ${list(names)} is needed until then`,
  ],
  keyRotatesAlone: ({ name, seconds }) => [
    `stored data is being encrypted with ${name} since ${duration(seconds)}, and no older key is configured: data encrypted with an older key cannot be read`,
    `give every process \`NEW,OLD\` in ENCRYPTION_KEY again until \`npm run holdfast -- rotate status\` says that ${name} has finished`,
  ],
  keyRotationWaits: ({ name, key, seconds }) => [
    `${name} is active, but the rotation to ${key}, open since ${duration(seconds)}, waits for it to be the first`,
    `put ${key} first in ENCRYPTION_KEY again, or replace it with ${name}: \`npm run holdfast -- rotate encryption-key\``,
  ],
  keyRotationKeyMissing: ({ name, key, seconds }) => [
    `the rotation to ${key} is open since ${duration(seconds)}, and that key is missing: data encrypted with it cannot be read`,
    `add ${key} to ENCRYPTION_KEY again, after ${name}, and then \`npm run holdfast -- rotate encryption-key\``,
  ],
  routesRight: () => ['every route leads to a configured account of its realm'],
  routesWrong: ({ items }) => [
    items.map(route).join('; '),
    'their payments wait until their deadlines, or move no money: change the routes and run `reference load`, or configure the account',
  ],
  cardRulesHold: () => ['cards can meet each of them'],
  cardRulesNeverHold: ({ count, names }) => [
    `${count} never hold, because CARD_COUNTRIES_FILE is not set: ${list(names)}`,
    'name a file of card ranges and restart the API, docs/operators.md, “Countries of cards”',
  ],
  binsTooLong: ({ count, names }) => [`${count} have more than six digits: ${list(names)}`, 'shorten `bins` to six'],
  fundsCovered: () => ['acquirers and the bank have what merchants are owed'],
  fundsMissing: ({ items }) => [
    items.map(shortfall).join('; '),
    'docs/runbooks/safeguarding.md: find what took it, and cover it',
  ],
  vaultWithoutCertificate: () => ['VAULT_TLS_CERT is missing', 'see docs/vault.md, “Certificates”'],
  vaultLocked: ({ address, count }) => [
    `${address} is locked: ${count} shares are missing`,
    'custodians run `npm run holdfast -- vault unlock`; until then payments by card wait',
  ],
  vaultReady: ({ address, name }) => [`${address} is ready; all cards are under the key ${name}`],
  vaultOlderKeys: ({ count }) => [
    `${count} cards are under older keys`,
    'run `npm run holdfast -- vault rotate`, then remove the older keys',
  ],
  vaultAway: ({ address, text }) => [
    `${address}: ${text}`,
    'start the vault, or fix VAULT_URL and VAULT_TLS_*. Until then payments by card wait',
  ],
  laneEmpty: () => ['empty'],
  laneWaits: ({ count, seconds }) => [
    `${count} commands wait, the oldest for ${duration(seconds)}`,
    'docs/runbooks/full-lane.md: check that a worker runs and Temporal answers, then its slots',
  ],
  endpointsAccept: () => ['all accept their messages'],
  endpointsFail: ({ count, items }) => [
    `${count} do not accept messages: ${listItems(items, endpoint)}${more(count, items)}`,
    `\`webhook attempts ${items[0]?.id}\` shows their responses; they are retried for 24 hours, then discarded`,
  ],
  endpointsLate: ({ count, items, name, seconds }) => [
    `${count} do not accept messages: ${listItems(items, endpoint)}${more(count, items)}; attempts at webhook ${name} are ${duration(seconds)} late`,
    'no worker attempts them: check that one is running and polls its delivery queue',
  ],
  limitsKept: ({ items }) => [`${limits(items)}; no key was throttled in the last hour`],
  limitsExceeded: ({ count, name, partyID, seconds, items }) => [
    `${count} keys were throttled in the last hour: ${name} of ${partyID} ${duration(seconds)} ago; ${limits(items)}`,
    `contact the party, or raise its limit: \`party limit ${partyID} --per-key …\``,
  ],
  invoicesOverdue: ({ count, seconds }) => [
    `${count} are unpaid, the longest overdue for ${duration(seconds)}`,
    'check that a worker and the workflow invoices/due/<prefix> are running',
  ],
  invoicesNotCancelled: ({ count, names }) => [
    `${count} cannot be cancelled: ${list(names)}`,
    'the table overdue_failures says why; each is retried automatically, at least hourly',
  ],
  ledgerBalanced: () => ['each currency sums to zero, no account is overdrawn (complete check: `ledger verify`)'],
  ledgerFaults: ({ count, names }) => [
    `${count} faults: ${list(names)}`,
    'stop payouts, then run `ledger verify` for all faults; transfers are never changed',
  ],
  noLateSuccess: () => ['no failed payment received money'],
  lateSuccesses: ({ items }) => [
    `failed payments received money: ${listItems(items, counted)}`,
    '`reconciliation list` lists them; refund the money at the connector, then run `reconciliation resolve`',
  ],
  answersAgree: () => ['every answer of a connector is about what it was asked'],
  answersContradict: ({ items }) => [
    `answers contradict their requests: ${listItems(items, counted)}`,
    'docs/runbooks/contradicted-answers.md: compare each with the provider, then run `reconciliation resolve`',
  ],
  nothingCompared: () => ['no connector is compared with the database', 'start a worker'],
  comparisonEnded: ({ name, by, text }) => [
    `${name} is configured, and its reconciliation was ended by ${by}: ${text}`,
    `\`reconciliation resume ${name} --reason …\``,
  ],
  comparisonLate: ({ seconds, names, items }) => [
    `operations of the last ${duration(seconds)} are not compared with the database${items.length === 0 ? '' : ` (${items.map(impossible).join('; ')})`}`,
    names.length === 0
      ? 'see the workflow reconciliation/CONNECTOR/PREFIX in Temporal UI: it is behind, or its connector is unavailable'
      : `configure ${list(names)} again, or end its reconciliation: \`reconciliation end ${names[0]} --reason …\``,
  ],
  connectorsAgree: ({ names, count }) => [
    `${names.length === 0 ? 'no connector' : list(names)} and the database agree${count === 0 ? '' : `; ${count} no longer compared`}`,
  ],
  differencesOpen: ({ count }) => [
    `${count} differences between connectors and the database are open`,
    '`reconciliation list` lists them, docs/reconciliation.md explains each kind',
  ],
};

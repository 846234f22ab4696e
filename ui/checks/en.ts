import type {
  GoLiveCheck,
  GoLiveRouteProblem,
  GoLiveState,
  GoLiveWords,
} from '../../domain/operators/go-live/go-live-fact';
import type { AccountFailure } from '../../domain/payments/connector-account/account-test';

/** What an acquirer answered to the test call of an account. */
export const accountAnswers = (milliseconds: number): string => `answers in ${milliseconds} ms`;
export const accountFailures: Record<AccountFailure, string> = {
  credentialsRefused: 'refuses the credentials',
  noAnswer: 'does not answer',
  unexpectedAnswer: 'answers otherwise than described',
};

export const goLiveStates: Record<GoLiveState, string> = { done: 'done', toDo: 'to do', notKnown: 'not known' };

export const goLiveChecks: Record<GoLiveCheck, string> = {
  routes: 'Routes',
  account: 'Account',
  receipt: 'Receipts',
  threeDSecure: '3-D Secure',
  webhook: 'Webhooks',
  secondPerson: 'Second person',
  keys: 'Encryption keys',
  backup: 'Backup',
  alerts: 'Alerts',
};

const ROUTE_PROBLEMS: Record<GoLiveRouteProblem, string> = {
  testConnector: 'moves no real money',
  liveAccount: 'moves real money for a test shop',
  notConfigured: 'does not exist',
  disabled: 'is disabled',
};

const ACCOUNT_REMEDIES: Record<AccountFailure, string> = {
  credentialsRefused: 'replace the credentials of the account',
  noAnswer: 'check the address of the account and the network, then ask the acquirer',
  unexpectedAnswer: 'check the settings of the account, then ask the acquirer',
};

const RESTORE = 'restore the last backup to another database and record it: `restored --elsewhere …` (docs/backup.md)';
const ALERT =
  'send one, `amtool alert add HoldfastTest severity=critical`; once it arrives where you are called, `alert-received …`';

const list = (names: readonly string[]): string => names.join(', ');

/** What is known of each line of the list before going live, and its remedy. */
export const goLiveWords: GoLiveWords = {
  noLiveAccount: () => ['no route leads to an account with real money', 'add a live account and a route to it'],
  accountAnswers: ({ account, milliseconds }) => [`${account} ${accountAnswers(milliseconds)}`],
  accountFails: ({ account, outcome }) => [`${account} ${accountFailures[outcome]}`, ACCOUNT_REMEDIES[outcome]],
  receiptNotRefused: ({ paymentID }) => [
    `the acquirer’s list names payment ${paymentID} with a cart and no refusal of its receipt`,
  ],
  receiptRefused: ({ paymentID }) => [
    `the register refused the receipt of payment ${paymentID}`,
    'correct it at the acquirer and resolve the finding, then pay with a cart once more',
  ],
  receiptNotCompared: ({ paymentID }) => [
    `payment ${paymentID} with a cart is not compared with the acquirer yet`,
    'look again when reconciliation has passed it, within two hours',
  ],
  receiptNotTried: ({ names }) => [
    `no payment with a cart was captured at ${list(names)}`,
    'pay an invoice with a cart and refund it',
  ],
  receiptsNotSent: ({ names }) => [`${list(names)}: the platform sends no receipts there`],
  browserComplete: ({ paymentID }) => [`payment ${paymentID} has all data of the payer’s browser`],
  browserIncomplete: ({ paymentID, names }) => [
    `payment ${paymentID} lacks data of the payer’s browser: ${list(names)}`,
    'take cards on the payment page, or send clientInfo.browser with the card (guide “3-D Secure”)',
  ],
  browserNotSeen: ({ names }) => [
    `no payment with a new card was made at ${list(names)}`,
    'pay an invoice with a card and refund it',
  ],
  browserNotNeeded: ({ names }) => [`${list(names)}: the acquirer asks the payer on its own page`],
  webhookAccepted: ({ webhookID, at }) => [
    `${webhookID} accepted a message at ${at}; only the shop can show that it verifies signatures`,
  ],
  webhookMissing: () => ['the shop has no webhook', 'create one for the topic InvoicesTopic'],
  webhookNotTried: ({ webhookID }) => [
    `no message was sent to ${webhookID} since its key was made`,
    'create an invoice, or resend a message',
  ],
  webhookFails: ({ webhookID, at }) => [
    `${webhookID} did not accept the message of ${at}`,
    `see its answers (\`webhook attempts ${webhookID}\`): it must verify the signature and answer 2xx within 10 s`,
  ],
  webhookPaused: ({ webhookID }) => [`${webhookID} is paused`, 'resume it'],
  routesLive: ({ names }) => [`payments go to ${list(names)}`],
  routesMissing: () => ['the shop has no routes', 'add routes to the shop or to its payment institution'],
  routeWrong: ({ account, problem }) => [
    `the account ${account} of a route ${ROUTE_PROBLEMS[problem]}`,
    'route to a live account that is enabled',
  ],
  shopIsTest: () => [
    'the shop is a test shop: its payment institution has the realm test',
    'create a shop with a contract of a live payment institution',
  ],
  administrators: ({ count }) => [`${count} administrators can sign in, so one approves what another requests`],
  administratorMissing: ({ count }) => [
    `administrators who can sign in: ${count}`,
    'invite another administrator: without a second person nothing is approved',
  ],
  keysStrong: () => ['the API runs with production settings and random keys'],
  keysWeak: ({ names }) => [
    `not random: ${list(names)}`,
    'create them with `openssl rand -base64 32` and rotate (docs/runbooks/encryption-keys.md)',
  ],
  notProduction: () => ['the API runs without NODE_ENV=production', 'set it for every process (docs/deploying.md)'],
  backupRestored: ({ at, by }) => [`a backup was restored at ${at}, says ${by}`],
  backupRestoredLongAgo: ({ at }) => [`the last restore of a backup, at ${at}, is more than 30 days ago`, RESTORE],
  backupNotRestored: () => ['no restore of a backup is recorded', RESTORE],
  alertReceived: ({ at, by }) => [`a test alert arrived at ${at}, says ${by}`],
  alertReceivedLongAgo: ({ at }) => [`the last test alert, at ${at}, is more than 30 days ago`, ALERT],
  alertNotReceived: () => ['no test alert is recorded', ALERT],
};

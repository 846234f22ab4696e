import { DEPOSIT_COMMANDS } from '../domain/wallets/deposit/deposit-commands';
import type { CommandGroup, CommandRow, RowOptions } from './operations';

/** Formatters are loaded only when needed. */
const TIMELINE: RowOptions = { show: async (timeline) => (await import('./timeline.js')).formatTimeline(timeline) };
const GO_LIVE: RowOptions = {
  each: ['lines'],
  show: async (list) => (await import('./go-live.js')).formatGoLive(list),
  failure: async (list) => (await import('./go-live.js')).findFailure(list),
};

const blocks = (name: string, type: string): Record<string, CommandRow> => ({
  'block <id>': [`block${name}`, `let nothing new come in for this ${type}`],
  'unblock <id>': [`unblock${name}`, `end the block of this ${type}`],
});

const DOCTOR: RowOptions = {
  each: ['findings'],
  show: async (diagnostics) => (await import('./doctor.js')).formatFindings(diagnostics),
  failure: async (diagnostics) => (await import('./doctor.js')).findFailure(diagnostics),
  local: {
    help: 'check from this machine with the settings of the platform, when the API does not answer',
    run: async (_, isJson) => (await import('./doctor.js')).examineLocally(isJson),
  },
};

function group(about: string, commands: CommandGroup['commands'], alias?: string): CommandGroup {
  return { about, commands, alias };
}

/**
 * Commands of the operators' API: words and arguments, the operation of specs/operators.json or the type of operator
 * command, and the help text. Options follow from the operation.
 */
export const GROUPS: Readonly<Record<string, CommandGroup>> = {
  audit: group('actions of operators and of parties’ keys', {
    '[subjectType/subjectID]': ['listOperatorActions', 'list actions, newest first, or those on webhook/ID, shop/ID…'],
    verify: [
      'verifyAudit',
      'verify that no entry was changed, removed or truncated',
      { failure: async ({ fault }: { fault?: object }) => fault && 'the answer has a fault' },
    ],
  }),
  'bank-file': group('statements of banks', {
    send: [
      'receiveBankStatement',
      'give a statement to the platform; it changes payouts once `settlement apply-statement` is approved',
      { isUpload: true },
    ],
  }),
  approvals: group('', {
    '': ['listOperatorCommands', 'operator commands that wait for approval', { fixed: { state: 'AwaitingApproval' } }],
  }),
  approve: group('', {
    '<id>': ['approveOperatorCommand', 'approve what another operator requested, and wait for the outcome'],
  }),
  reject: group('', { '<id>': ['rejectOperatorCommand', 'reject what another operator requested'] }),
  'operator-limit': group('what operators of a role may do without approval', {
    list: ['listOperatorLimits', 'all limits; without a limit each command of a role waits for approval'],
    'set <role> <currency>': ['setOperatorLimit', 'set the limit of a role in a currency, in minor units'],
    'delete <role> <currency>': ['deleteOperatorLimit', 'delete a limit'],
    'set-replays <role>': ['setReplayLimit', 'set how many messages a person of a role may resend in a day (UTC)'],
    'delete-replays <role>': ['deleteReplayLimit', 'delete that limit: resending is not limited'],
    'require-approval <type>': ['requireApproval', 'require another person for a type, such as blockShop'],
    'waive-approval <type>': ['waiveApproval', 'require another person above the limit only'],
  }),
  chargeback: group('disputes of payments; amounts are in minor units', {
    'create <json>': ['createChargeback', 'record a claim of the bank'],
    'accept <json>': ['acceptChargeback', 'accept a claim: the shop pays it'],
    'reject <json>': ['rejectChargeback', 'contest a claim'],
    'cancel <json>': ['cancelChargeback', 'end a claim that the bank withdrew'],
    'reopen <json>': ['reopenChargeback', 'record the next stage of a claim'],
  }),
  'connector-account': group('accounts with acquirers, which routes name', {
    list: ['listConnectorAccounts', 'list the accounts without credentials'],
    'show <id>': ['getConnectorAccount', 'print an account without credentials'],
    'create <id>': ['createConnectorAccount', 'create an account; routes may name it at once'],
    'rotate <id>': ['rotateConnectorAccount', 'replace the credentials, and the settings if given'],
    'disable <id>': ['disableConnectorAccount', 'take nothing new; what it began is finished'],
    'enable <id>': ['enableConnectorAccount', 'take new operations again'],
  }),
  deposit: group('deposits of wallets; amounts are in minor units', {
    'create <json>': ['deposit', 'pay into a wallet'],
    'revert <json>': ['depositRevert', 'take a deposit back, in whole or in part'],
    'adjust <json>': ['depositAdjustment', 'correct the status of a deposit'],
  }),
  'go-live': group('', {
    '<shopID>': ['getGoLiveList', 'what a shop needs before it takes real money, and what is proved', GO_LIVE],
  }),
  doctor: group('', { '': ['getDiagnostics', 'check this installation and suggest remedies', DOCTOR] }),
  settlement: group('batches of what shops are owed, and payouts; amounts are in minor units', {
    'balances <shop>': ['listOperatedBalances', 'what a shop has in each currency'],
    'transactions <shop>': ['listOperatedBalanceTransactions', 'movements of a shop in a currency, newest first'],
    'batches <shop>': ['listOperatedBatches', 'batches of a shop, newest first'],
    'payouts <shop>': ['listOperatedPayouts', 'payouts of a shop, newest first'],
    open: ['listOpenPayouts', 'payouts of all shops that are not decided'],
    'payout <id>': ['getOperatedPayout', 'print a payout'],
    negative: ['listNegativeBalances', 'balances of all shops below zero, the lowest first'],
    'correct <json>': ['correctSettlement', 'add to what a shop is owed, or take from it'],
    'reports <id>': ['listSettlementReports', 'settlement reports of a connector account, newest first'],
    'report-apply <id>': [
      'applySettlementReport',
      'record the findings of a report, and post the fees of the acquirer',
    ],
    'report-send <id>': [
      'receiveSettlementReport',
      'compare a settlement report of an acquirer with the ledger; it changes nothing until `report-apply` is approved',
      { isUpload: true },
    ],
    'margins <groupBy>': ['listMargins', 'what the provider earned by shop, account or payment, least first'],
    'clear <json>': ['clearAcquirerBatch', 'clear a batch of an acquirer by a line of the bank'],
    'write-off <json>': ['writeOffSettlement', 'take over what a shop is below zero'],
    'record <json>': ['recordPayout', 'record that a payout was sent, paid, failed, returned or cancelled'],
    files: ['listBankFiles', 'files of payment orders, newest first'],
    'file <id>': ['getBankFileContent', 'write a file of payment orders'],
    'create-file <json>': ['createBankFile', 'make a file of payment orders from pending payouts'],
    'confirm-file <id>': ['confirmBankFile', 'the bank has the file: its payouts are sent'],
    'cancel-file <id>': ['cancelBankFile', 'the bank never gets the file: its payouts may be in another one'],
    statements: ['listBankStatements', 'statements of banks that were received, newest first'],
    'lines <id>': ['listBankStatementLines', 'movements of a statement, and what they mean for payouts'],
    'bank-lines <payout>': ['listPayoutBankLines', 'what banks said of a payout'],
    'apply-statement <id>': ['applyBankStatement', 'mark payouts as a statement says'],
  }),
  destination: group('destinations of withdrawals', {
    list: [
      'listOperatedDestinations',
      'list destinations of all parties, newest first',
      { defaults: { status: 'AwaitingApproval' } },
    ],
    ...blocks('Destination', 'destination'),
    'approve <id>': ['approveDestination', 'authorise a destination that waits, has expired or was rejected'],
    'reject <id>': ['rejectDestination', 'refuse or withdraw an authorisation; it can be given again'],
  }),
  identity: group('block or unblock this identity', blocks('Identity', 'identity')),
  keys: group(
    'API keys: create, take, list, rotate, revoke',
    {
      create: [
        'createPartyKey',
        'create a key; it is shown once',
        { defaults: { name: 'unnamed' }, next: 'keys take' },
      ],
      'take <command>': [
        'takePartyKey',
        'take the key that you requested and another operator approved, once',
        { each: ['created', 'previous'] },
      ],
      list: ['listPartyKeys', 'list a party’s keys with scopes, expiry and last use'],
      'rotate <id>': [
        'rotatePartyKey',
        'create a key that replaces another after an overlap',
        { each: ['created', 'previous'], defaults: { overlapSeconds: '7d' }, next: 'keys take' },
      ],
      'revoke <id>': ['revokePartyKey', 'revoke a key within five seconds', { defaults: { reason: 'revoked' } }],
    },
    'key',
  ),
  link: group('', {
    '<invoice>': ['createPaymentLink', 'create a payment link, valid for three days'],
  }),
  operator: group('operators: people with roles', {
    create: [
      'createOperator',
      'create an operator, whom the OpenID Connect provider knows by e-mail, and an invitation, once it is approved',
      {
        defaults: { roles: 'administrator' },
        local: {
          help: 'write an administrator to the database, with a key: while fewer than two can sign in',
          run: async (operator) => (await import('./operators.js')).installOperator(operator),
        },
      },
    ],
    list: ['listOperators', 'list operators with roles and last use', { isWhole: true }],
    'roles <id> <roles>': ['setOperatorRoles', 'replace the roles of an operator'],
    'activate <id>': ['activateOperator', 'restore the access of an operator'],
    'invite <id>': ['inviteOperator', 'let an operator make a key, with the codes of two administrators'],
    'invitation-code <id>': ['takeInvitationCode', 'show your code of an invitation, for the invited person'],
    'deactivate <id>': ['deactivateOperator', 'end the access of an operator'],
  }),
  'operator-key': group("operators' keys: redeem, create, list, revoke", {
    create: ['createOwnOperatorKey', 'create another key of your own, shown once', { defaults: { expiresAt: '90d' } }],
    list: ['listOperatorKeys', 'list keys without their secrets', { without: ['operator', 'listOwnOperatorKeys'] }],
    'revoke <id>': [
      'revokeOperatorKey',
      'revoke a key: your own, or as an administrator any',
      { without: ['operator', 'revokeOwnOperatorKey'] },
    ],
  }),
  party: group('limits and blocks of a party', {
    ...blocks('Party', 'party'),
    'limit <id>': ['setRequestLimit', 'set a party’s own limits; effective within seconds', { reset: 'standard' }],
    limits: ['listRequestLimits', 'list parties with limits of their own'],
    'replay <id>': ['replayParty', 'resend messages of all webhooks of a party'],
  }),
  payment: group('', {
    '<invoice.payment>': ['getPaymentTimeline', 'what happened to a payment, in one order', TIMELINE],
    'attempts <invoice.payment>': [
      'listAuthorisationAttempts',
      'list authorisation attempts: connector, reason, result',
    ],
    'capture <invoice.payment>': ['capturePayment', 'capture a hold, in whole by default'],
    'cancel <invoice.payment>': ['cancelPayment', 'release a hold'],
    'approve <invoice.payment>': ['approveReview', 'let a payment under review continue'],
    'reject <invoice.payment>': ['rejectReview', 'reject a payment under review'],
    'refund <invoice.payment>': ['refundPayment', 'refund a captured payment; its shop may be blocked'],
  }),
  person: group('erasure of the personal data of a person', {
    erase: ['requestErasure', 'search the data of a person; `person confirm` erases them'],
    'show <erasure>': ['getErasure', 'show an erasure: whether its search has ended, and how many rows it has found'],
    'rows <erasure>': ['listErasureRows', 'list the rows that an erasure has found', { isWhole: true }],
    list: ['listErasures', 'list erasures, newest first'],
    'confirm <erasure>': [
      'confirmErasure',
      'erase the data that an erasure of another administrator has found; this cannot be undone',
    ],
    'cancel <erasure>': ['cancelErasure', 'cancel an erasure that is not confirmed'],
  }),
  queue: group('', {
    '[kind]': [
      'listQueue',
      'what waits for an operator: counts, or the list of a kind',
      { each: ['items', 'queues'], without: ['kind', 'getQueue'] },
    ],
  }),
  reconciliation: group('', {
    '': ['getReconciliation', 'how far each connector was compared, and the differences', { each: ['connectors'] }],
    list: ['listReconciliationFindings', 'list differences, newest first', { defaults: { status: 'open' } }],
    'show <id>': ['getReconciliationFinding', 'show one difference'],
    'resolve <id>': ['resolveReconciliationFinding', 'mark a difference as resolved'],
    'report <connector>': ['getReconciliationReport', 'write a CSV report of comparisons and differences'],
    'end <connector>': ['endReconciliation', 'stop comparing a removed connector; its differences stay'],
    'resume <connector>': ['resumeReconciliation', 'resume comparing it from where it ended'],
  }),
  reference: group(
    'configuration: categories, institutions, parties with their contracts and shops, wallet providers',
    {
      'change <list> <id> <changes>': ['changeConfigured', 'change an entity by a YAML file with its changed fields'],
      'roll-back <list> <id>': ['rollBackConfigured', 'restore the values of a version that the audit log names'],
    },
  ),
  refund: group('', { '<invoice.payment.refund>': ['getRefundTimeline', 'timeline of a refund', TIMELINE] }),
  search: group('', {
    '<query>': [
      'searchEverywhere',
      'find by id, e-mail, phone, card digits, RRN, reference or amount',
      { each: ['results'] },
    ],
  }),
  shop: group('block or unblock this shop', blocks('Shop', 'shop')),
  source: group('sources of deposits', {
    'create <json>': ['createDepositSource', 'create or rename a source', { json: DEPOSIT_COMMANDS.createSource }],
  }),
  statistics: group('', {
    '': [
      'getStatistics',
      'attempts, approvals and declines of 24 hours, and a week ago',
      { each: ['groups'], defaults: { by: 'hour' } },
    ],
    rebuild: ['rebuildStatistics', 'sum the attempts again', { flags: { from: 'since' } }],
  }),
  subject: group('', {
    '<subject/subjectID>': [
      'getSubjectTimeline',
      'timeline of invoice/ID, customer/ID, withdrawal/ID, destination/ID or payout/ID',
      TIMELINE,
    ],
  }),
  wallet: group('block or unblock this wallet', blocks('Wallet', 'wallet')),
  withdrawal: group('', { '<id>': ['getWithdrawalTimeline', 'timeline of a withdrawal', TIMELINE] }),
  webhook: group('webhooks: attempts, replays and settings', {
    list: ['listPartyWebhooks', 'list the webhooks of a party with queued messages and pauses'],
    'show <id>': ['getOperatedWebhook', 'show a webhook with its public key of Standard Webhooks'],
    'attempts <id>': ['listDeliveryAttempts', 'list delivery attempts, newest first'],
    'replay <id>': ['replayWebhook', 'resend delivered or discarded messages in order'],
    'progress <replay>': ['getReplay', 'show the progress of a replay', { each: ['webhooks'] }],
    'cancel <replay>': ['cancelReplay', 'cancel the rest of a replay', { each: ['webhooks'] }],
    'pause <id>': ['pauseWebhook', 'pause deliveries; messages are queued and not lost'],
    'resume <id>': ['resumeWebhook', 'resume deliveries, in order for each subject'],
    'standard-headers <id> <enabled>': ['setStandardHeaders', 'switch the headers of Standard Webhooks on or off'],
    'rotate-key <id>': [
      'rotateWebhookKey',
      'publish a new signing key with an overlap',
      { defaults: { overlapSeconds: '7d', key: 'content' } },
    ],
    'retry <id>': ['retryWebhook', 'retry failed deliveries now (schedule unchanged)'],
    'discard <id>': ['discardWebhookMessages', 'discard messages of a failing or paused endpoint'],
  }),
};

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentRef } from '../domain/payments/payment/payment';
import { httpClient, untilBody } from '../tests/harness/http-client';
import { anOperatorKey } from '../tests/harness/operator-key';
import { approveThrough } from '../tests/harness/second-person';
import { twoAdministrators } from '../tests/harness/two-administrators';
import type { Command } from 'commander';
import { commandLine, readStdout } from '../tests/harness/command-line';
import { CARDS, HOLD, INSTANT, anInvoice, buildPath, pay, untilPayment } from '../tests/harness/factories/payment';
import { aDestination, aWallet, anIdentity, RUB_ACCOUNT } from '../tests/harness/factories/wallet';
import { startMerchantPlatform, type MerchantPlatform } from '../tests/harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';
import { startWebhookReceiver, type WebhookReceiver } from '../tests/harness/webhook-receiver';
import { factText } from '../operators/timeline/fact-text';
import type { MissingFact, TimelineFact } from '../domain/operators/timeline/facts';
import { createProgram } from './program';

const runCommand = commandLine();

let harness: MerchantPlatform;
let receiver: WebhookReceiver;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  receiver = await startWebhookReceiver();
});

afterAll(async () => {
  await receiver?.close();
  await harness?.stop();
});

async function shell(args: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  return readStdout(runCommand(args, { ...harness.platform.environment, ...environment }));
}

interface TimelineBody {
  entries: { at: string; kind: string; fact: TimelineFact; workflow?: { url: string } }[];
  missing: MissingFact[];
}

async function timeline(...args: string[]): Promise<TimelineBody> {
  return JSON.parse(await shell([...args, '--json'])) as TimelineBody;
}

/** Some entries are written shortly after the response. */
async function untilShown(ask: () => Promise<TimelineBody>, ...patterns: RegExp[]): Promise<TimelineBody> {
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  for (;;) {
    const shown = await ask();
    if (patterns.every((each) => each.test(formatText(shown))) || Date.now() > end) return shown;
  }
}

const formatText = ({ entries }: TimelineBody): string =>
  entries.map(({ kind, fact }) => `${kind}: ${factText(fact)}`).join('\n');

test('the timeline of a failed payment reaches from the request to the last webhook attempt', async () => {
  const { merchant, shopID } = harness;
  const scope = { topic: 'InvoicesTopic', shopID, eventTypes: ['InvoiceCreated', 'PaymentFailed'] };
  const { body: webhook } = await merchant.post<any>('/v2/processing/webhooks', { url: receiver.url, scope });
  receiver.answerWith(() => ({ status: 500, body: 'out of order' }));
  const invoice = await anInvoice(merchant, shopID, {});
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.noMoney, flow: INSTANT });
  const ref = { invoiceID: invoice.id, paymentID };
  await untilPayment(merchant, ref, 'failed');
  const refused = await merchant.post<any>(
    buildPath(ref, '/capture'),
    { reason: 'too late' },
    {
      headers: { 'X-Request-ID': 'late' },
    },
  );
  expect(refused.status).toBe(400);

  const shown = await untilShown(
    async () => timeline('payment', `${invoice.id}.${paymentID}`),
    /operation=capturePayment/,
    /change=PaymentStatusChanged status=failed paymentID=1/,
    /attempt=1 outcome=declined/,
    /step=ended name=completed result=failed/,
    /attempt=1 status=500/,
    /state=waiting .*eventType=PaymentFailed/,
    /step=timerStarted/,
  );
  expect(shown.missing).toEqual([]);
  const find = (kind: string, pattern: RegExp) =>
    shown.entries.find((entry) => entry.kind === kind && pattern.test(factText(entry.fact)));
  expect(find('call', /operation=createInvoice caller=apiKey\/\S+ requestID=\S+ status=201$/)).toBeDefined();
  expect(find('call', /operation=createPayment caller=invoiceToken\/\S+ requestID=\S+ status=201/)).toBeDefined();
  expect(
    find('event', /change=PaymentStatusChanged status=failed paymentID=1 failure=authorization_failed/),
  ).toBeDefined();
  expect(find('connector', /^request connector=sandbox .*attempt=1 cause=route/)).toBeDefined();
  expect(find('connector', /attempt=1 outcome=declined failure=authorization_failed/)).toBeDefined();
  expect(find('workflow', /step=started name=payment/)).toBeDefined();
  expect(find('workflow', /step=ended name=completed result=failed/)?.workflow?.url).toContain(
    '/namespaces/default/workflows/payment%2F',
  );
  expect(find('webhook', /eventType=InvoiceCreated attempt=1 status=500 .*text="out of order"$/)).toBeDefined();
  expect(find('webhook', new RegExp(`state=waiting webhookID=${webhook.id} .*eventType=PaymentFailed`))).toBeDefined();
  expect(
    find('call', /operation=capturePayment caller=apiKey\/\S+ requestID=late status=400 refusal=operationNotPermitted/),
  ).toBeDefined();
  const times = shown.entries.map(({ at }) => Date.parse(at));
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(JSON.stringify(shown)).not.toContain(CARDS.noMoney);
  const lines = (await shell(['payment', `payment/${invoice.id}.${paymentID}`])).split('\n');
  expect(lines.filter((line) => /^\d{4}-\d\d-\d\dT/.test(line))).toHaveLength(shown.entries.length);
});

test('the timeline of a captured hold includes its postings, refund and chargeback', async () => {
  const { merchant } = harness;
  const ref = await harness.held({ amount: 10_000 });
  await merchant.post(buildPath(ref, '/capture'), { reason: 'shipped' });
  await untilPayment(merchant, ref, 'captured');
  const { body: refund } = await merchant.post<any>(buildPath(ref, '/refunds'), { amount: 2_500, currency: 'RUB' });
  const claim = JSON.stringify({ ...ref, body: 1_000, levy: 100 });
  const name = `${ref.invoiceID}.${ref.paymentID}`;
  const refundTimeline = await untilShown(
    async () => timeline('refund', `${name}.${refund.id}`),
    /change=RefundStatusChanged status=succeeded/,
    /transfer=post /,
    /name=completed result=succeeded/,
  );
  expect(formatText(refundTimeline)).toMatch(/operation=createRefund caller=apiKey/);
  expect(formatText(refundTimeline)).toMatch(/change=RefundStatusChanged status=succeeded paymentID=1 refundID=\d+/);
  expect(formatText(refundTimeline)).toMatch(/transfer=pending .*amount="25\.00 RUB"/);
  expect(formatText(refundTimeline)).toMatch(/transfer=post .*amount="25\.00 RUB"/);
  expect(formatText(refundTimeline)).not.toMatch(/createPayment|capturePayment|100\.00 RUB/);

  await shell(['chargeback', 'create', claim, '--reason', 'test', '--id', `claim-${name}`]);
  const text = formatText(await timeline('payment', name));
  for (const line of [
    /transfer=pending debitAccountID=connector\/sandbox\/RUB\S* creditAccountID=shop\/\S+ amount="100\.00 RUB"/,
    /transfer=post .*amount="100\.00 RUB"/,
    /operation=capturePayment caller=apiKey\/\S+ requestID=\S+ status=202/,
    /step=timerStarted seconds=\d{5,}/,
    /step=signalled name=holdDecided/,
    /transfer=pending .*amount="25\.00 RUB"/,
    /transfer=pending .*amount="10\.00 RUB"/,
    /command=createChargeback step=requested by=demo-operator role=finance amount="11\.00 RUB"/,
    /command=createChargeback step=succeeded/,
    /step=ended name=completed/,
  ]) {
    expect(text).toMatch(line);
  }
});

test('a timeline excludes other payments of the invoice', async () => {
  const { merchant, shopID } = harness;
  const invoice = await anInvoice(merchant, shopID, {});
  const first = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.noMoney, flow: INSTANT });
  await untilPayment(merchant, { invoiceID: invoice.id, paymentID: first }, 'failed');
  const second = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow: HOLD });
  await untilPayment(merchant, { invoiceID: invoice.id, paymentID: second }, 'processed');
  const text = formatText(await timeline('payment', `${invoice.id}.${first}`));
  expect(text).toMatch(/change=PaymentStarted .*paymentID=1/);
  expect(text).not.toMatch(new RegExp(`paymentID=2|${invoice.id}\\.2\\b`));
  const whole = formatText(await timeline('subject', `invoice/${invoice.id}`));
  expect(whole).toMatch(/change=PaymentStarted .*paymentID=1/);
  expect(whole).toMatch(/change=PaymentStarted .*paymentID=2/);
});

test('entries beyond the limit are reported as missing', async () => {
  const { merchant, shopID } = harness;
  const invoice = await anInvoice(merchant, shopID, {});
  await harness.sql(
    `INSERT INTO events (subject_type, subject_id, number, occurred_at, changes)
     SELECT 'invoice', $1, 100 + n, now(), '[]' FROM generate_series(1, 2000) n`,
    [invoice.id],
  );
  const { entries, missing } = await timeline('subject', `invoice/${invoice.id}`);
  expect(entries.length).toBeGreaterThan(0);
  expect(missing).toEqual([{ what: 'events', shown: 2000 }]);
});

test.each([
  ['payment', 'nothing', 'nothing is not INVOICE.PAYMENT'],
  ['payment', 'no.1', 'Payment not found'],
  ['refund', 'no.1', 'no.1 is not INVOICE.PAYMENT.REFUND'],
  ['withdrawal', 'nobody', 'Withdrawal not found'],
  ['subject', 'shop/1', 'shop is not one of invoice, customer'],
  ['subject', 'customer/nobody', 'Customer not found'],
])('%s %s is refused with a message', async (command, name, words) => {
  await expect(shell([command, name])).rejects.toThrow(words);
});

/** Read-only commands. */
const READING = new Set([
  ...[
    'approvals',
    ...['connector-account list', 'connector-account show'],
    ...['operator-limit list', 'operator list', 'destination list', 'login', 'logout', 'whoami'],
    'audit',
    'audit verify',
    'go-live',
    'rotate status',
    ...[
      'status',
      'unlock',
      'rotate',
      'audit',
      'create-key-file',
      'add-key',
      'remove-old-keys',
      'cancel-deletions',
      'remove-account',
    ].map((name) => `vault ${name}`),
    'config',
    'doctor',
    'ledger verify',
    'link',
    'listen',
    'reference check',
    'reference diff',
    'reference dry-run',
    'reference export',
    'party limits',
    'reconciliation list',
    'reconciliation show',
    'reconciliation report',
  ],
  // Over HTTP only, where the API audits them.
  ...['erase', 'list', 'show', 'rows', 'confirm', 'cancel'].map((name) => `person ${name}`),
  // The key of a party with live money, which two people approve: `cli/keys.test.ts`.
  'keys take',
  // Sums are derived; the API audits their rebuild.
  ...['search', 'queue', 'statistics rebuild', 'bank-file check'],
  ...['balances', 'transactions', 'batches', 'payouts', 'payout', 'open', 'negative', 'reports', 'margins'].map(
    (name) => `settlement ${name}`,
  ),
  ...['files', 'file', 'statements', 'lines', 'bank-lines'].map((name) => `settlement ${name}`),
  ...['keys list', 'operator-key list', 'payment', 'payment attempts', 'refund', 'withdrawal', 'subject'],
  ...['webhook list', 'webhook show', 'webhook attempts', 'webhook progress'],
]);

const NEEDS_REASON =
  /^(deposit|settlement(?! report-send| statement)|chargeback|destination|identity|wallet|shop|payment) |^party (un)?block|^operator (create|roles|deactivate|activate|invite)|^operator-(key revoke|limit)/;

/** Commands with an action: those without subcommands or with arguments. */
function getNames(command: Command, before: string[] = []): string[] {
  return command.commands.flatMap((each) => {
    const name = [...before, each.name()];
    const acts = each.commands.length === 0 || each.registeredArguments.length > 0;
    return [...(acts ? [name.join(' ')] : []), ...getNames(each, name)];
  });
}

test('every command that changes something leaves an audit entry with its operator, in order', async () => {
  const { merchant, shopID } = harness;
  const scope = { topic: 'InvoicesTopic', shopID, eventTypes: ['InvoiceCreated'] };
  const { body: webhook } = await merchant.post<any>('/v2/processing/webhooks', { url: receiver.url, scope });
  const given: string[] = [];
  let approver: Record<string, string> = {};
  const act = async (command: string, ...args: (string | object)[]): Promise<any> => {
    const words = args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)));
    given.push(command);
    const reason = NEEDS_REASON.test(command) && !words.includes('--reason') ? ['--reason', 'test'] : [];
    const said = await shell([...command.split(' '), ...words, ...reason], { HOLDFAST_OPERATOR: 'alice', ...approver });
    return JSON.parse(said.split('\n')[0] ?? '') as unknown;
  };
  const actOnBlocks = async (type: string, id: string): Promise<void> => {
    await act(`${type} block`, id);
    await act(`${type} unblock`, id);
  };
  const [{ id: last } = { id: 0n }] = await harness.sql<{ id: bigint }>(
    'SELECT coalesce(max(id), 0) AS id FROM audit_log',
  );

  const key = await act('keys create', '--party', harness.platform.demo.partyID);
  await act('keys rotate', key.id);
  await act('keys revoke', key.id);
  await act('party limit', harness.platform.demo.partyID, '--per-key', '1000');
  const { approver: secondAdministrator } = await twoAdministrators(harness.platform);
  const approveAsSecond = async (requested: { commandID: string }): Promise<any> => {
    await secondAdministrator.post(`/operators/v1/commands/${requested.commandID}/approve`, {});
    return untilBody<any>(
      () => secondAdministrator.get(`/operators/v1/commands/${requested.commandID}`),
      ({ state }) => state === 'Succeeded',
    );
  };
  const roles = ['--roles', 'viewer'];
  const created = await act('operator create', '--name', 'bob', '--email', 'bob@provider.example', ...roles);
  const { operatorID: bob } = (await approveAsSecond(created)).outcome;
  await approveAsSecond(await act('operator roles', bob, 'support'));
  await act('operator deactivate', bob);
  await approveAsSecond(await act('operator activate', bob));
  const { invitationID } = (await approveAsSecond(await act('operator invite', bob))).outcome;
  const { code } = await act('operator invitation-code', invitationID);
  const other = (await secondAdministrator.post<any>(`/operators/v1/invitations/${invitationID}/code`, {})).body
    .code as string;
  const redeemed = await act('operator-key redeem', code, other, '--name', 'laptop');
  await act('operator-key revoke', redeemed.keyID, '--operator', bob);
  const operatorKey = await act('operator-key create', '--name', 'laptop');
  await act('operator-key revoke', operatorKey.keyID);
  const credentials = join(mkdtempSync(join(tmpdir(), 'holdfast-account-')), 'credentials.json');
  writeFileSync(credentials, JSON.stringify({ secret: 'a secret of the sandbox' }));
  const settings = JSON.stringify({ url: harness.platform.sandboxUrl });
  const access = ['--credentials', credentials, '--settings', settings, ...REASON];
  const { secret: secondKey } = await anOperatorKey(harness.platform.databaseUrl, { name: 'second-person' });
  const secondPerson = httpClient({ baseUrl: harness.platform.apiUrl, token: secondKey });
  const approveNewest = async () => {
    const { body } = await secondPerson.get<any>('/operators/v1/commands?state=AwaitingApproval&limit=1');
    const approved = await approveThrough(secondPerson, { status: 202, body: body.commands[0] });
    expect(approved).toMatchObject({ state: 'Succeeded' });
  };
  await act('connector-account create', 'sandbox-2', '--connector', 'sandbox', '--name', 'Second', ...access);
  await approveNewest();
  writeFileSync(credentials, JSON.stringify({ secret: 'another secret of the sandbox' }));
  await act('connector-account rotate', 'sandbox-2', ...access);
  await approveNewest();
  await act('connector-account disable', 'sandbox-2', ...REASON);
  await act('connector-account enable', 'sandbox-2', ...REASON);
  await harness.sql(`UPDATE categories SET name = 'changed since'`);
  await act('reference load', '--reason', 'renamed');
  const renamed = join(mkdtempSync(join(tmpdir(), 'holdfast-changes-')), 'category.yaml');
  writeFileSync(renamed, 'name: changed again');
  await act('reference change', 'categories', '1', renamed, ...REASON);
  await act('reference roll-back', 'categories', '1', '--to', '2', ...REASON);
  await act('demo seed');
  const identity = await anIdentity(merchant);
  const wallet = await aWallet(merchant, { identity });
  const reviewed = await anIdentity(merchant, { provider: 'test-reviewed' });
  const waiting = await aDestination(merchant, { identity: reviewed, resource: RUB_ACCOUNT });
  await act('destination reject', waiting);
  await act('destination approve', waiting);
  await actOnBlocks('destination', waiting);
  await actOnBlocks('identity', identity);
  await actOnBlocks('wallet', wallet);
  await actOnBlocks('party', harness.platform.demo.partyID);
  await actOnBlocks('shop', shopID);
  const source = await act('source create', { name: 'Bank', currency: 'RUB' });
  const money = { amount: 500, currency: 'RUB' };
  const one = await act('deposit create', { walletID: wallet, sourceID: source.id, ...money });
  await act('deposit revert', { depositID: one.id, ...money });
  const two = await act('deposit create', { walletID: wallet, sourceID: source.id, ...money, amount: 501 });
  await act('deposit adjust', { depositID: two.id, status: 'Failed' });
  const { secret } = await anOperatorKey(harness.platform.databaseUrl, { name: 'approver' });
  const large = { walletID: wallet, sourceID: source.id, currency: 'RUB' };
  const [first, second] = [
    await requestDeposit({ ...large, amount: 2e9 }),
    await requestDeposit({ ...large, amount: 3e9 }),
  ];
  approver = { HOLDFAST_OPERATOR_KEY: secret };
  await act('approve', first);
  await act('reject', second, '--reason', 'too much');
  const administrator = await anOperatorKey(harness.platform.databaseUrl, { name: 'third', roles: ['administrator'] });
  approver = { HOLDFAST_OPERATOR_KEY: administrator.secret };
  await approveAsSecond(await act('operator-limit set', 'finance', 'KZT', '--command', '1', '--daily', '2'));
  await approveAsSecond(await act('operator-limit delete', 'finance', 'KZT'));
  await approveAsSecond(await act('operator-limit set-replays', 'support', '--daily', '1000'));
  await approveAsSecond(await act('operator-limit delete-replays', 'support'));
  await approveAsSecond(await act('operator-limit require-approval', 'blockWallet'));
  await approveAsSecond(await act('operator-limit waive-approval', 'blockWallet'));
  approver = { HOLDFAST_OPERATOR_KEY: secret };
  const [held, canceled] = [await harness.held({ amount: 5_000 }), await harness.held()];
  const getName = ({ invoiceID, paymentID }: PaymentRef) => `${invoiceID}.${paymentID}`;
  await act('payment capture', getName(held));
  await act('payment refund', getName(held), '--amount', '100', '--currency', 'RUB');
  await act('payment cancel', getName(canceled));
  const setRules = (rules: object[]) =>
    harness.sql(`UPDATE shops SET terms = terms || jsonb_build_object('inspection', $2::jsonb) WHERE id = $1`, [
      shopID,
      JSON.stringify(rules),
    ]);
  await setRules([{ id: 'all', action: 'review' }]);
  for (const decision of ['approve', 'reject']) {
    const invoice = await anInvoice(merchant, shopID, {});
    const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow: INSTANT });
    await act(`payment ${decision}`, `${invoice.id}.${paymentID}`);
  }
  await setRules([]);
  const ref = await harness.captured();
  const claim = async (levy: number) => act('chargeback create', { ...ref, body: 100, levy });
  const { chargebackID } = await claim(10);
  await act('chargeback reject', { ...ref, chargebackID });
  await act('chargeback reopen', { ...ref, chargebackID });
  await act('chargeback cancel', { ...ref, chargebackID });
  await act('chargeback accept', { ...ref, chargebackID: (await claim(11)).chargebackID });
  await act('settlement correct', { shopID, ...money, direction: 'credit', text: 'goodwill' });
  await approveNewest();
  const dollars = { shopID, amount: 50, currency: 'USD', text: 'a late dispute' };
  await act('settlement correct', { ...dollars, direction: 'debit' });
  await approveNewest();
  await act('settlement write-off', dollars);
  await approveNewest();
  await earnedLastMonth(shopID);
  const { batchID } = await act('settlement close', '--now', shopID);
  const out = join(mkdtempSync(join(tmpdir(), 'holdfast-statement-')), 'statement.csv');
  await act('settlement statement', batchID, '--format', 'csv', '--out', out);
  expect(readFileSync(out, 'utf8')).toMatch(/^\uFEFFРаздел;[\s\S]*Исходящий остаток/);
  await act('settlement correct', { shopID, ...money, direction: 'credit', text: 'goodwill again' });
  await approveNewest();
  const later = await act('settlement close', '--now', shopID);
  expect([later.isChanged, later.number]).toEqual([true, 2]);
  const [payout] = await harness.sql<{ id: string }>('SELECT id FROM payouts WHERE batch_id = $1', [batchID]);
  const own = [{ currency: 'RUB', name: 'Provider', account: { number: '40702810400000000225' } }];
  await harness.sql(
    `UPDATE payment_institutions SET terms = terms || jsonb_build_object('payoutAccounts', $1::jsonb)`,
    [JSON.stringify(own)],
  );
  const order = { paymentInstitutionID: 1, currency: 'RUB', format: 'pain.001' };
  const fileID = (await act('settlement create-file', order)).commandID;
  await approveNewest();
  await act('settlement cancel-file', fileID);
  await approveNewest();
  const again = await act('settlement create-file', order, '--id', 'another-file');
  await approveNewest();
  await act('settlement confirm-file', again.commandID);
  await approveNewest();
  const bankStatement = join(mkdtempSync(join(tmpdir(), 'holdfast-statement-')), 'statement.txt');
  writeFileSync(bankStatement, '1CClientBankExchange\nВерсияФормата=1.03\nКодировка=UTF-8\nКонецФайла\n');
  const { id: statementID } = await act('bank-file send', '--file', bankStatement);
  await act('settlement apply-statement', statementID);
  await approveNewest();
  await act('settlement record', { payoutID: payout?.id, status: 'failed' });
  await approveNewest();
  const report = join(mkdtempSync(join(tmpdir(), 'holdfast-report-')), 'report.csv');
  writeFileSync(
    report,
    'kind,operation,reference,currency,batch,gross,fee,net,at\nother,,r,RUB,B,9.00,0,9.00,2026-11-20\n',
  );
  const { id: reportID } = await act('settlement report-send', 'sandbox', '--file', report);
  await act('settlement report-apply', reportID);
  await approveNewest();
  await harness.sql(
    `INSERT INTO bank_statement_lines (statement_id, number, place, entry_id, account, amount, currency, direction, booked_on)
     VALUES ($1, 1, '{}', 'cleared', '40702810400000000225', 900, 'RUB', 'credit', '2026-11-21')`,
    [statementID],
  );
  await act('settlement clear', { account: 'sandbox', batch: 'B', statementID, line: 1 });
  await approveNewest();
  await act('webhook standard-headers', webhook.id, 'on');
  await act('webhook rotate-key', webhook.id, '--reason', 'yearly');
  receiver.answerWith(() => ({ status: 200 }));
  await anInvoice(merchant, shopID, {});
  await untilRows(`SELECT FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'delivered'`, [webhook.id]);
  const { replayID } = await act('webhook replay', webhook.id);
  await act('webhook cancel', replayID);
  await act('webhook cancel', (await act('party replay', harness.platform.demo.partyID)).replayID);
  receiver.answerWith(() => ({ status: 500 }));
  await anInvoice(merchant, shopID, {});
  await untilRows(`SELECT FROM webhook_queues WHERE webhook_id = $1 AND state <> 'ready'`, [webhook.id]);
  await act('webhook retry', webhook.id);
  await act('webhook discard', webhook.id, '--reason', 'gone');
  await act('webhook pause', webhook.id, '--reason', 'moving');
  await act('webhook resume', webhook.id);
  await act('restored');
  await act('alert-received', 'the telephone on duty');
  await act('reconciliation resolve', await aFinding(), '--reason', 'seen to');
  await act('reconciliation end', 'sandbox', '--reason', 'gone');
  await act('reconciliation resume', 'sandbox', '--reason', 'back');
  await act('rotate encryption-key');
  expect(JSON.parse(await shell(['audit', 'verify']))).toEqual({ head: expect.stringMatching(/^\d+:[0-9a-f]{64}$/) });
  const [made = ''] = (await shell(['audit', `webhook/${webhook.id}`])).trim().split('\n').slice(-1);
  expect(JSON.parse(made)).toMatchObject({ operation: 'createWebhook', caller: expect.stringMatching(/^apiKey\//) });

  expect([...new Set(given), ...READING].sort()).toEqual(getNames(await createProgram()).sort());
  const rows = await harness.sql<{ caller: string; operation: string }>(
    `SELECT caller, operation FROM audit_log WHERE id > $1 AND caller LIKE 'operator%' ORDER BY id`,
    [last],
  );
  const local = rows.filter(({ operation }) => LOCAL.includes(operation));
  for (const { caller } of local) expect(caller).toBe('operator/alice');
  const operations = rows
    .map(({ operation }) => (operation === 'revokeOwnOperatorKey' ? 'revokeOperatorKey' : operation))
    .filter((each) => each !== 'createOperatorCommand')
    .filter((each, index, all) => each !== all[index - 1]);
  const expected = given.flatMap((command) => OPERATIONS[command] ?? command);
  // Cancelling a completed replay changes nothing.
  expect(operations.filter((each) => each !== 'cancelReplay')).toEqual(
    expected.filter((each) => each !== 'cancelReplay'),
  );
});

const REASON = ['--reason', 'test'];

/** Posts what is available on each day of the week. */
async function earnedLastMonth(shopID: string): Promise<void> {
  await harness.sql(
    `WITH bank AS (
       INSERT INTO ledger_accounts (id, kind, currency, debits_posted) VALUES ('bank/RUB', 'bank', 'RUB', 90000)
     ), shop AS (
       UPDATE ledger_accounts SET credits_posted = credits_posted + 90000 WHERE id = 'shop/' || $1 || '/settlement/RUB'
     )
     INSERT INTO ledger_transfers (id, kind, debit_account_id, credit_account_id, amount, currency, reason, created_at)
     VALUES ('correction/earned', 'posted', 'bank/RUB', 'shop/' || $1 || '/settlement/RUB', 90000, 'RUB', 'test',
       now() - interval '30 days')`,
    [shopID],
  );
}

async function requestDeposit(parameters: object): Promise<string> {
  const { apiUrl, environment } = harness.platform;
  const client = httpClient({ baseUrl: apiUrl, token: environment['HOLDFAST_OPERATOR_KEY'] ?? '' });
  const body = { type: 'deposit', parameters, reason: 'test' };
  return (await client.post<{ id: string }>('/operators/v1/commands', body)).body.id;
}

/** Commands that run on the database. */
const LOCAL = ['alert-received', 'demo seed', 'restored', 'rotate encryption-key'];

/** A command that another operator approves. */
const SECOND = (type: string): string[] => ['approveOperatorCommand', type];

/** Audit entries of commands over HTTP have the operation, those of an operator command's execution the type. */
const OPERATIONS: Readonly<Record<string, string | string[]>> = {
  approve: ['approveOperatorCommand', 'deposit'],
  reject: 'rejectOperatorCommand',
  'operator-limit set': SECOND('setOperatorLimit'),
  'operator-limit delete': SECOND('deleteOperatorLimit'),
  'operator-limit set-replays': SECOND('setReplayLimit'),
  'operator-limit delete-replays': SECOND('deleteReplayLimit'),
  'operator-limit require-approval': SECOND('requireApproval'),
  'operator-limit waive-approval': SECOND('waiveApproval'),
  'keys create': 'createPartyKey',
  'keys rotate': 'rotatePartyKey',
  'keys revoke': 'revokePartyKey',
  'party limit': 'setRequestLimit',
  'operator create': SECOND('createOperator'),
  'operator roles': SECOND('setOperatorRoles'),
  'operator deactivate': 'deactivateOperator',
  'operator activate': SECOND('activateOperator'),
  'operator invite': SECOND('inviteOperator'),
  'operator invitation-code': 'takeInvitationCode',
  // Its caller has no key yet.
  'operator-key redeem': [],
  'operator-key create': 'createOwnOperatorKey',
  'operator-key revoke': 'revokeOperatorKey',
  'connector-account create': ['createConnectorAccount', 'approveOperatorCommand', 'createConnectorAccount'],
  'connector-account rotate': ['rotateConnectorAccount', 'approveOperatorCommand', 'rotateConnectorAccount'],
  'connector-account disable': 'disableConnectorAccount',
  'connector-account enable': 'enableConnectorAccount',
  'reference load': 'loadReferenceData',
  'reference change': 'changeConfigured',
  'reference roll-back': 'rollBackConfigured',
  'source create': 'createDepositSource',
  'deposit create': 'deposit',
  'deposit revert': 'depositRevert',
  'deposit adjust': 'depositAdjustment',
  'settlement close': 'closeSettlement',
  'settlement statement': 'orderOperatedRegistry',
  'settlement correct': SECOND('correctSettlement'),
  'settlement write-off': SECOND('writeOffSettlement'),
  'settlement record': SECOND('recordPayout'),
  'settlement report-send': 'receiveSettlementReport',
  'settlement report-apply': SECOND('applySettlementReport'),
  'settlement clear': SECOND('clearAcquirerBatch'),
  'settlement create-file': SECOND('createBankFile'),
  'settlement confirm-file': SECOND('confirmBankFile'),
  'settlement cancel-file': SECOND('cancelBankFile'),
  'settlement apply-statement': SECOND('applyBankStatement'),
  'bank-file send': 'receiveBankStatement',
  'destination approve': 'approveDestination',
  'destination reject': 'rejectDestination',
  'destination block': 'blockDestination',
  'destination unblock': 'unblockDestination',
  'identity block': 'blockIdentity',
  'identity unblock': 'unblockIdentity',
  'wallet block': 'blockWallet',
  'wallet unblock': 'unblockWallet',
  'party block': 'blockParty',
  'party unblock': 'unblockParty',
  'shop block': 'blockShop',
  'shop unblock': 'unblockShop',
  'payment capture': 'capturePayment',
  'payment approve': 'approveReview',
  'payment reject': 'rejectReview',
  'payment refund': 'refundPayment',
  'payment cancel': 'cancelPayment',
  'chargeback create': 'createChargeback',
  'chargeback accept': 'acceptChargeback',
  'chargeback reject': 'rejectChargeback',
  'chargeback cancel': 'cancelChargeback',
  'chargeback reopen': 'reopenChargeback',
  'webhook standard-headers': 'setStandardHeaders',
  'webhook rotate-key': 'rotateWebhookKey',
  'webhook replay': 'replayWebhook',
  'party replay': 'replayParty',
  'webhook cancel': 'cancelReplay',
  'webhook retry': 'retryWebhook',
  'webhook discard': 'discardWebhookMessages',
  'webhook pause': 'pauseWebhook',
  'webhook resume': 'resumeWebhook',
  'reconciliation resolve': 'resolveReconciliationFinding',
  'reconciliation end': 'endReconciliation',
  'reconciliation resume': 'resumeReconciliation',
};

/** Creates an open difference and returns its id. */
async function aFinding(): Promise<string> {
  await harness.sql(
    `INSERT INTO reconciled_connectors (connector, hour_until, day_until) VALUES ('sandbox', now(), now())
     ON CONFLICT DO NOTHING`,
  );
  await harness.sql(
    `INSERT INTO reconciliation_findings (id, connector, kind, operation_id, operation_kind, subject, status,
       status_changed_at, facts, operation_at, found_at, found_by)
     VALUES ('finding-1', 'sandbox', 'unknownOperation', 'absent/capture', 'capture', 'absent', 'open', now(), '{}',
       now(), now(), 'hour')`,
  );
  return 'finding-1';
}

async function untilRows(text: string, values: unknown[]): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end;) {
    if ((await harness.sql(text, values)).length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the condition was never met');
}

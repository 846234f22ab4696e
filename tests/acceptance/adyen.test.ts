import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { aDestination, anIdentity, aWallet, fund, readBalance, WALLET } from '../harness/factories/wallet';
import { signedText } from '../../connectors/adyen/adyen-callbacks';
import { ADYEN_CARDS } from '../../connectors/adyen/testing/adyen-book';
import { AdyenStandIn } from '../../connectors/adyen/testing/adyen-stand-in';
import { ReportsStandIn } from '../../connectors/adyen/testing/reports-stand-in';
import { DisputesStandIn } from '../../connectors/adyen/testing/disputes-stand-in';
import { TransfersStandIn } from '../../connectors/adyen/testing/transfers-stand-in';
import { openStore, type Store } from '../../store/store';
import { anInvoice, buildPath, HOLD, ledgerFaults, pay, tokenise, untilPayment } from '../harness/factories/payment';
import type { CreatedPayment } from '../harness/factories/payment';
import { aPdf } from '../harness/factories/document';
import { httpClient, untilBody } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { addAccount } from '../harness/stored-account';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/* Payments and payouts over stand-ins of Adyen, whose results come by webhook only. */

const hmacKey = Buffer.alloc(32, 9);
const merchantAccount = 'HoldfastTEST';
const RESULT = 'https://shop.example.com/thanks';

/** A report that comes later. */
const LATER = 'settlement_detail_report_batch_9.csv';

/** Payments whose answers are lost have this long. */
const DEADLINE_MS = 3_000;

let harness: MerchantPlatform;
let store: Store;
const transfers = new TransfersStandIn();
const disputes = new DisputesStandIn(merchantAccount);
const reports = new ReportsStandIn({ merchantAccount, apiKey: 'report-key', hmacKey });
const standIn = new AdyenStandIn({
  hmacKey,
  merchantAccount,
  deliver,
});
let receiver: WebhookReceiver;

async function deliver(body: Buffer): Promise<void> {
  const { status } = await fetch(`${harness.platform.apiUrl}/callbacks/adyen/adyen`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  expect(status).toBe(200);
}

beforeAll(async () => {
  harness = await startMerchantPlatform();
  await addAccount(harness.platform, {
    ...{ id: 'adyen', connector: 'adyen' },
    credentials: {
      ...{ apiKey: 'test-key', merchantAccount, hmacKey: hmacKey.toString('hex') },
      ...{ transferApiKey: 'transfer-key', balanceAccount: 'BA00000000000000000000001' },
      reportApiKey: 'report-key',
    },
    settings: {
      ...{ checkoutUrl: await standIn.start(), transfersUrl: await transfers.start() },
      ...{ disputesUrl: await disputes.start(), reportsUrl: await reports.start() },
    },
  });
  receiver = await startWebhookReceiver();
  const { databaseUrl, environment } = harness.platform;
  store = openStore({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: environment['ENCRYPTION_KEY'] ?? '' }, 2);
  const routes = JSON.stringify([{ connector: 'adyen' }]);
  await harness.sql(`UPDATE shops SET terms = terms || jsonb_build_object('routes', $1::jsonb)`, [routes]);
  await harness.sql(`UPDATE wallet_providers SET terms = terms || jsonb_build_object('routes', $1::jsonb)`, [routes]);
});

afterAll(async () => {
  await store?.database.close();
  await receiver?.close();
  await harness?.stop();
  await Promise.all([standIn.stop(), transfers.stop(), disputes.stop(), reports.stop()]);
  expect([...standIn.problems, ...transfers.problems, ...disputes.problems]).toEqual([]);
});

afterEach(async () => {
  standIn.isDelayed = false;
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});

async function aPayment(card: string, fields: object = {}): Promise<CreatedPayment> {
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const client = harness.merchant.as(invoice.token);
  const payer = {
    payerType: 'PaymentResourcePayer',
    ...(await tokenise(client, card)),
    contactInfo: { email: 'anna@example.com' },
    sessionInfo: { redirectUrl: RESULT },
  };
  const paymentID = await pay(client, invoice.id, { card, flow: HOLD, fields: { payer, ...fields } });
  return { invoiceID: invoice.id, paymentID };
}

async function untilOne(things: readonly unknown[]): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; things.length === 0 && Date.now() < end;) await sleep(50);
  expect(things).toHaveLength(1);
}

const referenceOf = ({ invoiceID, paymentID }: CreatedPayment) => `payment/${invoiceID}.${paymentID}/authorise`;

test('a payer confirms by 3-D Secure, and capture and refund wait for their webhooks', async () => {
  const ref = await aPayment(ADYEN_CARDS.interaction);
  await untilBody(
    () => harness.merchant.get(`/v2/processing/invoices/${ref.invoiceID}/events?limit=50`),
    (events: any[]) =>
      events.some(({ changes }) => changes.some((change: any) => change.changeType === 'PaymentInteractionRequested')),
  );
  const address = standIn.book.finishAuthentication(referenceOf(ref));
  const returned = await fetch(address, { redirect: 'manual' });
  expect([returned.status, returned.headers.get('Location')]).toEqual([303, RESULT]);
  await untilPayment(harness.merchant, ref, 'processed');

  standIn.isDelayed = true;
  await harness.merchant.post(buildPath(ref, '/capture'), { reason: 'sent' });
  await untilOne(standIn.waiting);
  await standIn.deliverWaiting();
  await untilPayment(harness.merchant, ref, 'captured');

  const { body: refund } = await harness.merchant.post(buildPath(ref, '/refunds'), { amount: 4_000, currency: 'RUB' });
  await untilOne(standIn.waiting);
  expect((await harness.merchant.get(buildPath(ref, `/refunds/${refund.id}`))).body.status).toBe('pending');
  await standIn.deliverWaiting();
  await untilBody(
    () => harness.merchant.get(buildPath(ref, `/refunds/${refund.id}`)),
    ({ status }) => status === 'succeeded',
  );
  expect(standIn.book.find(referenceOf(ref))).toMatchObject({ captured: 10_000, refunded: 4_000 });
  expect(standIn.calls.filter(({ path }) => /captures|refunds/.test(path))).toHaveLength(2);
});

test('a capture and a refund whose webhooks are lost end by the report that Adyen announces, which waits for a second person', async () => {
  const ref = await aPayment(ADYEN_CARDS.approved);
  await untilPayment(harness.merchant, ref, 'processed');
  standIn.isDelayed = true;
  const header =
    'Company Account,Merchant Account,Psp Reference,Merchant Reference,Creation Date,TimeZone,Type,Modification Reference,Modification Merchant Reference,' +
    'Gross Currency,Gross Debit (GC),Gross Credit (GC),Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Batch Number\n';
  /** Loses the webhook of an operation, whose row is announced instead. */
  const report = async (name: string, type: string, amounts: string) => {
    await untilOne(standIn.waiting);
    const [webhook] = standIn.waiting.splice(0);
    const { notificationItems } = JSON.parse(String(webhook));
    const { originalReference, pspReference, merchantReference } = notificationItems[0].NotificationRequestItem;
    const row = `Co,${merchantAccount},${originalReference},${referenceOf(ref)},2026-11-21 23:00:00,CET,${type},${pspReference},${merchantReference},RUB,${amounts},RUB,${amounts},,,,,7\n`;
    reports.files.set(name, header + row);
    await Promise.all([1, 2, 3].map(() => deliver(reports.announce(name))));
    return { webhook: String(webhook), row };
  };
  await harness.merchant.post(buildPath(ref, '/capture'), { reason: 'sent' });
  const { webhook: captured } = await report('settlement_detail_report_batch_7.csv', 'Settled', ',100.00');
  await untilPayment(harness.merchant, ref, 'captured');
  const { body: refund } = await harness.merchant.post(buildPath(ref, '/refunds'), { amount: 4_000, currency: 'RUB' });
  const { row: refunded } = await report('settlement_detail_report_batch_8.csv', 'Refunded', '40.00,');
  await untilBody(
    () => harness.merchant.get(buildPath(ref, `/refunds/${refund.id}`)),
    ({ status }) => status === 'succeeded',
  );
  expect(reports.requests.map(({ path }) => path.slice(-5))).toEqual(['7.csv', '8.csv']);
  const token = harness.platform.environment['HOLDFAST_OPERATOR_KEY'] ?? '';
  const operator = httpClient({ baseUrl: harness.platform.apiUrl, token });
  const { body } = await operator.get<any>('/operators/v1/connector-accounts/adyen/settlement-reports');
  expect(body.reports).toMatchObject([
    { fileName: 'settlement_detail_report_batch_8.csv', rowCount: 1 },
    { rowCount: 1 },
  ]);
  expect(body.reports[0]).not.toHaveProperty('appliedAt');

  // Both fail after all: one by a report, one by a webhook, long before the next daily look-up.
  reports.files.set(
    LATER,
    header + refunded.replace(',Refunded,', ',RefundedReversed,').replaceAll('40.00,', ',40.00'),
  );
  await deliver(reports.announce(LATER));
  const [{ NotificationRequestItem: capture }] = JSON.parse(captured).notificationItems;
  const failed = { ...capture, eventCode: 'CAPTURE_FAILED' };
  const hmacSignature = createHmac('sha256', hmacKey).update(signedText(failed)).digest('base64');
  const NotificationRequestItem = { ...failed, additionalData: { hmacSignature } };
  await deliver(Buffer.from(JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem }] })));
  const find = () =>
    harness.sql<object>(
      `SELECT operation_kind AS kind, status FROM reconciliation_findings WHERE kind = 'missingEffect' AND subject LIKE $1 ORDER BY 1`,
      [`%${ref.invoiceID}%`],
    );
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; (await find()).length < 2 && Date.now() < end;) await sleep(50);
  expect(await find()).toEqual([
    { kind: 'capture', status: 'open' },
    { kind: 'refund', status: 'open' },
  ]);
});

test('a killed worker’s download is taken up by another one in about a minute', async () => {
  const name = 'payments_accounting_report_2026_11_22.csv';
  const columns = 'Booking Date,TimeZone,Record Type,Modification Psp Reference,Payment Currency,Captured (PC)\n';
  reports.files.set(name, (response) => {
    response.writeHead(200);
    if (requests().length === 1) response.write('Merchant Account');
    else response.end(`Merchant Account,Psp Reference,${columns}`);
  });
  const requests = () => reports.requests.filter(({ path }) => path.endsWith(name));
  await deliver(reports.announce(name));
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; requests().length === 0 && Date.now() < end;) await sleep(50);
  await harness.platform.processes.worker.kill();
  await harness.platform.processes.worker.start();
  const isEnded = async () =>
    (await harness.sql(`SELECT 1 FROM report_downloads WHERE name = $1 AND ended_at IS NOT NULL`, [name])).length > 0;
  // The timeout of its heartbeats and the first interval of retries, each half a minute.
  for (const end = Date.now() + 90_000; !(await isEnded()) && Date.now() < end;) await sleep(200);
  expect([await isEnded(), requests().length]).toEqual([true, 2]);
});

test('a payment that Adyen reports after its deadline is released', async () => {
  standIn.isDelayed = true;
  const ref = await standIn.losingResponses(async () => {
    const lost = await aPayment(ADYEN_CARDS.approved, { processingDeadline: `${DEADLINE_MS}ms` });
    await untilOne(standIn.waiting);
    await sleep(DEADLINE_MS);
    return lost;
  });
  await untilPayment(harness.merchant, ref, 'failed');
  const payment = standIn.book.find(referenceOf(ref));
  expect(payment?.status).toBe('cancelled');
  // The cancellation came before the payment, so that it had no effect.
  Object.assign(payment ?? {}, { status: 'authorised' });
  standIn.waiting.splice(1);
  standIn.isDelayed = false;
  await standIn.deliverWaiting();
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; payment?.status !== 'cancelled' && Date.now() < end;)
    await sleep(50);
  expect(payment?.status).toBe('cancelled');
  await untilPayment(harness.merchant, ref, 'failed');
});

test('a chargeback by webhook charges the payment back, and its reversal gives the money back', async () => {
  const { merchant, shopID } = harness;
  const scope = { topic: 'InvoicesTopic', shopID, eventTypes: ['PaymentChargedBack', 'PaymentRefunded'] };
  expect((await merchant.post('/v2/processing/webhooks', { url: receiver.url, scope })).status).toBe(201);
  const ref = await aPayment(ADYEN_CARDS.approved);
  await untilPayment(merchant, ref, 'processed');
  standIn.isDelayed = true;
  await merchant.post(buildPath(ref, '/capture'), { reason: 'sent' });
  await untilOne(standIn.waiting);
  const payment = standIn.book.get(standIn.book.find(referenceOf(ref))?.pspReference ?? '');
  const [capture] = standIn.waiting.splice(0);
  const additionalData = { chargebackReasonCode: '10.4', defensePeriodEndsAt: '2027-01-15T10:00:00Z' };
  const state = async (code: string, times = 1) => {
    standIn.book.dispute(payment, code, { pspReference: 'QFQTPCQ8HXSKGK82', additionalData });
    const [webhook = Buffer.alloc(0)] = standIn.waiting.splice(0);
    standIn.waiting.push(...Array.from({ length: times }, () => webhook));
    await Promise.all(standIn.waiting.splice(0).map(deliver));
    return webhook;
  };

  const opened = await state('CHARGEBACK', 64);
  if (capture) await deliver(capture);
  await untilPayment(merchant, ref, 'captured');
  const chargebacks = buildPath(ref, '/chargebacks');
  await untilBody(
    () => merchant.get(chargebacks),
    (all: object[]) => all.length === 1,
  );
  await deliver(opened);
  const forged = opened.toString('utf8').replace('"value":10000', '"value":9000');
  const refused = await fetch(`${harness.platform.apiUrl}/callbacks/adyen/adyen`, { method: 'POST', body: forged });
  expect(refused.status).toBe(401);
  expect((await merchant.get(chargebacks)).body).toMatchObject([
    { id: '1', body: 10_000, currency: 'RUB', reasonCode: '10.4', stage: 'chargeback', status: 'pending' },
  ]);

  await state('DISPUTE_DEFENSE_PERIOD_ENDED');
  await untilPayment(merchant, ref, 'charged_back');
  await state('PREARBITRATION_OPEN');
  await state('PREARBITRATION_WON');
  await untilPayment(merchant, ref, 'captured');
  expect((await merchant.get(chargebacks)).body).toMatchObject([{ stage: 'pre-arbitration', status: 'rejected' }]);
  const sent = receiver.accepted().map((one) => one.json<any>());
  expect(sent.filter(({ invoice }) => invoice.id === ref.invoiceID)).toMatchObject([
    { eventType: 'PaymentChargedBack', payment: { id: '1', status: 'charged_back' } },
  ]);
});

/** A captured payment with the chargeback of a dispute, stated by webhook. */
async function aDispute(reference: string) {
  const { merchant } = harness;
  const ref = await aPayment(ADYEN_CARDS.approved);
  await untilPayment(merchant, ref, 'processed');
  await merchant.post(buildPath(ref, '/capture'), { reason: 'sent' });
  await untilPayment(merchant, ref, 'captured');
  const payment = standIn.book.get(standIn.book.find(referenceOf(ref))?.pspReference ?? '');
  const additionalData = { defensePeriodEndsAt: new Date(Date.now() + 30 * 86_400_000).toISOString() };
  const state = async (code: string) => {
    standIn.book.dispute(payment, code, { pspReference: reference, additionalData });
    await standIn.deliverWaiting();
  };
  const untilChargeback = (is: (chargeback: any) => boolean) =>
    untilBody<any[]>(
      () => merchant.get(buildPath(ref, '/chargebacks')),
      ([chargeback]) => chargeback !== undefined && is(chargeback),
    );
  disputes.open(reference);
  await state('CHARGEBACK');
  await untilChargeback(({ status }) => status === 'pending');
  return { ref, state, untilChargeback };
}

test('a merchant’s document contests a dispute at Adyen, once though an answer is lost, and its reversal wins it', async () => {
  const { merchant } = harness;
  const { ref, state, untilChargeback } = await aDispute('QFQTPCQ8HXSKGK83');
  const evidence = buildPath(ref, '/chargebacks/1/evidence');
  const content = aPdf();
  const file = { headers: { 'Content-Type': 'application/octet-stream' } };
  expect((await merchant.post(`${evidence}?fileName=act.pdf`, content, file)).status).toBe(201);
  const dispute = disputes.disputes.get('QFQTPCQ8HXSKGK83');
  await disputes.losingResponses(async () => {
    expect((await merchant.post(`${evidence}/send`, {})).status).toBe(200);
    for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; dispute?.defenses.length === 0 && Date.now() < end;)
      await sleep(50);
  });
  await untilBody<any>(
    () => merchant.get(evidence),
    ({ documents }) => documents[0].forwardedAt !== undefined,
  );
  expect(dispute).toMatchObject({ state: 'defended', defenses: ['SupplyDefenseMaterial'] });
  expect(dispute?.documents.get('DefenseMaterial')).toEqual(content);
  expect(disputes.calls.filter((path) => path === '/supplyDefenseDocument')).toHaveLength(1);

  disputes.win('QFQTPCQ8HXSKGK83');
  await state('CHARGEBACK_REVERSED');
  await untilChargeback(({ status }) => status === 'rejected');
  await untilPayment(merchant, ref, 'captured');
});

test('an operator’s acceptance reaches Adyen', async () => {
  const { ref, untilChargeback } = await aDispute('QFQTPCQ8HXSKGK84');
  const token = harness.platform.environment['HOLDFAST_OPERATOR_KEY'] ?? '';
  const operator = httpClient({ baseUrl: harness.platform.apiUrl, token });
  const parameters = { ...ref, chargebackID: '1' };
  const command = { type: 'acceptChargeback', parameters, reason: 'test', idempotencyKey: 'accept-at-adyen' };
  expect((await operator.post('/operators/v1/commands', command)).status).toBe(200);
  await untilChargeback(({ status }) => status === 'accepted');
  const dispute = disputes.disputes.get('QFQTPCQ8HXSKGK84');
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; dispute?.state === 'open' && Date.now() < end;) await sleep(50);
  expect(dispute).toMatchObject({ state: 'accepted', defenses: [] });
});

test('a declined card fails the payment with the reason of the catalogue', async () => {
  const failed = await untilPayment(harness.merchant, await aPayment(ADYEN_CARDS.declined), 'failed');
  expect(failed.error).toMatchObject({ code: 'authorization_failed', subError: { code: 'insufficient_funds' } });
});

test('a withdrawal to an IBAN is paid once Adyen has booked its only transfer', async () => {
  const { merchant } = harness;
  const identity = await anIdentity(merchant);
  const wallet = await aWallet(merchant, { identity });
  const resource = { type: 'BankTransferSEPA', accountName: 'Hans Müller', iban: 'DE89370400440532013000' };
  const destination = await aDestination(merchant, { identity, resource });
  await untilBody(
    () => merchant.get(`${WALLET}/destinations/${destination}`),
    ({ status }) => status === 'Authorized',
  );
  await fund(store, wallet, 100_000);
  const body = { amount: 10_000, currency: 'RUB' };
  const { body: withdrawal } = await merchant.post(`${WALLET}/withdrawals`, { wallet, destination, body });
  await untilOne(transfers.transfers);
  expect((await merchant.get(`${WALLET}/withdrawals/${withdrawal.id}`)).body.status).toBe('Pending');
  transfers.settle(`withdrawal/${withdrawal.id}/payOut`, 'booked');
  await untilBody(
    () => merchant.get(`${WALLET}/withdrawals/${withdrawal.id}`),
    ({ status }) => status === 'Succeeded',
  );
  expect(transfers.transfers).toHaveLength(1);
  expect(await readBalance(merchant, wallet)).toEqual([90_000, 90_000]);
});

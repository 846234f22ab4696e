import { setTimeout as sleep } from 'node:timers/promises';
import { CARD_KEY, TBANK_TEST_CARDS } from '../../connectors/tbank/testing/card-data';
import { TBankStandIn } from '../../connectors/tbank/testing/tbank-stand-in';
import {
  anInvoice,
  buildPath,
  HOLD,
  INSTANT,
  ledgerFaults,
  untilPayment,
  type CreatedPayment,
} from '../harness/factories/payment';
import { untilBody } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { addAccount } from '../harness/stored-account';
import { postJson } from './acquirers/acquirer';

/* Payments at T-Bank: on the bank's page, by a code of the fast payment system, and what forged notifications do. */

let harness: MerchantPlatform;
const standIn = new TBankStandIn();
standIn.needsReceipts = true;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  const { key: terminalKey, password } = standIn.terminal;
  await addAccount(harness.platform, {
    ...{ id: 'bank', connector: 'tbank', credentials: { terminalKey, password, cardKey: CARD_KEY } },
    settings: { url: await standIn.start(), taxation: 'osn', receiptVat: '22%' },
  });
  const terms = {
    routes: [{ connector: 'bank' }],
    paymentMethods: [
      { method: 'BankCard', paymentSystems: ['visa', 'mastercard'] },
      { method: 'PaymentTerminal', providers: ['bank_card', 'qps'] },
    ],
  };
  await harness.sql(`UPDATE shops SET terms = terms || $1::jsonb`, [JSON.stringify(terms)]);
});

afterAll(async () => {
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
  await harness?.stop();
  await standIn.stop();
});

async function aPayment(tool: string | object, flow: object): Promise<CreatedPayment & { interaction: any }> {
  const { merchant, shopID } = harness;
  const invoice = await anInvoice(merchant, shopID);
  const payer = merchant.as(invoice.token);
  const tokenised = await payer.post('/v2/processing/payment-resources', {
    paymentTool: typeof tool === 'object' ? tool : { paymentToolType: 'PaymentTerminalData', provider: tool },
    clientInfo: { fingerprint: 'browser-1' },
  });
  expect(tokenised.status).toBe(201);
  const { paymentToolToken, paymentSession } = tokenised.body;
  const created = await payer.post(`/v2/processing/invoices/${invoice.id}/payments`, {
    flow,
    payer: {
      ...{ payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession },
      contactInfo: { email: 'anna@example.com' },
      sessionInfo: { redirectUrl: 'https://shop.example/result' },
    },
  });
  expect(created.status).toBe(201);
  const requested = (events: any[]) =>
    events.flatMap(({ changes }) => changes).find(({ changeType }) => changeType === 'PaymentInteractionRequested');
  const events = await untilBody(
    () => merchant.get(`/v2/processing/invoices/${invoice.id}/events?limit=50`),
    (all: any[]) => requested(all) !== undefined,
  );
  const { userInteraction: interaction } = requested(events);
  return { invoiceID: invoice.id, paymentID: created.body.id, interaction };
}

const sessionOf = ({ invoiceID, paymentID }: CreatedPayment) => {
  const session = standIn.sessions.find(({ OrderId }) => OrderId === `${invoiceID}.${paymentID}`);
  if (!session) throw new Error('there is no session of the payment');
  return session;
};

const notify = (body: object) => postJson(`${harness.platform.apiUrl}/callbacks/tbank/bank`, body);

async function paid(ref: CreatedPayment, status: string): Promise<void> {
  const { PaymentId } = sessionOf(ref);
  standIn.pay(PaymentId);
  expect(await notify(standIn.notification(PaymentId))).toBe(200);
  await untilPayment(harness.merchant, ref, status);
}

async function refund(ref: CreatedPayment, amount: number): Promise<string> {
  const { status, body } = await harness.merchant.post(buildPath(ref, '/refunds'), { amount, currency: 'RUB' });
  expect(status).toBe(201);
  return body.id;
}

const untilRefund = (ref: CreatedPayment, id: string, expected: string) =>
  untilBody(
    () => harness.merchant.get(buildPath(ref, `/refunds/${id}`)),
    ({ status }: any) => status === expected,
  );

test('a hold on the bank’s page is captured in part, and the part is refunded', async () => {
  const ref = await aPayment('bank_card', HOLD);
  const { PaymentId } = sessionOf(ref);
  const url = `https://securepay.tinkoff.ru/new/${PaymentId}`;
  expect(ref.interaction).toMatchObject({ interactionType: 'Redirect', request: { uriTemplate: url } });
  await paid(ref, 'processed');
  expect(sessionOf(ref)).toMatchObject({ Status: 'AUTHORIZED', Amount: 10_000 });
  const part = { reason: 'sent in part', amount: 6_000, currency: 'RUB' };
  expect((await harness.merchant.post(buildPath(ref, '/capture'), part)).status).toBe(202);
  await untilPayment(harness.merchant, ref, 'captured');
  for (const amount of [1_500, 4_500]) await untilRefund(ref, await refund(ref, amount), 'succeeded');
  expect(sessionOf(ref).effects).toEqual({ held: 10_000, captured: 6_000, refunded: 6_000, released: 0 });
});

test('a card reaches the bank encrypted, and its payer comes back from 3-D Secure to the shop', async () => {
  const cardNumber = TBANK_TEST_CARDS.interaction;
  const card = { paymentToolType: 'CardData', cardNumber, expDate: '12/29', cvv: '123', cardHolder: 'ANNA IVANOVA' };
  const ref = await aPayment(card, HOLD);
  const { form } = ref.interaction.request;
  const { MD, TermUrl } = Object.fromEntries(form.map(({ key, template }: any) => [key, template]));
  const comeBack = (address: string) => {
    const body = new URLSearchParams({ MD, PaRes: 'confirmed' });
    return fetch(address, { method: 'POST', body, redirect: 'manual' });
  };
  const forged = new URL(TermUrl);
  forged.searchParams.set('s', 'AAAAAAAAAAAAAAAA');
  expect((await comeBack(forged.href)).status).toBe(400);
  const back = await comeBack(TermUrl);
  expect([back.status, back.headers.get('location')]).toEqual([303, 'https://shop.example/result']);
  await untilPayment(harness.merchant, ref, 'processed');
  expect(sessionOf(ref)).toMatchObject({ Status: 'AUTHORIZED', Amount: 10_000 });
  expect(JSON.stringify(standIn.calls)).not.toContain(cardNumber);
});

test('a payment by a code of the fast payment system is captured at once, and its refund waits for the bank', async () => {
  const ref = await aPayment('qps', INSTANT);
  const qrCode = expect.stringContaining('https://qr.nspk.ru/') as string;
  expect(ref.interaction).toMatchObject({ interactionType: 'QrCodeDisplayRequest', qrCode });
  await paid(ref, 'captured');
  const id = await refund(ref, 2_500);
  for (const end = Date.now() + 10_000; sessionOf(ref).Status === 'CONFIRMED' && Date.now() < end;) await sleep(50);
  expect((await harness.merchant.get(buildPath(ref, `/refunds/${id}`))).body.status).toBe('pending');
  standIn.settleRefund(sessionOf(ref).PaymentId, true);
  expect(await notify(standIn.notification(sessionOf(ref).PaymentId))).toBe(200);
  await untilRefund(ref, id, 'succeeded');
  expect(sessionOf(ref).effects).toMatchObject({ captured: 10_000, refunded: 2_500 });
});

test('a hold is released', async () => {
  const ref = await aPayment('bank_card', HOLD);
  await paid(ref, 'processed');
  expect((await harness.merchant.post(buildPath(ref, '/cancel'), { reason: 'sold out' })).status).toBe(202);
  await untilPayment(harness.merchant, ref, 'cancelled');
  expect(sessionOf(ref)).toMatchObject({ Status: 'REVERSED' });
});

test('forged notifications are refused, and one that says more than the bank does nothing', async () => {
  const ref = await aPayment('bank_card', HOLD);
  const { PaymentId } = sessionOf(ref);
  const claimed = standIn.notification(PaymentId, { Status: 'AUTHORIZED' });
  const other = new TBankStandIn({ key: '1600000000000DEMO', password: 'another' });
  other.sessions.push({ ...sessionOf(ref), TerminalKey: other.terminal.key });
  for (const forged of [
    { ...claimed, Token: 'f'.repeat(64) },
    { ...claimed, Amount: 1 },
    other.notification(PaymentId),
  ]) {
    expect(await notify(forged)).toBe(401);
  }
  expect(await notify(claimed)).toBe(200);
  await sleep(1_000);
  const { body } = await harness.merchant.get(buildPath(ref));
  expect([body.status, sessionOf(ref).Status]).toEqual(['pending', 'NEW']);
  await paid(ref, 'processed');
});

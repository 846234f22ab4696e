import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCardNumber } from '../../../domain/payments/card/card-ranges';
import type { InspectionRule } from '../../../domain/payments/inspection/inspection-rule';
import { readCardCountries } from '../../../operators/card-countries/read-card-countries';
import { readYamlFile } from '../../../operators/reference-data/yaml-file';
import { Inspector } from '../../../store/payments/inspection/inspector';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { commandLine, readStdout } from '../../../tests/harness/command-line';
import { anOperator } from '../../../tests/harness/factories/operator';
import { anInvoice, HOLD, pay, tokenise } from '../../../tests/harness/factories/payment';
import { httpClient } from '../../../tests/harness/http-client';
import { approveAndExecute } from '../../../tests/harness/second-person';
import { runFolder } from '../../../tests/harness/services';
import type { StoredCard } from '../../../vault/client/vault.types';

/* Rules before authorisation. */

const SHIPPED = join(__dirname, '../../../deploy/config/inspection.yaml');
const runCommand = commandLine();

let api: TestApi;
beforeAll(async () => {
  const file = join(runFolder('inspection'), 'ranges.csv');
  writeFileSync(
    file,
    'bin,brand,alpha_2\n400000,VISA,US\n510510,MASTERCARD,DE\n51051052,MASTERCARD,FR\n555555,MASTERCARD,DE\n',
  );
  api = await startApi({ cards: await readCardCountries(file) });
});
afterAll(async () => api?.stop());

const setRules = async (...inspection: InspectionRule[]): Promise<void> => api.setTerms(api.own.shopID, { inspection });
const reject = (id: string, conditions: Partial<InspectionRule>): InspectionRule => ({
  id,
  action: 'reject',
  ...conditions,
});

/** Pays a new invoice as a payer at an address. */
async function payFrom(ip: string, email = 'anna@example.com', card = '4242424242424242', expDate = '12/29') {
  const { merchant, shopID } = api.own;
  const { id: invoiceID, token } = await anInvoice(merchant, shopID, {});
  const tokenised = await merchant.post('/v2/processing/payment-resources', {
    paymentTool: { paymentToolType: 'CardData', cardNumber: card, expDate, cvv: '123' },
    clientInfo: { fingerprint: 'browser-1', ip },
  });
  expect(tokenised.status).toBe(201);
  const { paymentToolToken, paymentSession } = tokenised.body;
  const body = {
    flow: HOLD,
    payer: { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo: { email } },
  };
  const { body: payment, status } = await merchant.post(`/v2/processing/invoices/${invoiceID}/payments`, body);
  expect(status).toBe(201);
  return { ...payment, invoiceID, token };
}

const statusOf = async (...given: Parameters<typeof payFrom>): Promise<string> => (await payFrom(...given)).status;

test('a rejected payment names the rule to operators, the inspector to the merchant and neither to the payer', async () => {
  await setRules(reject('throwaway-mail', { emails: ['@mailinator.example'] }));
  expect(await statusOf('203.0.113.1')).toBe('pending');
  const { invoiceID, id, token, status, error } = await payFrom('203.0.113.1', 'x@Mailinator.example');
  expect([status, error]).toEqual(['failed', { code: 'rejected_by_inspector' }]);
  const { merchant } = api.own;
  const path = `/v2/processing/invoices/${invoiceID}`;
  const asPayer = await merchant.as(token).get(`${path}/payments/${id}`);
  expect(asPayer.body.error.code).toBe('PaymentRejected');
  for (const client of [merchant, merchant.as(token)]) {
    expect(JSON.stringify((await client.get(`${path}/events?limit=10`)).body)).not.toContain('throwaway-mail');
  }
  const { secret } = await anOperator(api.store.database, { name: 'anna', roles: ['support'] });
  const operator = httpClient({ baseUrl: `${api.url}/operators/v1`, token: secret });
  const timeline = await operator.get(`/payments/${invoiceID}/${id}/timeline`);
  expect(JSON.stringify(timeline.body)).toContain('"rule":"throwaway-mail"');
  // The invoice can be paid by another payer.
  expect(await pay(merchant.as(token), invoiceID, { card: '4242424242424242', flow: HOLD })).toBe('2');
});

test('bindings count beside payments, so that cards are not tried by binding them', async () => {
  const { merchant, shopID } = api.own;
  await setRules(reject('one-address', { velocity: { by: 'ip', windowMinutes: 10, attempts: 2 } }));
  const made = await merchant.post('/v2/processing/customers', {
    ...{ shopID, contactInfo: { email: 'anna@example.com' }, metadata: {} },
  });
  const { id } = made.body.customer;
  const path = `/v2/processing/customers/${id}`;
  const bind = async (cardNumber: string, externalID: string) => {
    const paymentTool = { paymentToolType: 'CardData', cardNumber, expDate: '12/29', cvv: '123' };
    const clientInfo = { fingerprint: 'browser-1', ip: '203.0.113.77' };
    const tokenised = await merchant.post('/v2/processing/payment-resources', { paymentTool, clientInfo });
    const { paymentToolToken, paymentSession } = tokenised.body;
    return merchant.post(`${path}/bindings`, { paymentResource: { paymentToolToken, paymentSession }, externalID });
  };
  expect((await bind('4242424242424242', 'first')).body.status).toBe('pending');
  // A repeated request is the same attempt.
  expect((await bind('4242424242424242', 'first')).body.status).toBe('pending');
  expect(await statusOf('203.0.113.77')).toBe('pending');
  const { body: refused } = await bind('5555555555554444', 'second');
  expect(refused).toMatchObject({ status: 'failed', error: { code: 'rejected_by_inspector' } });
  expect(await statusOf('203.0.113.77')).toBe('failed');
  const payer = merchant.as(made.body.customerAccessToken.payload);
  expect((await payer.get(`${path}/bindings/${refused.id}`)).body.error.code).toBe('PaymentRejected');
  const { body: events } = await merchant.get(`${path}/events?limit=10`);
  expect(events.flatMap(({ changes }: any) => changes).at(-1)).toMatchObject({ status: 'failed' });
  expect(JSON.stringify(events)).not.toContain('one-address');
  const { secret } = await anOperator(api.store.database, { name: 'boris', roles: ['support'] });
  const operator = httpClient({ baseUrl: `${api.url}/operators/v1`, token: secret });
  const timeline = await operator.get(`/subjects/customer/${id}/timeline`);
  expect(JSON.stringify(timeline.body)).toContain('"rule":"one-address"');
});

/** 300 stolen cards from ten addresses, and 200 payers of whom two share an address, in the order of their arrival. */
const BURST = Array.from({ length: 500 }, (_, index) => ({
  ...(index < 300
    ? { ip: `198.51.100.${index % 10}`, isStolen: true }
    : { ip: `203.0.113.${index % 100}`, isStolen: false }),
  email: `payer${index}@example.com`,
  card: completeCardNumber(`42424242424${String(index).padStart(4, '0')}`),
  place: (index * 7) % 500,
})).sort((a, b) => a.place - b.place);

function completeCardNumber(digits: string): string {
  const last = Array.from('0123456789').find((digit) => isCardNumber(digits + digit));
  return digits + last;
}

/** The same payers three days ago, when the bank declined all stolen cards. */
async function recordLastWeek(): Promise<void> {
  const { partyID, shopID } = api.own;
  const payments = BURST.map(({ ip, email, card, isStolen, place }) => ({
    ...{ id: `past${place}`, seconds: place, status: isStolen ? 'failed' : 'captured' },
    payer: {
      ...{
        type: 'PaymentResourcePayer',
        paymentSession: 's',
        toolFingerprint: createHash('sha256').update(card).digest('hex'),
        contactInfo: { email },
      },
      clientInfo: { fingerprint: 'browser-1', ip },
      toolDetails: { type: 'bankCard', bin: card.slice(0, 6), lastDigits: card.slice(-4), paymentSystem: 'visa' },
    },
  }));
  const past = `SELECT g.*, now() - interval '3 days' + g.seconds * interval '1 second' AS at
    FROM jsonb_to_recordset($3) g (id text, seconds integer, status text, payer jsonb)`;
  const values = [partyID, shopID, JSON.stringify(payments)];
  await api.store.database.search(
    `INSERT INTO invoices (id, party_id, shop_id, created_at, due_date, amount, currency, product, metadata, status, status_changed_at,
       payment_count)
     SELECT id, $1, $2, at, at + interval '1 day', 10000, 'RUB', 'Order', '{}',
       CASE status WHEN 'captured' THEN 'paid' ELSE 'cancelled' END, at, 1 FROM (${past}) p`,
    values,
  );
  await api.store.database.search(
    `INSERT INTO payments (invoice_id, id, party_id, shop_id, created_at, amount, authorised_amount, currency, flow,
       processing_deadline, payer, status, status_changed_at, fee, connector)
     SELECT id, '1', $1, $2, at, 10000, 10000, 'RUB', 'instant', at + interval '30 minutes', payer, status, at,
       CASE status WHEN 'captured' THEN 0 END, 'sandbox' FROM (${past}) p`,
    values,
  );
}

test('the shipped rules stop a burst of 300 cards from ten addresses and none of 200 payers, as the dry run on last week said', async () => {
  const { shopID } = api.own;
  await api.setTerms(shopID, {});
  await recordLastWeek();
  const { secret } = await anOperator(api.store.database, { name: 'clara', roles: ['configuration'] });
  const run = async (...words: string[]) => {
    const environment = { HOLDFAST_URL: api.url, HOLDFAST_OPERATOR_KEY: secret };
    const lines = (await readStdout(runCommand(['reference', ...words], environment))).trim().split('\n');
    return JSON.parse(lines.at(-1) ?? '');
  };
  const { commandID } = await run('change', 'shops', shopID, SHIPPED, '--reason', 'stolen cards');
  const tried = await run('dry-run', '--command', commandID);
  const rejected = { payments: 250, amount: 2_500_000 };
  const none = { payments: 0, amount: 0 };
  expect(tried).toMatchObject({
    payments: 500,
    rules: [{ rule: 'address-10-minutes', before: none, after: rejected, paid: none }],
    accounts: [{ before: { payments: 500 }, after: { payments: 250 } }],
  });
  expect(await approveAndExecute(api.store, { status: 202, body: { id: commandID } })).toMatchObject({
    state: 'Succeeded',
  });

  const queue = [...BURST];
  const ended: { isStolen: boolean; status: string }[] = [];
  const work = async (): Promise<void> => {
    for (let payer = queue.shift(); payer; payer = queue.shift()) {
      ended.push({ ...payer, status: await statusOf(payer.ip, payer.email, payer.card) });
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  const count = (isStolen: boolean, status: string) =>
    ended.filter((each) => each.isStolen === isStolen && each.status === status).length;
  expect([count(true, 'pending'), count(true, 'failed')]).toEqual([50, rejected.payments]);
  expect([count(false, 'pending'), count(false, 'failed')]).toEqual([200, 0]);
  // Last week's payments were not posted.
  await api.store.database.search(`DELETE FROM payments WHERE invoice_id LIKE 'past%'`, []);
  await api.store.database.search(`DELETE FROM invoices WHERE id LIKE 'past%'`, []);
  expect(await verifyLedger(api.store.database)).toEqual([]);
}, 240_000);

test('the shipped rules cost a payment less than a millisecond of the processor', () => {
  const { terms } = readYamlFile(SHIPPED).value as { terms: { inspection: InspectionRule[] } };
  const inspector = new Inspector(api.store.database);
  const began = process.cpuUsage();
  for (let index = 0; index < 10_000; index++) {
    const payer = { ip: `10.0.${index % 250}.${index % 199}`, email: `${index}@example.com`, phone: `7${index}` };
    const payment = { tool: 'bankCard', currency: 'RUB', amountMinor: 1n, card: `${index}` } as const;
    inspector.inspect('S', terms.inspection, { ...payer, ...payment });
  }
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 10_000).toBeLessThan(1_000);
});

test('attempts in one process count in another after an exchange, also where the first exchange failed', async () => {
  const rules = [reject('shared', { velocity: { by: 'email', windowMinutes: 60, attempts: 3 } })];
  await setRules(...rules);
  const email = 'shared@example.com';
  const rename = async (from: string, to: string) =>
    api.store.database.search(`ALTER TABLE ${from} RENAME TO ${to}`, []);
  await rename('inspection_counts', 'missing_counts');
  for (let attempt = 0; attempt < 3; attempt++) expect(await statusOf('203.0.113.1', email)).toBe('pending');
  await expect(api.store.inspector.exchange()).rejects.toThrow('inspection_counts');
  await rename('missing_counts', 'inspection_counts');
  await api.store.inspector.exchange();
  const other = new Inspector(api.store.database);
  await other.exchange();
  const payment = { tool: 'bankCard', currency: 'RUB', amountMinor: 10_000n } as const;
  expect(other.inspect(api.own.shopID, rules, { ...payment, email: 'new@example.com' })).toEqual({});
  expect(other.inspect(api.own.shopID, rules, { ...payment, email }).decisive?.id).toBe('shared');
  await other.exchange();
  await api.store.inspector.exchange();
  expect(await statusOf('203.0.113.1', email)).toBe('failed');
});

test('a card of a listed country is rejected, and its table decides which countries are known', async () => {
  await setRules(reject('cards-of-a-country', { cardCountries: ['USA', 'FRA'] }));
  const { status, error } = await payFrom('203.0.113.1', 'anna@example.com', '4000000000000002');
  expect([status, error]).toEqual(['failed', { code: 'rejected_by_inspector' }]);
  // Germany, no row, and two countries under the six digits that are known.
  for (const card of ['5555555555554444', '4242424242424242', '5105105105105100']) {
    expect(await statusOf('203.0.113.1', 'anna@example.com', card)).toBe('pending');
  }
});

test('a card of another country than its address is rejected', async () => {
  await setRules(reject('cards-from-abroad', { cardCountryMismatch: true }));
  const statuses = ['4000000000000002', '5555555555554444', '4242424242424242'].map(async (card) =>
    statusOf('8.8.8.8', 'anna@example.com', card),
  );
  expect(await Promise.all(statuses)).toEqual(['pending', 'failed', 'pending']);
});

test('a rule about 3-D Secure is kept with the payment', async () => {
  await setRules({ id: 'large', action: 'force', minAmount: 10_000 });
  const { invoiceID, status } = await payFrom('203.0.113.1');
  const text = 'SELECT three_d_secure AS asked FROM payments WHERE invoice_id = $1';
  expect([status, await api.store.database.search(text, [invoiceID])]).toEqual(['pending', [{ asked: 'force' }]]);
});

test('a repeated request is one attempt', async () => {
  await setRules(reject('once', { velocity: { by: 'card', windowMinutes: 60, attempts: 1 } }));
  const { merchant, shopID } = api.own;
  const { id: invoiceID, token } = await anInvoice(merchant, shopID, {});
  const resource = await tokenise(merchant.as(token), '5105105105105100');
  const payer = { payerType: 'PaymentResourcePayer', ...resource, contactInfo: { email: 'anna@example.com' } };
  const create = async () =>
    merchant.post(`/v2/processing/invoices/${invoiceID}/payments`, { externalID: 'once', flow: HOLD, payer });
  const answers = await Promise.all(Array.from({ length: 8 }, create));
  expect(new Set(answers.map(({ body }) => `${body.id} ${body.status}`))).toEqual(new Set(['1 pending']));
  const second = await payFrom('203.0.113.1', 'anna@example.com', '5105105105105100');
  expect(second.status).toBe('failed');
});

const GUESSED = Array.from({ length: 10 }, (_, index) => `${String(index + 1).padStart(2, '0')}/30`);

/** Guesses the expiry dates of a number. @returns how many payments were not rejected */
async function guess(card: string): Promise<number> {
  let passed = 0;
  for (const expDate of GUESSED) {
    if ((await statusOf('203.0.113.1', 'anna@example.com', card, expDate)) === 'pending') passed++;
  }
  return passed;
}

async function fingerprintsOf({ invoiceID }: { invoiceID: string }): Promise<{ card: string; tool: string }> {
  const text = `SELECT payer ->> 'cardFingerprint' AS card, payer ->> 'toolFingerprint' AS tool FROM payments WHERE invoice_id = $1`;
  const [found] = await api.store.database.search<{ card: string; tool: string }>(text, [invoiceID]);
  if (!found) throw new Error('the payment was not stored');
  return found;
}

test('a number whose expiry date is guessed is one card, and another number is another', async () => {
  await setRules(reject('one-card', { velocity: { by: 'card', windowMinutes: 60, attempts: 3 } }));
  expect([await guess('4000000000000002'), await guess('4242424242424242')]).toEqual([3, 3]);
});

test('a listed number is rejected with every expiry date, and a fingerprint listed earlier with its own', async () => {
  await setRules();
  const { card, tool } = await fingerprintsOf(
    await payFrom('203.0.113.1', 'anna@example.com', '4000000000000002', '01/30'),
  );
  await setRules(reject('stolen', { cards: [card] }));
  expect([await guess('4000000000000002'), await guess('4242424242424242')]).toEqual([0, 10]);
  await setRules(reject('stolen', { cards: [tool] }));
  expect(await guess('4000000000000002')).toBe(9);
});

test('cards of a vault of the previous version differ by number and expiry date', async () => {
  const { storeCard } = api.vault;
  const older = jest.spyOn(api.vault, 'storeCard').mockImplementation(async (card) => {
    const { numberFingerprint: _, ...stored } = await storeCard(card);
    return stored as StoredCard;
  });
  await setRules(reject('one-card', { velocity: { by: 'card', windowMinutes: 60, attempts: 3 } }));
  expect(await guess('5555555555554444')).toBe(10);
  older.mockRestore();
  expect(await guess('5555555555554444')).toBe(3);
});

test('a payer cannot choose the address that attempts are counted by', async () => {
  const { merchant, shopID } = api.own;
  const { token } = await anInvoice(merchant, shopID, {});
  const answer = await merchant.as(token).post('/v2/processing/payment-resources', {
    paymentTool: { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '123' },
    clientInfo: { fingerprint: 'browser-1', ip: '203.0.113.77' },
  });
  expect(answer.body.clientInfo.ip).not.toBe('203.0.113.77');
});

test('rules of the institution apply to shops without their own, and allowed payers pass', async () => {
  await api.setTerms(api.own.shopID, {});
  const rules = [
    { id: 'staff', action: 'allow', ips: ['203.0.113.0/24'] },
    reject('all-cards', { tools: ['BankCard'] }),
  ];
  const text = `UPDATE payment_institutions SET terms = terms || jsonb_build_object('inspection', $1::jsonb)`;
  await api.store.database.run({ name: 'test-set-institution-rules', text }, [JSON.stringify(rules)]);
  expect([await statusOf('203.0.113.5'), await statusOf('198.51.100.5')]).toEqual(['pending', 'failed']);
  await setRules();
  expect(await statusOf('198.51.100.5')).toBe('pending');
});

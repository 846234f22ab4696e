import { recordAuthorisation, recordCapture } from '../../../store/payments/payment/payment.transitions';
import { recordRefundSuccess } from '../../../store/payments/refund/refund.transitions';
import { HOLD, INSTANT, anInvoice, pay } from '../../../tests/harness/factories/payment';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { makeManyPayments } from '../../../tests/harness/factories/many-payments';

/* Compares searches with a filter over the full list: each combination of conditions must find the same in the same order. */

const SINCE = new Date('2025-01-01T00:00:00Z');
const path = '/v2/analytics/shops/demo-shop';
const YEAR = { fromTime: '2025-01-01T00:00:00Z', toTime: '2026-01-01T00:00:00Z' };

let api: TestApi;
let allPayments: any[];
let allInvoices: any[];

beforeAll(async () => {
  api = await startApi();
  const { partyID, shopID } = api.own;
  await makeManyPayments(api.store.database, { partyID, shopID, count: 400, since: SINCE });
  await makeManyPayments(api.store.database, { ...api.foreign, count: 0, since: SINCE });
  allPayments = (await readPages('payments', YEAR, 1_000)).flat();
  allInvoices = (await readPages('invoices', YEAR, 1_000)).flat();
});

afterAll(async () => api?.stop());

async function search(kind: string, query: Record<string, unknown>): Promise<any> {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) given.set(name, String(value));
  return api.own.merchant.get(`${path}/${kind}?${given.toString()}`);
}

/** Reads all pages of a search by continuation tokens. */
async function readPages(kind: string, query: Record<string, unknown>, limit: number): Promise<any[][]> {
  const pages: any[][] = [];
  for (let token: string | undefined; ;) {
    const { status, body } = await search(kind, { ...query, limit, ...(token ? { continuationToken: token } : {}) });
    expect(status).toBe(200);
    pages.push(body.result);
    token = body.continuationToken;
    if (!token) return pages;
  }
}

const card = ({ payer }: any): any => {
  const details = payer.paymentToolDetails;
  return details?.detailsType === 'PaymentToolDetailsBankCard' ? details : {};
};
const detailsType = ({ payer }: any): string => payer.paymentToolDetails?.detailsType;

/** Conditions by name: how to read the value from a payment, and how to compare it with another. */
const CONDITIONS: Record<string, { of: (payment: any) => unknown; holds?: (payment: any, value: any) => boolean }> = {
  paymentStatus: { of: ({ status }) => status },
  paymentFlow: { of: ({ flow }) => (flow.type === 'PaymentFlowHold' ? 'hold' : 'instant') },
  paymentMethod: {
    of: (payment) => (detailsType(payment) === 'PaymentToolDetailsBankCard' ? 'bankCard' : 'paymentTerminal'),
  },
  paymentTerminalProvider: { of: ({ payer }) => payer.paymentToolDetails?.provider },
  invoiceID: { of: ({ invoiceID }) => invoiceID },
  paymentID: { of: ({ id }) => id },
  payerEmail: { of: ({ payer }) => payer.contactInfo?.email },
  payerIP: { of: ({ payer }) => payer.clientInfo?.ip },
  payerFingerprint: { of: ({ payer }) => payer.clientInfo?.fingerprint },
  customerID: { of: ({ payer }) => payer.customerID },
  first6: { of: (payment) => card(payment).first6 },
  last4: { of: (payment) => card(payment).last4 },
  rrn: { of: ({ transactionInfo }) => transactionInfo?.rrn },
  approvalCode: { of: ({ transactionInfo }) => transactionInfo?.approvalCode },
  bankCardTokenProvider: { of: (payment) => card(payment).tokenProvider },
  bankCardPaymentSystem: { of: (payment) => card(payment).paymentSystem },
  paymentAmount: { of: ({ amount }) => amount },
};

/** Whether a payment matches the conditions; a customer payer has fewer fields. */
function fits(payment: any, query: Record<string, unknown>): boolean {
  return Object.entries(query).every(([name, value]) => CONDITIONS[name]?.of(payment) === value);
}

/** Deterministic combinations of one to four conditions that match at least one payment. */
function combinations(names: string[]): Record<string, unknown>[] {
  return Array.from({ length: 60 }, (_, number) => {
    const payment = allPayments[(number * 37) % allPayments.length];
    const chosen = names.filter((_name, place) => (number * 7 + place * (number + 3)) % 5 === 0).slice(0, 4);
    const requested = [...new Set([names[number % names.length] ?? '', ...chosen])];
    const pairs = requested.map((name) => [name, CONDITIONS[name]?.of(payment)] as const);
    return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
  });
}

/** Fields that are shown only for payers without a customer; the database has them for all. */
const OF_PAYER = ['payerEmail', 'payerIP', 'payerFingerprint'];

function comparable(payments: any[], query: object): any[] {
  const hidden = OF_PAYER.some((name) => name in query);
  return hidden ? payments.filter(({ payer }) => payer.payerType !== 'CustomerPayer') : payments;
}

test('a search returns a year of payments, newest first, with back-office fields', () => {
  expect(allPayments).toHaveLength(420);
  const times = allPayments.map(({ createdAt }) => createdAt as string);
  expect(times).toEqual([...times].sort().reverse());
  const captured = allPayments.find(({ status }) => status === 'captured');
  expect(captured).toMatchObject({
    shopID: 'demo-shop',
    shortID: `${captured.invoiceID}.${captured.id}`,
    fee: Math.floor(captured.amount / 40),
    statusChangedAt: captured.createdAt,
  });
});

test('every combination of conditions finds the matching payments page by page', async () => {
  let found = 0;
  for (const query of combinations(Object.keys(CONDITIONS))) {
    const pages = await readPages('payments', { ...YEAR, ...query }, 7);
    expect(pages.slice(0, -1).every((page) => page.length === 7)).toBe(true);
    const expected = allPayments.filter((payment) => fits(payment, query));
    expect([query, comparable(pages.flat(), query)]).toEqual([query, expected]);
    found += expected.length;
  }
  expect(found).toBeGreaterThan(1_000);
});

test('a search for a payer’s e-mail ignores case', async () => {
  const find = async (kind: string, payerEmail: string): Promise<any[]> =>
    (await search(kind, { ...YEAR, limit: 1_000, payerEmail })).body.result;
  const wanted = allPayments.filter(({ payer }) => payer.contactInfo?.email === 'payer7@example.com');
  expect(wanted.length).toBeGreaterThan(0);
  for (const kind of ['payments', 'invoices']) {
    const found = await find(kind, 'payer7@example.com');
    expect(found.length).toBeGreaterThan(0);
    expect(await find(kind, 'Payer7@EXAMPLE.com')).toEqual(found);
  }
});

test('conditions on a payment find its invoices', async () => {
  const names = Object.keys(CONDITIONS).filter((name) => name !== 'approvalCode');
  for (const query of combinations(names).slice(0, 40)) {
    const pages = await readPages('invoices', { ...YEAR, ...query }, 11);
    const byPayer = OF_PAYER.some((name) => name in query);
    const wanted = new Set(allPayments.filter((payment) => fits(payment, query)).map(({ invoiceID }) => invoiceID));
    const found = pages.flat().map(({ id }) => id);
    const expected = allInvoices.map(({ id }) => id).filter((id) => wanted.has(id));
    if (byPayer) expect(found).toEqual(expect.arrayContaining(expected));
    else expect([query, found]).toEqual([query, expected]);
  }
});

test('conditions on an invoice and on its payment are combined', async () => {
  const query = { invoiceStatus: 'paid', paymentStatus: 'failed' };
  const found = (await readPages('invoices', { ...YEAR, ...query }, 5)).flat();
  expect(found.length).toBeGreaterThan(5);
  expect(found.every(({ status }) => status === 'paid')).toBe(true);
  const { amount } = found[0];
  const [one] = await readPages('invoices', { ...YEAR, ...query, invoiceAmount: amount }, 100);
  expect(one).toEqual(found.filter((invoice) => invoice.amount === amount));
});

test('a time window includes its start and excludes its end', async () => {
  const [newer, older] = [allPayments[50].createdAt, allPayments[60].createdAt];
  const found = (await readPages('payments', { fromTime: older, toTime: newer }, 100)).flat();
  expect(found).toEqual(allPayments.slice(51, 61));
});

test('fewer than four last digits match as a suffix', async () => {
  const found = (await readPages('payments', { ...YEAR, last4: '7' }, 100)).flat();
  expect(found).toEqual(allPayments.filter((payment) => card(payment).last4?.endsWith('7')));
  expect((await readPages('payments', { ...YEAR, last4: '' }, 1_000)).flat()).toHaveLength(allPayments.length);
});

test.each([
  ['an unknown token', 'continuationToken', { continuationToken: 'abc' }],
  ['no limit', 'limit', { limit: '' }],
  ['a limit above a thousand', 'limit', { limit: 1_001 }],
  ['a span that ends before it begins', 'toTime', { fromTime: YEAR.toTime, toTime: YEAR.fromTime }],
  ['an rrn of another length', 'rrn', { rrn: '123' }],
  ['five last digits', 'last4', { last4: '12345' }],
  ['no number', 'paymentAmount', { paymentAmount: 'ten' }],
])('a search with %s is refused', async (_, name, fields) => {
  const query = { ...YEAR, limit: 10, ...fields };
  const answer = await search('payments', query);
  expect([answer.status, answer.body.code]).toEqual([400, 'invalidRequest']);
  expect(answer.body.message).toMatch(new RegExp(`^${name}\\b`));
});

test('a continuation token is valid for its own search only', async () => {
  const { body } = await search('payments', { ...YEAR, limit: 10 });
  const { continuationToken } = body;
  expect((await search('payments', { ...YEAR, limit: 20, continuationToken })).status).toBe(200);
  const others = [
    await search('payments', { ...YEAR, limit: 10, paymentFlow: 'hold', continuationToken }),
    await search('invoices', { ...YEAR, limit: 10, continuationToken }),
  ];
  for (const other of others) expect([other.status, other.body.code]).toEqual([400, 'invalidRequest']);
});

test('another party’s shop does not exist', async () => {
  for (const kind of ['payments', 'invoices', 'refunds']) {
    const url = `${path}/${kind}?limit=1&fromTime=${YEAR.fromTime}&toTime=${YEAR.toTime}`;
    const answer = await api.foreign.merchant.get(url);
    expect([answer.status, answer.body]).toEqual([404, { message: 'Shop not found' }]);
  }
});

test('refunds are counted and found by refund and by payment', async () => {
  const { merchant } = api.own;
  const made: any[] = [];
  for (const [index, flow] of [HOLD, INSTANT, INSTANT].entries()) {
    const { id: invoiceID, token } = await anInvoice(merchant, 'demo-shop');
    const paymentID = await pay(merchant.as(token), invoiceID, { card: '4242424242424242', flow });
    const approval = { connectorReference: 'r', rrn: `00000000000${index}`, approvalCode: `code${index}` };
    await recordAuthorisation(api.store, { invoiceID, paymentID }, approval);
    await recordCapture(api.store, { invoiceID, paymentID });
    const refunds = `/v2/processing/invoices/${invoiceID}/payments/${paymentID}/refunds`;
    const { body } = await merchant.post(refunds, { amount: 100 + index, currency: 'RUB' });
    made.unshift({ invoiceID, paymentID, id: body.id });
  }
  const [{ id: refundID, ...payment }] = made;
  await recordRefundSuccess(
    api.store,
    { ...payment, refundID },
    { connectorReference: 'reference', rrn: '999999999999' },
  );
  const now = {
    fromTime: new Date(Date.now() - 3_600_000).toISOString(),
    toTime: new Date(Date.now() + 1_000).toISOString(),
  };
  const found = async (query: object): Promise<any> => (await search('refunds', { ...now, limit: 10, ...query })).body;

  const all = await found({});
  expect(all.totalCount).toBe(3);
  expect(all.result).toMatchObject(made);
  expect(await found({ limit: 1, offset: 1 })).toEqual({ totalCount: 3, result: [all.result[1]] });
  expect(await found({ offset: 3 })).toEqual({ totalCount: 3, result: [] });
  for (const query of [
    { refundStatus: 'succeeded' },
    { rrn: '999999999999' },
    { rrn: '000000000002' },
    { approvalCode: 'code2' },
    { invoiceID: payment.invoiceID, refundID, paymentID: '1' },
  ]) {
    expect([query, await found(query)]).toEqual([query, { totalCount: 1, result: [all.result[0]] }]);
  }
  expect((await found({ refundID: '101' })).totalCount).toBe(0);
});

import type { ContradictedAnswer } from '../../domain/operators/reconciliation/answer-difference';
import { comparing } from '../comparing-connector';
import type { AuthorisationReference } from '../connector';
import { createAdyenCallbacks } from './adyen-callbacks';
import { createAdyenConnector } from './adyen.connector';
import { PAYMENT_ACCOUNTING, readReportNotices, SETTLEMENT_DETAILS } from './adyen-report-notices';
import { ADYEN_CARDS } from './testing/adyen-book';
import { AdyenStandIn } from './testing/adyen-stand-in';
import { MemoryBook } from '../testing/memory-book';

/* Operations whose webhooks are lost, and reports that state them. */

const merchantAccount = 'HoldfastTEST';
const hmacKey = Buffer.alloc(32, 7);
const book = new MemoryBook();
const standIn = new AdyenStandIn({ hmacKey, merchantAccount, deliver: async () => undefined });
const reader = createAdyenCallbacks({ merchantAccount, hmacKey });
const contradictions: ContradictedAnswer[] = [];
let connector: ReturnType<typeof createAdyenConnector>;

beforeAll(async () => {
  standIn.isDelayed = true;
  const url = await standIn.start();
  const created = createAdyenConnector({ apiKey: 'key', merchantAccount, hmacKey, book, url });
  connector = comparing(created, async (found) => void contradictions.push(found));
});
afterAll(async () => {
  await standIn.stop();
  expect(standIn.problems).toEqual([]);
});
beforeEach(() => {
  contradictions.length = 0;
});

const HEADERS = {
  settlement:
    'Merchant Account,Psp Reference,Creation Date,TimeZone,Type,Modification Reference,Modification Merchant Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC)',
  accounting:
    'Merchant Account,Psp Reference,Booking Date,TimeZone,Record Type,Modification Psp Reference,Modification Merchant Reference,Payment Currency,Captured (PC)',
};

interface Row {
  type: string;
  psp?: string;
  modification?: string;
  reference?: string;
  amounts: string;
  account?: string;
}

async function readRows(name: keyof typeof HEADERS, rows: readonly Row[]) {
  const lines = rows.map(({ type, psp = '', modification = '', reference = '', amounts, account = merchantAccount }) =>
    [account, psp, '2026-11-21 09:00:00', 'CET', type, modification, reference, 'EUR', amounts].join(','),
  );
  const report = name === 'settlement' ? SETTLEMENT_DETAILS : PAYMENT_ACCOUNTING;
  const source = [Buffer.from(`${[HEADERS[name], ...lines].join('\n')}\n`)];
  return readReportNotices(source, { merchantAccount, report });
}

const state = async (name: keyof typeof HEADERS, rows: readonly Row[]) => book.record(await readRows(name, rows));

let count = 0;
const timeoutMs = 5_000;
const money = { amount: 1_000n, currency: 'EUR' };

/** A hold of 10.00 EUR; of what follows no webhook comes. */
async function aHold(): Promise<{ authorisation: AuthorisationReference; psp: string; id: string }> {
  const id = `report-${++count}`;
  const outcome = await connector.authorise({
    ...{ operationID: `payment/${id}/authorise`, timeoutMs, ...money, makeRecurrent: false },
    paymentTool: { type: 'card', cardNumber: ADYEN_CARDS.approved, expDate: '03/30', cvv: '737' },
    ...{ callbackUrl: 'https://pay.example/callbacks/adyen/adyen', merchantName: 'Shop', description: 'Order' },
  });
  if (outcome.kind !== 'approved') throw new Error(outcome.kind);
  const psp = outcome.connectorReference;
  return {
    authorisation: { kind: 'authorise', operationID: `payment/${id}/authorise`, connectorReference: psp },
    psp,
    id,
  };
}

/** The references that Adyen has answered with. */
function sentAs(operationID: string): string {
  const sent = [...book.notices.values()].find(({ event, reference }) => event === 'sent' && reference === operationID);
  return sent?.connectorReference ?? '';
}

const REPORTS = [
  ['settlement', { capture: ['Settled', ',10.00'], refund: ['Refunded', '4.00,'] }],
  ['accounting', { capture: ['SentForSettle', '10.00'], refund: ['SentForRefund', '-4.00'] }],
] as const;

test.each(REPORTS)(
  'a capture and a refund whose webhooks are lost end by the %s report',
  async (name, { capture, refund }) => {
    for (const isNamed of [true, false]) {
      const { authorisation, psp, id } = await aHold();
      const [captureID, refundID] = [`payment/${id}/capture`, `refund/${id}.1/refund`];
      const lookUp = (kind: 'capture' | 'refund', operationID: string, expected: typeof money) =>
        connector.lookUp({ kind, operationID, authorisation, timeoutMs, expected });
      const rowOf = ([type, amounts]: readonly [string, string], operationID: string): Row => ({
        ...{ type, amounts, psp, modification: sentAs(operationID), reference: isNamed ? operationID : '' },
      });
      expect((await connector.capture({ operationID: captureID, authorisation, timeoutMs, ...money })).kind).toBe(
        'unknown',
      );
      await state(name, [rowOf(capture, captureID)]);
      const captured = { kind: 'approved', connectorReference: sentAs(captureID), amountMinor: 1_000n };
      expect(await lookUp('capture', captureID, money)).toMatchObject(captured);
      const part = { ...money, amount: 400n };
      expect((await connector.refund({ operationID: refundID, authorisation, timeoutMs, ...part })).kind).toBe(
        'pending',
      );
      await state(name, [rowOf(refund, refundID), rowOf(refund, refundID)]);
      const refunded = { kind: 'approved', connectorReference: sentAs(refundID) };
      expect(await lookUp('refund', refundID, part)).toMatchObject(refunded);
      expect(contradictions).toEqual([]);
    }
  },
);

test.each([
  ['accounting', 'CaptureFailed', 'capture'],
  ['accounting', 'RefundFailed', 'refund'],
  ['accounting', 'RefundedReversed', 'refund'],
  ['settlement', 'RefundedReversed', 'refund'],
] as const)('a success that a row of the %s report, %s, takes back is declined', async (name, type, kind) => {
  const { authorisation, psp, id } = await aHold();
  const operationID = kind === 'capture' ? `payment/${id}/capture` : `refund/${id}.1/refund`;
  await connector.capture({ operationID: `payment/${id}/capture`, authorisation, timeoutMs, ...money });
  if (kind === 'refund') {
    const [capture, success] = [sentAs(`payment/${id}/capture`), { type: 'SentForSettle', amounts: '10.00' }];
    await state('accounting', [{ ...success, psp, modification: capture }]);
    await connector.refund({ operationID, authorisation, timeoutMs, ...money });
  }
  const row = { psp, modification: sentAs(operationID), reference: operationID };
  const [success, amounts] = kind === 'capture' ? ['SentForSettle', '10.00'] : ['SentForRefund', '-10.00'];
  await state('accounting', [{ ...row, type: success, amounts }]);
  const lookUp = () => connector.lookUp({ kind, operationID, authorisation, timeoutMs, expected: money });
  expect((await lookUp()).kind).toBe('approved');
  const reversal = { ...row, type, amounts: name === 'settlement' ? ',10.00' : '' };
  expect(await readRows(name, [reversal])).toMatchObject([{ isReversal: true, reference: operationID }]);
  await state(name, [reversal]);
  expect((await lookUp()).kind).toBe('declined');
});

test.each([['Cancelled'], ['Expired']])('a cancel whose webhook is lost ends by a row %s', async (type) => {
  const { authorisation, psp, id } = await aHold();
  const operationID = `payment/${id}/void`;
  expect((await connector.void({ operationID, authorisation, timeoutMs })).kind).toBe('unknown');
  await state('accounting', [{ type, psp, amounts: '' }]);
  expect(await connector.lookUp({ kind: 'void', operationID, authorisation, timeoutMs })).toMatchObject({
    kind: 'approved',
  });
});

test.each([
  ['another amount', 'EUR', ',10.01'],
  ['another currency', 'USD', ',10.00'],
  ['a debit', 'EUR', '10.00,'],
])(
  'a row with %s contradicts the capture and ends nothing, and a later webhook is preferred',
  async (_, currency, gross) => {
    const { authorisation, psp, id } = await aHold();
    const operationID = `payment/${id}/capture`;
    await connector.capture({ operationID, authorisation, timeoutMs, ...money });
    const source = `${HEADERS.settlement}\n${merchantAccount},${psp},2026-11-21 09:00:00,CET,Settled,${sentAs(operationID)},${operationID},${currency},${gross}\n`;
    await book.record(await readReportNotices([Buffer.from(source)], { merchantAccount, report: SETTLEMENT_DETAILS }));
    const lookUp = () => connector.lookUp({ kind: 'capture', operationID, authorisation, timeoutMs, expected: money });
    expect(await lookUp()).toMatchObject({ kind: 'contradicted' });
    expect(contradictions).toMatchObject([{ operationID, requestedMinor: 1_000n }]);
    for (const body of standIn.waiting.splice(0)) {
      const reading = reader.read({ body, header: () => undefined });
      if (reading.kind === 'read') await book.record(reading.notices ?? []);
    }
    expect(await lookUp()).toMatchObject({ kind: 'approved', amountMinor: 1_000n });
  },
);

test('rows of other accounts, payments, operations and kinds state nothing', async () => {
  const { authorisation, psp, id } = await aHold();
  const [operationID, other] = [`payment/${id}/capture`, { psp: 'OTHER00000000000', modification: 'MOD0000000000000' }];
  await connector.capture({ operationID, authorisation, timeoutMs, ...money });
  const own = { psp, modification: sentAs(operationID), reference: operationID, amounts: '10.00' };
  const foreign = { ...own, type: 'SentForSettle', account: 'AnotherTEST' };
  expect(await readRows('accounting', [foreign])).toEqual([]);
  const settled = { ...foreign, type: 'Settled', amounts: ',10.00' };
  await expect(readRows('settlement', [settled])).rejects.toThrow(
    'line 2, column Merchant Account: is another account',
  );
  const kinds = ['Authorised', 'Received', 'Refused', 'toString', ''];
  expect(
    await readRows(
      'accounting',
      kinds.map((type) => ({ ...own, type })),
    ),
  ).toEqual([]);
  expect(await readRows('accounting', [{ ...own, type: 'SentForSettle', modification: '' }])).toEqual([]);
  await state('accounting', [{ ...own, ...other, type: 'SentForSettle' }]);
  await state('accounting', [
    { ...own, psp, ...{ modification: 'MOD1', reference: 'refund/x.1/refund' }, type: 'SentForRefund' },
  ]);
  expect(
    await connector.lookUp({ kind: 'capture', operationID, authorisation, timeoutMs }).catch(({ name }) => name),
  ).toBe('ConnectorUnavailable');
});

test('amounts are in the units of Adyen, whose decimals may differ', async () => {
  const row = (currency: string, amount: string) =>
    Buffer.from(
      `${HEADERS.accounting}\n${merchantAccount},PSP,2026-11-21 09:00:00,CET,SentForSettle,MOD,,${currency},${amount}\n`,
    );
  const read = (currency: string, amount: string) =>
    readReportNotices([row(currency, amount)], { merchantAccount, report: PAYMENT_ACCOUNTING });
  expect(await read('CLP', '1000')).toMatchObject([{ amount: 100_000n, currency: 'CLP' }]);
  expect(await read('IDR', '1000.00')).toMatchObject([{ amount: 1_000n, statedAt: new Date('2026-11-21T08:00:00Z') }]);
  await expect(read('IDR', '1000.50')).rejects.toThrow('line 2, column Payment Currency');
  await expect(read('EUR', 'ten')).rejects.toThrow('line 2, column Captured (PC)');
});

test.each([
  [
    'a long reference',
    `MOD${'0'.repeat(5_000)}`,
    'line 2, column Modification Psp Reference: has more than 200 characters',
  ],
  ['a zero byte', 'MOD\0', 'line 2: has a zero byte'],
])('a report with %s, which PostgreSQL does not take, is refused', async (_, modification, problem) => {
  const row = { type: 'SentForSettle', amounts: '10.00', psp: 'PSP', modification };
  await expect(readRows('accounting', [row])).rejects.toThrow(problem);
});

test('a report of more than 100,000 captures is refused with the line', async () => {
  const row = (index: number): Row => ({ type: 'SentForSettle', amounts: '1', psp: 'PSP', modification: `M${index}` });
  const rows = Array.from({ length: 100_001 }, (_, index) => row(index));
  await expect(readRows('accounting', rows)).rejects.toThrow('line 100002, column Record Type: is of more than 100000');
});

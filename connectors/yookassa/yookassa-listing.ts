import { z } from 'zod';
import type { ReceiptState } from '../../domain/payments/payment/receipt-state';
import { present } from '../../domain/platform/fields/present';
import type { ListedOperation, ListedState } from '../../domain/operators/reconciliation/operation';
import { captureOf } from '../../domain/operators/reconciliation/operation-name';
import { ConnectorUnavailable, type ListRequest, type OperationPage } from '../connector';
import { Deadline } from '../deadline';
import { listedCurrency, listedMoment, listedName } from '../list-fields';
import { readRows, type RowHints } from '../list-rows';
import { RELEASED } from './cancellation-reasons';
import { fromYooKassaAmount } from './yookassa-amount';
import { AcquirerRefusal, NoAnswer } from '../acquirer-http';
import type { YooKassaClient } from './yookassa-client';
import { BLOCKED, listOf, OPERATION, receiptRegistration, REQUESTED } from './yookassa-objects';

const PAGE_SIZE = '100';

type Kind = 'payments' | 'refunds' | 'payouts';

/** Those of the shop, and that of its payout gateway if it has one. */
type Clients = Readonly<Partial<Record<Kind, YooKassaClient>>>;

/**
 * YooKassa lists objects by creation time: payments, which give authorisations and captures, then refunds, then payouts. Objects without
 * our operation id are foreign.
 * @throws ConnectorUnavailable
 */
export async function listOperations(clients: Clients, request: ListRequest): Promise<OperationPage> {
  request.signal?.throwIfAborted();
  const [first = 'payments', cursor] = (request.after ?? 'payments').split(' ');
  const kind = first as Kind;
  const { window, timeoutMs } = request;
  const query = {
    'created_at.gte': window.from.toISOString(),
    'created_at.lt': window.to.toISOString(),
    limit: PAGE_SIZE,
    cursor,
  };
  try {
    const path = `/${kind}`;
    const client = clients[kind];
    if (!client) return { kind: 'page', operations: [] };
    const page = await client.call({ method: 'GET', path, query }, listOf(z.unknown()), new Deadline(timeoutMs));
    const rows = page.items.filter(isOurs).map((value) => ({ value }));
    const next = page.next_cursor === undefined ? NEXT[kind] : `${kind} ${page.next_cursor}`;
    return { kind: 'page', ...READERS[kind](rows), ...(next !== undefined && { next }) };
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof AcquirerRefusal)) throw error;
    throw new ConnectorUnavailable('YooKassa does not list its objects');
  }
}

const NEXT: Readonly<Partial<Record<Kind, Kind>>> = { payments: 'refunds', refunds: 'payouts' };

const listedMinor = z
  .string()
  .regex(/^\d{1,18}$/, 'is not an amount in minor units')
  .transform(BigInt);

const money = z.object({ value: z.string(), currency: listedCurrency }).transform((amount, context) => {
  const amountMinor = fromYooKassaAmount(amount);
  if (amountMinor !== undefined) return { amountMinor, currency: amount.currency };
  context.issues.push({ code: 'custom', message: 'is not an amount', input: undefined });
  return z.NEVER;
});

const shared = {
  id: listedName,
  amount: money,
  created_at: listedMoment,
  receipt_registration: receiptRegistration,
  metadata: z.looseObject({
    [OPERATION]: listedName,
    [BLOCKED]: z.string().optional(),
    [REQUESTED]: listedMinor.optional(),
  }),
};

const paymentRow = z.looseObject({
  ...shared,
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  cancellation_details: z.looseObject({ reason: z.string() }).optional(),
  income_amount: money.optional(),
  test: z.boolean().optional(),
  recipient: z.looseObject({ account_id: z.string().optional() }).optional(),
});

const refundRow = z.looseObject({ ...shared, status: z.enum(['pending', 'succeeded', 'canceled']) });

const payoutRow = refundRow.extend({ test: z.boolean().optional() });

type Row = {
  id: string;
  metadata: { [OPERATION]: string };
  created_at: Date;
  amount: { amountMinor: bigint; currency: string };
  receipt_registration?: ReceiptState | undefined;
};

type Rows = Parameters<typeof readRows>[0];

const PAYMENTS = { schema: paymentRow, getOperations: getPayment, getHints: hintsOf('authorise') };
const REFUNDS = { schema: refundRow, getOperations: getRefund, getHints: hintsOf('refund') };
const PAYOUTS = { schema: payoutRow, getOperations: getPayout, getHints: hintsOf('payOut') };

const READERS = {
  payments: (rows: Rows) => readRows(rows, PAYMENTS),
  refunds: (rows: Rows) => readRows(rows, REFUNDS),
  payouts: (rows: Rows) => readRows(rows, PAYOUTS),
};

function common(row: Row) {
  const receipt = present({ receipt: row.receipt_registration });
  return { ...receipt, ...row.amount, effectCount: 1, connectorReference: row.id, at: row.created_at };
}

/** The amount of a captured payment is the captured one. A capture of an unknown authorisation has no name. */
function getPayment(row: z.infer<typeof paymentRow>): ListedOperation[] {
  const operationID = row.metadata[OPERATION];
  const state = getState(row);
  if (state === undefined) return [];
  const { test: isTest, recipient: { account_id: account } = {} } = row;
  const of = { ...(isTest !== undefined && { isTest }), ...(account !== undefined && { account }) };
  const authorised: ListedOperation = { ...common(row), ...of, operationID, kind: 'authorise', state };
  if (row.status !== 'succeeded') return [authorised];
  const captureID = captureOf(operationID);
  const { receipt: _, ...held } = { ...authorised, amountMinor: row.metadata[REQUESTED] ?? null };
  if (captureID === undefined) return [held];
  return [held, { ...common(row), ...of, operationID: captureID, kind: 'capture', state: 'done', ...getFee(row) }];
}

/** The shop gets the income, the rest is YooKassa's fee. */
function getFee({ amount, income_amount: income }: z.infer<typeof paymentRow>): { feeMinor?: bigint } {
  return income?.currency === amount.currency ? { feeMinor: amount.amountMinor - income.amountMinor } : {};
}

function getState(row: z.infer<typeof paymentRow>): ListedState | undefined {
  if (row.metadata[BLOCKED] !== undefined) return 'declined';
  switch (row.status) {
    case 'waiting_for_capture':
      return 'held';
    case 'succeeded':
      return 'done';
    case 'canceled':
      return RELEASED.has(row.cancellation_details?.reason ?? '') ? 'voided' : 'declined';
    case 'pending':
      return undefined;
  }
}

function getRefund(row: z.infer<typeof refundRow>): ListedOperation[] {
  if (row.status === 'pending') return [];
  const state = row.status === 'succeeded' ? 'done' : 'declined';
  return [{ ...common(row), operationID: row.metadata[OPERATION], kind: 'refund', state }];
}

function getPayout(row: z.infer<typeof payoutRow>): ListedOperation[] {
  return getRefund(row).map((listed) => ({ ...listed, ...present({ isTest: row.test }), kind: 'payOut' }));
}

function isOurs(row: unknown): boolean {
  return readMetadata(row)[OPERATION] !== undefined;
}

function hintsOf(kind: 'authorise' | 'refund' | 'payOut') {
  return (row: Readonly<Record<string, unknown>>): RowHints => ({
    operationID: readMetadata(row)[OPERATION],
    kind,
    connectorReference: row['id'],
    at: listedMoment.safeParse(row['created_at']).data,
  });
}

function readMetadata(row: unknown): Record<string, unknown> {
  const { metadata } = (row ?? {}) as { metadata?: unknown };
  return typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : {};
}

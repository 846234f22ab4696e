import Stripe from 'stripe';
import { z } from 'zod';
import type { ListedOperation, ListedState } from '../../domain/operators/reconciliation/operation';
import { captureOf } from '../../domain/operators/reconciliation/operation-name';
import { ConnectorUnavailable, type ListRequest, type OperationPage } from '../connector';
import { listedAmount, listedCurrency, listedName } from '../list-fields';
import { readRows, type RowHints } from '../list-rows';
import { fromStripeAmount } from './stripe-amount';
import { isOfPage } from './page-payments';
import { BLOCKED, CAPTURE, OPERATION } from './stripe-operations';

const PAGE_SIZE = 100;

/**
 * Stripe lists objects by creation time: intents, which give authorisations and captures, then refunds. Objects without our
 * operation id are foreign. Cancellations are no objects.
 * @throws ConnectorUnavailable
 */
export async function listOperations(stripe: Stripe, request: ListRequest): Promise<OperationPage> {
  request.signal?.throwIfAborted();
  const [what, after] = parseCursor(request.after);
  try {
    return await (what === 'intents' ? listIntents : listRefunds)(stripe, request, after);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new ConnectorUnavailable(`Stripe does not list its objects: ${error.code ?? error.type}`);
  }
}

async function listIntents(stripe: Stripe, request: ListRequest, after?: string): Promise<OperationPage> {
  const parameters = { ...getParameters(request, after), expand: ['data.latest_charge'] };
  const { data, has_more: hasMore } = await stripe.paymentIntents.list(parameters, { timeout: request.timeoutMs });
  const last = lastID(data, hasMore);
  const next = last === undefined ? 'refunds' : `intents ${last}`;
  return { kind: 'page', ...readOurs(data, { schema: intentRow, getOperations, kind: 'authorise' }), next };
}

async function listRefunds(stripe: Stripe, request: ListRequest, after?: string): Promise<OperationPage> {
  const options = { timeout: request.timeoutMs };
  const { data, has_more: hasMore } = await stripe.refunds.list(getParameters(request, after), options);
  const last = lastID(data, hasMore);
  const read = readOurs(data, { schema: refundRow, getOperations: getRefund, kind: 'refund' });
  return { kind: 'page', ...read, ...(last !== undefined && { next: `refunds ${last}` }) };
}

/** Returns the cursor of the next page, if there is one. */
function lastID(rows: readonly unknown[], hasMore: boolean): string | undefined {
  if (!hasMore) return undefined;
  const ids = rows.flatMap((row) => listedName.safeParse((row as { id?: unknown } | null)?.id).data ?? []);
  if (ids.length === 0) throw new ConnectorUnavailable('Stripe returned a page without a cursor');
  return ids.at(-1);
}

const shared = {
  id: listedName,
  status: z.string().nullable(),
  currency: z.string().refine((code) => listedCurrency.safeParse(code.toUpperCase()).success, {
    error: 'is not a currency of ISO 4217',
  }),
  amount: listedAmount,
  created: z.int().min(0).max(253_402_300_799),
  metadata: z.looseObject({ [OPERATION]: listedName, [CAPTURE]: listedName.optional() }),
};

const intentRow = z
  .looseObject({ ...shared, amount_received: listedAmount })
  .transform((intent) => intent as unknown as Stripe.PaymentIntent);

const refundRow = z.looseObject(shared).transform((refund) => refund as unknown as Stripe.Refund);

interface OurReading<Row> {
  schema: z.ZodType<Row>;
  getOperations: (row: Row) => ListedOperation[];
  kind: 'authorise' | 'refund';
}

/** Skips foreign objects. */
function readOurs<Row>(rows: readonly unknown[], { kind, ...reading }: OurReading<Row>) {
  const getHints = ({ id, metadata, created }: Readonly<Record<string, unknown>>): RowHints => ({
    operationID: getMetadata(metadata)[OPERATION],
    kind,
    connectorReference: id,
    at: shared.created.safeParse(created).success ? new Date(Number(created) * 1_000) : undefined,
  });
  const ours = rows.filter((row) => !isObject(row) || getMetadata(row['metadata'])[OPERATION] !== undefined);
  return readRows(
    ours.map((value) => ({ value })),
    { ...reading, getHints },
  );
}

function getMetadata(metadata: unknown): Record<string, unknown> {
  return isObject(metadata) ? metadata : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Stripe has whole seconds: both ends are rounded down, so that windows neither overlap nor leave gaps. */
function getParameters({ window }: ListRequest, after: string | undefined) {
  const second = (moment: Date) => Math.floor(moment.getTime() / 1_000);
  const created = { gte: second(window.from), lt: second(window.to) };
  return { created, limit: PAGE_SIZE, ...(after !== undefined && { starting_after: after }) };
}

function parseCursor(after: string | undefined): ['intents' | 'refunds', string | undefined] {
  const [what, id] = (after ?? 'intents').split(' ');
  return [what === 'refunds' ? 'refunds' : 'intents', id];
}

function getOperations(intent: Stripe.PaymentIntent): ListedOperation[] {
  const { [OPERATION]: operationID } = intent.metadata;
  const state = getState(intent);
  if (operationID === undefined || state === undefined) return [];
  const currency = intent.currency.toUpperCase();
  const stated = { currency, connectorReference: intent.id, isTest: !intent.livemode };
  const common = { ...stated, effectCount: 1, at: new Date(intent.created * 1_000) };
  const authorised = fromStripeAmount(intent.amount, currency);
  const operations: ListedOperation[] = [{ ...common, operationID, kind: 'authorise', state, amountMinor: authorised }];
  if (intent.status === 'succeeded') {
    // External captures, e.g. in the dashboard, are listed with the id of our capture.
    const captureID = intent.metadata[CAPTURE] ?? captureOf(operationID);
    const amountMinor = fromStripeAmount(intent.amount_received, currency);
    if (captureID !== undefined)
      operations.push({ ...common, operationID: captureID, kind: 'capture', state: 'done', amountMinor });
  }
  return operations;
}

/** Undefined while undecided. An intent cancelled before it held money had no effect. */
function getState(intent: Stripe.PaymentIntent): ListedState | undefined {
  const { status, metadata, latest_charge: charge } = intent;
  switch (status) {
    case 'requires_capture':
      return 'held';
    case 'succeeded':
      return 'done';
    case 'canceled':
      return charge === null || metadata[BLOCKED] !== undefined ? 'declined' : 'voided';
    case 'requires_payment_method':
    case 'requires_confirmation':
      return isOfPage(intent) ? undefined : 'declined';
    default:
      return undefined;
  }
}

function getRefund(refund: Stripe.Refund): ListedOperation[] {
  const operationID = refund.metadata?.[OPERATION];
  if (operationID === undefined || (refund.status !== 'succeeded' && refund.status !== 'failed')) return [];
  const currency = refund.currency.toUpperCase();
  const listed: ListedOperation = {
    operationID,
    kind: 'refund',
    state: refund.status === 'succeeded' ? 'done' : 'declined',
    amountMinor: fromStripeAmount(refund.amount, currency),
    currency,
    effectCount: 1,
    connectorReference: refund.id,
    at: new Date(refund.created * 1_000),
  };
  return [listed];
}

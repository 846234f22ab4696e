import type { ConnectorNotice } from '../../domain/payments/connector-notice/connector-notice';
import { ConnectorRejection } from '../connector-rejection';
import { readTable, type ReportCells, type ReportSource } from '../../bankfiles/report-table';
import { toAdyenAmount } from './adyen-amount';
import { REPORTED, REVERSALS } from './adyen-notices';
import { readMoment } from './adyen-report';

type Event =
  'CAPTURE' | 'REFUND' | 'CANCELLATION' | 'EXPIRE' | 'CAPTURE_FAILED' | 'REFUND_FAILED' | 'REFUNDED_REVERSED';

/** How a report names what webhooks state too. */
interface ReportColumns {
  type: string;
  modification: string;
  at: string;
  currency: string;
  /** Credits less debits are what was captured; of refunds less than zero. */
  amounts: readonly { column: string; sign: 1n | -1n }[];
  events: Readonly<Record<string, Event>>;
  /** Whether a row of another merchant account refuses the report: all of it is imported. */
  isImported: boolean;
}

/** Settlement details: what was paid out (docs.adyen.com/reporting/settlement-reconciliation/transaction-level/settlement-details-report). */
export const SETTLEMENT_DETAILS: ReportColumns = {
  ...{ type: 'Type', modification: 'Modification Reference', at: 'Creation Date', currency: 'Gross Currency' },
  amounts: [
    { column: 'Gross Credit (GC)', sign: 1n },
    { column: 'Gross Debit (GC)', sign: -1n },
  ],
  events: { Settled: 'CAPTURE', Refunded: 'REFUND', RefundedReversed: 'REFUNDED_REVERSED' },
  isImported: true,
};

/** Payment accounting: each change of a payment (docs.adyen.com/reporting/invoice-reconciliation/payment-accounting-report). */
export const PAYMENT_ACCOUNTING: ReportColumns = {
  ...{
    type: 'Record Type',
    modification: 'Modification Psp Reference',
    at: 'Booking Date',
    currency: 'Payment Currency',
  },
  amounts: [{ column: 'Captured (PC)', sign: 1n }],
  events: {
    ...{ SentForSettle: 'CAPTURE', SentForRefund: 'REFUND', Cancelled: 'CANCELLATION', Expired: 'EXPIRE' },
    ...{ CaptureFailed: 'CAPTURE_FAILED', RefundFailed: 'REFUND_FAILED', RefundedReversed: 'REFUNDED_REVERSED' },
  },
  isImported: false,
};

/** As many rows as a settlement report may have. */
const MAX_NOTICES = 100_000;
/** Adyen's references have at most 80 characters; PostgreSQL indexes no long ones. */
const MAX_REFERENCE = 200;

const RELEASES: ReadonlySet<Event> = new Set(['CANCELLATION', 'EXPIRE']);

/**
 * Reads what the rows of a report state, as webhooks would.
 * @throws Refusal with line and column, for the whole report
 */
export async function readReportNotices(
  source: ReportSource,
  { merchantAccount, report }: { merchantAccount: string; report: ReportColumns },
): Promise<ConnectorNotice[]> {
  const { type, modification, at, currency, amounts } = report;
  const columns = ['Merchant Account', 'Psp Reference', 'TimeZone', type, modification, at, currency];
  const format = { delimiter: ',', columns: [...columns, ...amounts.map(({ column }) => column)] } as const;
  const notices: ConnectorNotice[] = [];
  for await (const cells of readTable(source, format)) {
    if (cells.text('Merchant Account') !== merchantAccount) {
      if (report.isImported) throw cells.refuse('Merchant Account', 'is another account');
      continue;
    }
    const notice = toNotice(cells, report);
    if (notice && notices.push(notice) > MAX_NOTICES)
      throw cells.refuse(type, `is of more than ${MAX_NOTICES} captures, refunds and cancels`);
  }
  return notices;
}

function toNotice(cells: ReportCells, report: ReportColumns): ConnectorNotice | undefined {
  const type = cells.text(report.type);
  const event = Object.hasOwn(report.events, type) ? report.events[type] : undefined;
  if (!event) return undefined;
  const originalReference = readReference(cells, 'Psp Reference');
  if (originalReference === '') throw cells.refuse('Psp Reference', 'is empty');
  const isRelease = RELEASES.has(event);
  const modification = readReference(cells, report.modification) || (isRelease ? originalReference : '');
  if (modification === '') return undefined;
  const isReversal = REVERSALS.has(event);
  return {
    ...{ id: `report/${event}/${modification}`, event, isSuccess: true, originalReference },
    // Absent from older reports; then the reference of Adyen's first answer names the operation.
    ...{ reference: readReference(cells, 'Modification Merchant Reference'), connectorReference: modification },
    ...(isReversal ? { isReversal } : !isRelease && readAmount(cells, report, event)),
    ...{ details: { [REPORTED]: 'true' }, statedAt: readMoment(cells, report.at).at },
  };
}

function readReference(cells: ReportCells, column: string): string {
  const reference = cells.text(column);
  if (reference.length > MAX_REFERENCE) throw cells.refuse(column, `has more than ${MAX_REFERENCE} characters`);
  return reference;
}

/** In Adyen's own minor units, as in webhooks. */
function readAmount(
  cells: ReportCells,
  { amounts, currency: column, isImported }: ReportColumns,
  event: Event,
): { amount: bigint; currency: string } {
  const currency = cells.currency(column);
  const sum = amounts.reduce((total, each) => total + each.sign * cells.amount(each.column, currency), 0n);
  const amount = event === 'REFUND' && (isImported || sum < 0n) ? -sum : sum;
  try {
    return { amount: BigInt(toAdyenAmount(amount, currency).value), currency };
  } catch (error) {
    if (!(error instanceof ConnectorRejection)) throw error;
    throw cells.refuse(column, 'has an amount that Adyen does not have');
  }
}

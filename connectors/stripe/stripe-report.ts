import type { SettledKind, SettledRow } from '../../domain/merchants/settlement-report/settlement-report';
import { readTable, type ReportCells, type ReportReader } from '../../bankfiles/report-table';

/** The report type `payout_reconciliation.itemized.5` (docs.stripe.com/reports/report-types/payout-reconciliation). */
const COLUMNS = [
  ...['automatic_payout_id', 'automatic_payout_effective_at', 'created_utc', 'currency', 'gross', 'fee', 'net'],
  ...['reporting_category', 'source_id', 'payment_intent_id'],
];

const KINDS: Readonly<Record<string, SettledKind>> = {
  charge: 'payment',
  refund: 'refund',
  dispute: 'chargeback',
  dispute_reversal: 'chargebackReversal',
  fee: 'fee',
  network_cost: 'fee',
  payout: 'payout',
};

export const readStripeReport: ReportReader = async function* (source) {
  for await (const cells of readTable(source, { delimiter: ',', columns: COLUMNS })) yield toRow(cells);
};

function toRow(cells: ReportCells): SettledRow {
  const kind = KINDS[cells.required('reporting_category')] ?? 'other';
  const currency = cells.currency('currency');
  const [gross, fee, net] = ['gross', 'fee', 'net'].map((column) => cells.amount(column, currency)) as [
    bigint,
    bigint,
    bigint,
  ];
  cells.assertNet({ gross, fee, net }, 'net');
  const connectorReference = (kind === 'refund' ? '' : cells.text('payment_intent_id')) || cells.text('source_id');
  return {
    ...{ line: cells.line, kind, currency, at: cells.moment('created_utc', 'YMD', 'Z').at },
    ...(kind === 'fee' ? { grossMinor: 0n, feeMinor: -net } : { grossMinor: gross, feeMinor: fee }),
    batch: cells.required('automatic_payout_id'),
    bookedOn: cells.moment('automatic_payout_effective_at', 'YMD', 'Z').day,
    ...(connectorReference !== '' && { connectorReference }),
  };
}

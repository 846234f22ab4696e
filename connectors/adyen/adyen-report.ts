import type { SettledKind, SettledRow } from '../../domain/merchants/settlement-report/settlement-report';
import { readTable, type ReportCells, type ReportReader } from '../../bankfiles/report-table';

/** Adyen's settlement details report (docs.adyen.com/reporting/settlement-reconciliation/transaction-level/settlement-details-report). */
const COLUMNS = [
  ...['Psp Reference', 'Merchant Reference', 'Creation Date', 'TimeZone', 'Type', 'Modification Reference'],
  ...['Gross Currency', 'Gross Debit (GC)', 'Gross Credit (GC)'],
  ...['Net Currency', 'Net Debit (NC)', 'Net Credit (NC)'],
  ...['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)', 'Batch Number'],
];

const KINDS: Readonly<Record<string, SettledKind>> = {
  Settled: 'payment',
  SettledInInstallments: 'payment',
  Refunded: 'refund',
  Chargeback: 'chargeback',
  SecondChargeback: 'chargeback',
  ChargebackReversed: 'chargebackReversal',
  Fee: 'fee',
  MiscCosts: 'fee',
  InvoiceDeduction: 'fee',
  MerchantPayout: 'payout',
};

/** The abbreviations that Adyen writes for the zone of an account. */
const OFFSETS: Readonly<Record<string, string>> = {
  ...{ UTC: 'Z', GMT: 'Z', BST: '+01:00', CET: '+01:00', CEST: '+02:00', EET: '+02:00', EEST: '+03:00', MSK: '+03:00' },
  ...{ EST: '-05:00', EDT: '-04:00', CST: '-06:00', CDT: '-05:00', PST: '-08:00', PDT: '-07:00' },
  ...{ SGT: '+08:00', HKT: '+08:00', JST: '+09:00', AEST: '+10:00', AEDT: '+11:00', BRT: '-03:00' },
};

export const readAdyenReport: ReportReader = async function* (source) {
  for await (const cells of readTable(source, { delimiter: ',', columns: COLUMNS })) yield toRow(cells);
};

function toRow(cells: ReportCells): SettledRow {
  const kind = KINDS[cells.required('Type')] ?? 'other';
  const currency = cells.currency('Net Currency');
  const amount = (column: string) => cells.amount(column, currency);
  const net = amount('Net Credit (NC)') - amount('Net Debit (NC)');
  const costs = ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)'];
  const fee = costs.reduce((sum, column) => sum + amount(column), 0n);
  if (cells.text('Gross Currency').toUpperCase() === currency && net !== 0n && isOfPayment(kind)) {
    const gross = amount('Gross Credit (GC)') - amount('Gross Debit (GC)');
    cells.assertNet({ gross, fee, net }, 'Net Credit (NC)');
  }
  const { at, day } = readMoment(cells, 'Creation Date');
  const modification = kind === 'refund' ? cells.text('Modification Reference') : '';
  const connectorReference = modification === '' ? cells.text('Psp Reference') : modification;
  const operationID = kind === 'payment' ? cells.text('Merchant Reference') : '';
  const [grossMinor, feeMinor] = kind === 'fee' ? [0n, -net] : isOfPayment(kind) ? [net + fee, fee] : [net, 0n];
  return {
    ...{ line: cells.line, kind, currency, grossMinor, feeMinor, at },
    batch: cells.required('Batch Number'),
    bookedOn: cells.text('Booking Date') === '' ? day : readMoment(cells, 'Booking Date').day,
    ...(operationID !== '' && { operationID }),
    ...(connectorReference !== '' && { connectorReference }),
  };
}

/** A time in the zone of the account. */
export function readMoment(cells: ReportCells, column: string): { at: Date; day: string } {
  const offset = OFFSETS[cells.required('TimeZone')];
  if (offset === undefined) throw cells.refuse('TimeZone', 'is a zone that is not known');
  return cells.moment(column, 'YMD', offset);
}

function isOfPayment(kind: SettledKind): boolean {
  return kind !== 'fee' && kind !== 'payout' && kind !== 'other';
}

import type { SettledRow } from '../../domain/merchants/settlement-report/settlement-report';
import { readTable, type ReportCells, type ReportReader } from '../../bankfiles/report-table';

/*
 * YooKassa's daily registries of payments and of refunds (yookassa.ru/docs/support/merchant/payments/reports/reports-old): lines about the
 * registry, the header, the rows, totals. A registry is one batch, named by its day in Moscow. A refund has no fee.
 */
const PAYMENT = 'Идентификатор платежа';
const REFUND = 'Идентификатор возврата';
const TOTALS = /^"?(Сумма|Число|Количество|Итого)[^;]*(:|$)/;
const MOSCOW = '+03:00';

export const readYooKassaReport: ReportReader = async function* (source) {
  for await (const cells of readTable(source, { delimiter: ';', columns: [PAYMENT], ending: TOTALS })) {
    yield cells.has(REFUND) ? toRefund(cells) : toPayment(cells);
  }
};

function toPayment(cells: ReportCells): SettledRow {
  const currency = cells.currency('Валюта платежа');
  const grossMinor = cells.amount('Сумма платежа', currency);
  const feeMinor = grossMinor - cells.amount('Сумма за вычетом комиссии и НДС', currency);
  const row = { kind: 'payment' as const, connectorReference: cells.required(PAYMENT), currency, grossMinor, feeMinor };
  return { ...row, ...timeOf(cells, 'Время платежа') };
}

function toRefund(cells: ReportCells): SettledRow {
  const currency = cells.currency('Валюта возврата');
  const grossMinor = -cells.amount('Сумма возврата', currency);
  const row = { kind: 'refund' as const, connectorReference: cells.required(REFUND), currency, grossMinor };
  return { ...row, feeMinor: 0n, ...timeOf(cells, 'Время возврата') };
}

function timeOf(cells: ReportCells, column: string): Pick<SettledRow, 'line' | 'at' | 'batch' | 'bookedOn'> {
  const order = /^\d{2}\./.test(cells.required(column)) ? 'DMY' : 'YMD';
  const { at, day } = cells.moment(column, order, MOSCOW);
  return { line: cells.line, at, batch: day, bookedOn: day };
}

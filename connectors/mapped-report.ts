import { z } from 'zod';
import { isCurrency } from '../domain/platform/currency/currency';
import { SETTLED_KINDS, type SettledRow } from '../domain/merchants/settlement-report/settlement-report';
import { DATE_ORDERS, ENCODINGS, readTable, type ReportCells, type ReportReader } from '../bankfiles/report-table';

const name = z.string().min(1).max(200);

/** How an acquirer's table is read: the names of its columns, and how it writes numbers, dates and signs. */
const mapping = z
  .strictObject({
    delimiter: z.enum([',', ';', '\t']).default(','),
    encoding: z.enum(ENCODINGS).default('utf-8'),
    decimal: z.enum(['.', ',']).default('.'),
    date: z.enum(DATE_ORDERS).default('YMD'),
    /** Of times that state none. */
    offset: z
      .string()
      .regex(/^(Z|[+-]\d{2}:\d{2})$/)
      .default('Z'),
    /** `unsigned`: refunds and chargebacks are written without a minus. */
    sign: z.enum(['signed', 'unsigned']).default('signed'),
    /** Whether fees are written with a minus. */
    areFeesNegative: z.boolean().default(false),
    /** Of a table without such a column. */
    currency: z.string().refine(isCurrency).optional(),
    /** What the column of kinds says; without the column the sign decides. */
    kinds: z.record(z.string(), z.enum(SETTLED_KINDS)).optional(),
    columns: z
      .strictObject({
        ...{ gross: name, batch: name, at: name },
        ...{ fee: name.optional(), net: name.optional(), currency: name.optional(), kind: name.optional() },
        ...{ operation: name.optional(), reference: name.optional(), bookedOn: name.optional() },
      })
      .refine((columns) => columns.fee !== undefined || columns.net !== undefined, { error: 'needs fee or net' }),
  })
  .refine((given) => given.currency !== undefined || given.columns.currency !== undefined, {
    error: 'needs a currency, or a column of currencies',
  });

export type ReportMapping = z.output<typeof mapping>;

/** Reads a mapping from the text of a setting. @throws ZodError */
export const mappingText = z
  .string()
  .max(4_000)
  .superRefine((text, context) => {
    try {
      mapping.parse(JSON.parse(text));
    } catch (error) {
      const message = error instanceof z.ZodError ? z.prettifyError(error) : 'must be JSON';
      context.addIssue({ code: 'custom', message });
    }
  });

/** The table of an acquirer without a reader of its own and without a mapping. */
const PLAIN = {
  columns: {
    ...{ kind: 'kind', operation: 'operation', reference: 'reference', currency: 'currency', batch: 'batch' },
    ...{ gross: 'gross', fee: 'fee', net: 'net', at: 'at' },
  },
};

/** Reads a table as a mapping describes it. */
export function mappedReport(text: string = JSON.stringify(PLAIN)): ReportReader {
  const given = mapping.parse(JSON.parse(text));
  const columns = [...new Set(Object.values(given.columns))];
  return async function* (source) {
    for await (const cells of readTable(source, { ...given, columns })) yield toRow(cells, given);
  };
}

function toRow(cells: ReportCells, given: ReportMapping): SettledRow {
  const { columns, date, offset } = given;
  const currency = columns.currency === undefined ? (given.currency ?? '') : cells.currency(columns.currency);
  const amount = (column: string) => cells.amount(column, currency);
  const stated = amount(columns.gross);
  const kind = readKind(cells, given, stated);
  const isTaken = kind === 'refund' || kind === 'chargeback';
  const grossMinor = given.sign === 'unsigned' && isTaken ? -stated : stated;
  const net = columns.net === undefined ? undefined : amount(columns.net);
  const fee =
    columns.fee === undefined ? undefined : given.areFeesNegative ? -amount(columns.fee) : amount(columns.fee);
  const feeMinor = fee ?? grossMinor - (net ?? 0n);
  if (net !== undefined) cells.assertNet({ gross: grossMinor, fee: feeMinor, net }, columns.net ?? '');
  const { at, day } = cells.moment(columns.at, date, offset);
  const operationID = columns.operation === undefined ? '' : cells.text(columns.operation);
  const connectorReference = columns.reference === undefined ? '' : cells.text(columns.reference);
  return {
    ...{ line: cells.line, kind, currency, grossMinor, feeMinor, at, batch: cells.required(columns.batch) },
    bookedOn: columns.bookedOn === undefined ? day : cells.moment(columns.bookedOn, date, offset).day,
    ...(operationID !== '' && { operationID }),
    ...(connectorReference !== '' && { connectorReference }),
  };
}

function readKind(cells: ReportCells, { columns, kinds }: ReportMapping, gross: bigint): SettledRow['kind'] {
  if (columns.kind === undefined) return gross < 0n ? 'refund' : 'payment';
  const word = cells.required(columns.kind);
  const known = kinds ? kinds[word] : SETTLED_KINDS.find((kind) => kind === word);
  return known ?? 'other';
}

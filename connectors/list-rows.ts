import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { readOperationName } from '../domain/operators/reconciliation/operation-name';
import {
  OPERATION_KINDS,
  type ListedOperation,
  type OperationKind,
  type UnreadableRow,
} from '../domain/operators/reconciliation/operation';
import type { OperationPage } from './connector';

/** A raw row: its value, or its text if it is not JSON. */
export type RawRow = { value: unknown } | { text: string };

/** Unverified hints about a row's operation. */
export interface RowHints {
  operationID?: unknown;
  kind?: unknown;
  connectorReference?: unknown;
  at?: Date | undefined;
}

/** How to read the rows of a list. */
export interface RowReading<Row> {
  /** The row's schema; its messages contain no values. */
  schema: z.ZodType<Row>;
  getOperations: (row: Row) => ListedOperation[];
  getHints: (row: Readonly<Record<string, unknown>>) => RowHints;
}

/** Reads each row separately, so that an invalid one does not block others. */
export function readRows<Row>(
  rows: readonly RawRow[],
  { schema, getOperations, getHints }: RowReading<Row>,
): Required<Pick<OperationPage, 'operations' | 'unreadable'>> {
  const operations: ListedOperation[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const row of rows) {
    const read = 'value' in row ? schema.safeParse(row.value) : undefined;
    if (read?.success) operations.push(...getOperations(read.data));
    else unreadable.push(unreadableRow(row, getHints(getFields(row)), read ? getRule(read.error) : 'it is not JSON'));
  }
  return { operations, unreadable };
}

const MAX_RULES = 3;

function getRule({ issues }: z.ZodError): string {
  return issues
    .slice(0, MAX_RULES)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
}

function unreadableRow(row: RawRow, { operationID, kind, connectorReference, at }: RowHints, reason: string) {
  const found: UnreadableRow = { name: formatName(operationID) ?? fingerprint(row), reason };
  if (isKind(kind)) found.kind = kind;
  if (isPlain(connectorReference)) found.connectorReference = connectorReference;
  if (at) found.at = at;
  return found;
}

/** Extracts fields of a row, also from broken JSON. */
function getFields(row: RawRow): Readonly<Record<string, unknown>> {
  if ('value' in row) return typeof row.value === 'object' && row.value !== null ? { ...row.value } : {};
  const fields = row.text.matchAll(/"(\w{1,50})"\s*:\s*"([^"\\]{1,200})"/g);
  return Object.fromEntries([...fields].map(([, name = '', value]): [string, unknown] => [name, value]));
}

function formatName(operationID: unknown): string | undefined {
  return isPlain(operationID) && readOperationName(operationID) ? operationID : undefined;
}

function isKind(kind: unknown): kind is OperationKind {
  return OPERATION_KINDS.some((known) => known === kind);
}

/** Values that may contain card numbers or personal data are not repeated. */
const PLAIN = /^(?!.*\d{12})[\w./-]{1,200}$/;

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && PLAIN.test(value);
}

/** Derives a stable id from a row. Long numbers are masked first, since their hash could be brute-forced. */
function fingerprint(row: RawRow): string {
  const text = 'value' in row ? (JSON.stringify(row.value) ?? '') : row.text;
  const digest = createHash('sha256').update(text.replaceAll(/\d(?:[ -]?\d){8,}/g, '#'));
  return `unreadable/${digest.digest('hex').slice(0, 24)}`;
}

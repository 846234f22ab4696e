import { getField, fieldText } from './field-text';
import type { SearchIndex, Unit } from './search-index';

/** An operation as a query names it: `POST /wallets`, `/wallet/v0/wallets/{walletID}`. */
export interface OperationCall {
  readonly method: string | undefined;
  readonly path: string;
}

/** The operation that a query names, if it has a path in it. */
export function getCall(query: string): OperationCall | undefined {
  const named = /(?:^|\s)(?:(get|post|put|patch|delete)\s+)?(\/[^\s?]*)/i.exec(query);
  if (named?.[2] === undefined) return undefined;
  return { method: named[1]?.toUpperCase(), path: comparable(named[2]) };
}

/** Whether a page documents this very operation: its path ends as the query's, its method is not another. */
export function isSameCall(index: SearchIndex, page: Unit, call: OperationCall): boolean {
  const [method, path = ''] = fieldText(index, getField(index, page, 'keywords')).split(' ');
  if (call.method !== undefined && call.method !== method) return false;
  const whole = comparable(path);
  return call.path.length > 1 && (whole === call.path || whole.replace(/^(?:\/wallet)?\/v\d+/, '') === call.path);
}

// The names of path variables are not compared: `/wallets/{id}` and `/wallets/{walletID}` are one path.
function comparable(path: string): string {
  return path
    .toLowerCase()
    .replace(/\{[^}]*\}?/g, '{}')
    .replace(/\/+$/, '');
}

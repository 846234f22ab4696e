import { getField, fieldText } from './field-text';
import type { SearchIndex, Unit } from './search-index';

export interface OperationCall {
  readonly method: string | undefined;
  readonly path: string;
}

export function getCall(query: string): OperationCall | undefined {
  const named = /(?:^|\s)(?:(get|post|put|patch|delete)\s+)?(\/[^\s?]*)/i.exec(query);
  if (named?.[2] === undefined) return undefined;
  return { method: named[1]?.toUpperCase(), path: comparable(named[2]) };
}

/** Tells whether a page documents this operation: its path ends with the query's and its method matches. */
export function isSameCall(index: SearchIndex, page: Unit, call: OperationCall): boolean {
  const [method, path = ''] = fieldText(index, getField(index, page, 'keywords')).split(' ');
  if (call.method !== undefined && call.method !== method) return false;
  const whole = comparable(path);
  return call.path.length > 1 && (whole === call.path || whole.replace(/^(?:\/wallet)?\/v\d+/, '') === call.path);
}

// `/wallets/{id}` equals `/wallets/{walletID}`.
function comparable(path: string): string {
  return path
    .toLowerCase()
    .replace(/\{[^}]*\}?/g, '{}')
    .replace(/\/+$/, '');
}

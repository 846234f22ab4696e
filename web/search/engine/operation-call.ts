import type { PageDocument } from './documents';

/** Tells which pages document the operation that a query names or calls: the path ends with the query's, the method matches. */
export function getCalledOperation(query: string): (page: PageDocument) => boolean {
  const [, method, path] = /(?:^|\s)(?:(get|post|put|patch|delete)\s+)?(\/[^\s?]*)/i.exec(query) ?? [];
  if (path === undefined || path.length < 2) {
    const name = query.trim().toLowerCase();
    return ({ operation }) => operation?.operationId.toLowerCase() === name;
  }
  const called = comparable(path);
  return ({ operation }) => {
    if (!operation || (method && method.toUpperCase() !== operation.method.toUpperCase())) return false;
    const whole = comparable(operation.path);
    return whole === called || whole.replace(/^(?:\/wallet)?\/v\d+/, '') === called;
  };
}

// `/wallets/{id}` equals `/wallets/{walletID}`.
function comparable(path: string): string {
  return path
    .toLowerCase()
    .replace(/\{[^}]*\}?/g, '{}')
    .replace(/\/+$/, '');
}

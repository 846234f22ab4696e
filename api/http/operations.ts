import type { RoutedSpecification } from './specification';

export interface RoutedOperation {
  operationID: string;
  method: string;
  /** `/processing/invoices/{invoiceID}`, under the API's base path. */
  path: string;
  /** Whether it takes JSON; the controller itself reads a file. */
  takesBody: boolean;
  /** Whether it answers 404; lists are empty instead. */
  looksUp: boolean;
  successStatus: number;
}

export interface FoundOperation extends RoutedOperation {
  parameters: Record<string, string>;
}

interface Entry {
  operation: RoutedOperation;
  pattern: RegExp;
  names: string[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** The operations of an API, read from its specification. */
export class OperationTable {
  readonly operations: readonly RoutedOperation[];
  private readonly entries: ReadonlyMap<string, Entry[]>;

  constructor(specification: RoutedSpecification, basePath: string) {
    const entries = Object.entries(specification.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => getEntry({ basePath, path, method, item })),
    );
    this.operations = entries.map(({ operation }) => operation);
    this.entries = grouped(entries, basePath);
  }

  find(method: string, path: string): FoundOperation | undefined {
    for (const { pattern, names, operation } of this.entries.get(buildKey(method, path)) ?? []) {
      const match = pattern.exec(path);
      if (!match) continue;
      const parameters = Object.fromEntries(names.map((name, index) => [name, decoded(match[index + 1] ?? '')]));
      return { ...operation, parameters };
    }
    return undefined;
  }

  /** The methods of a path for `Allow`; empty for an unknown path. */
  getMethods(path: string): string[] {
    const methods = METHODS.filter((method) => this.find(method, path)).map((method) => method.toUpperCase());
    return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  }
}

function getEntry(input: {
  basePath: string;
  path: string;
  method: string;
  item: RoutedSpecification['paths'][string];
}): Entry {
  const { basePath, path, method, item } = input;
  const operationID = item[method]?.operationId;
  if (!operationID) throw new Error(`${method} ${path} has no operationId`);
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  const pattern = new RegExp(`^${basePath}${path.replace(/\{[^}]+\}/g, '([^/]+)')}/?$`);
  const statuses = Object.keys(item[method]?.responses ?? {});
  const successStatus = Number(statuses.find((status) => status.startsWith('2')) ?? 200);
  const body = item[method]?.requestBody;
  const takesBody = body !== undefined && !Object.hasOwn(body.content ?? {}, 'application/octet-stream');
  const operation = { operationID, method, path, takesBody, looksUp: statuses.includes('404'), successStatus };
  return { operation, pattern, names };
}

/** Groups operations by method and number of segments before matching patterns. HEAD counts as GET. */
function buildKey(method: string, path: string): string {
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  return `${name} ${path.split('/').filter(Boolean).length}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function grouped(entries: readonly Entry[], basePath: string): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = buildKey(entry.operation.method, basePath + entry.operation.path);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return groups;
}

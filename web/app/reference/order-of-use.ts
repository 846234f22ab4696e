import type { OperationModel } from './reference-model';

/**
 * Sorts a group's operations by typical use: create, read, list, act, sub-resources, end; then the same by party, then
 * lookups by external id.
 */
export function sortByUse(operations: readonly OperationModel[]): OperationModel[] {
  const shallowest = Math.min(...operations.filter((one) => !isLookup(one)).map(getDepth));
  // Without a create operation, the list comes first.
  const [one, list] = operations.some(({ method }) => method === 'post') ? [1, 2] : [2, 1];
  const isOfParty = operations.every(({ path }) => BY_PARTY.test(path));
  const ranked = operations.map((operation) => ({
    operation,
    rank: [
      Number(isLookup(operation)),
      Number(!isOfParty && BY_PARTY.test(operation.path)),
      Number(operation.method === 'delete'),
      getDepth(operation) - shallowest,
      Number(UNDOES.test(operation.path)),
      METHODS[operation.method] ?? (operation.path.endsWith('}') ? one : list),
    ],
  }));
  return ranked.sort((a, b) => compare(a.rank, b.rank)).map(({ operation }) => operation);
}

const BY_PARTY = /\/parties\/\{\w+\}\//;
const UNDOES = /\/(?:cancel|rescind|suspend)$/;
const METHODS: Partial<Record<OperationModel['method'], number>> = { post: 0, put: 3, patch: 3, delete: 4 };

function isLookup({ path, parameters, method }: OperationModel): boolean {
  return method === 'get' && parameters.some(({ name, required }) => name === 'externalID' && (required || path.includes(name))); // prettier-ignore
}

/** Counts the names in a path without its variables: a list and its entity have the same depth. */
function getDepth({ path }: OperationModel): number {
  return path.split('/').filter((part) => part && !part.startsWith('{')).length;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, place) => rank !== b[place]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

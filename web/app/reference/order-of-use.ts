import type { OperationModel } from './reference-model';

/**
 * Operations of a group as one comes to need them: what creates a thing, what reads it, lists of it, what is done with it and
 * what belongs to it, its end; the same by way of a party after that, and lookups by an external id last.
 */
export function inOrderOfUse(operations: readonly OperationModel[]): OperationModel[] {
  const shallowest = Math.min(...operations.filter((one) => !isLookup(one)).map(getDepth));
  // Who cannot create a thing finds it in a list first.
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
/** What one does instead of going on. */
const UNDOES = /\/(?:cancel|rescind|suspend)$/;
const METHODS: Partial<Record<OperationModel['method'], number>> = { post: 0, put: 3, patch: 3, delete: 4 };

/** Whether it finds things by the integrator's own id. */
function isLookup({ path, parameters, method }: OperationModel): boolean {
  return method === 'get' && parameters.some(({ name, required }) => name === 'externalID' && (required || path.includes(name))); // prettier-ignore
}

/** The names in a path, without its variables: a list and one of it are as deep. */
function getDepth({ path }: OperationModel): number {
  return path.split('/').filter((part) => part && !part.startsWith('{')).length;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, place) => rank !== b[place]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

import { createHash } from 'node:crypto';
import { Refusal } from '../domain/platform/errors/refusal';
import { rfc3339Text } from '../domain/platform/rfc3339/rfc3339';
import { isUniqueViolation, type Database, type Statement } from './postgres/database';

/** Hashes creation parameters. Field order does not matter; undefined and null equal absent. */
export function parametersHash(parameters: unknown): Buffer {
  return createHash('sha256').update(serialise(parameters)).digest();
}

function serialise(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return JSON.stringify(rfc3339Text(value));
  if (Array.isArray(value)) return `[${value.map(serialise).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
    fields.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${serialise(field)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

/** What is known of the entity that already has an external id. */
export interface Existing {
  id: string;
  parametersHash: Buffer | null;
}

/** @throws Refusal externalIDConflict if the parameters differ */
function assertSameParameters(existing: Existing, externalID: string, comparison: CreationComparison): void {
  if (existing.parametersHash?.equals(parametersHash(comparison.compared))) return;
  throw new Refusal('externalIDConflict', 'externalID has been used with other parameters', {
    conflict: { externalID, id: existing.id },
  });
}

/** What makes two creations the same. */
export interface CreationComparison {
  /** Everything that the caller can set, with defaults, except credentials. */
  compared: object;
}

export interface CreationRequest<Entity> extends CreationComparison {
  partyID: string;
  externalID: string | null | undefined;
  /** Narrows the external id within the party, if it does. */
  scope?: string;
  index: string;
  /** Parameters: party, external id and, with `scope`, the scope. */
  findExisting: Statement<Entity & Existing>;
  /** Creates first and looks up only on conflict, which saves a round trip where repetition is rare. */
  skipsLookup?: boolean;
}

/**
 * Creates an entity, idempotent by external id. A retry that finds the first entity returns it even if creation would
 * now be refused.
 * @throws Refusal externalIDConflict, and whatever `create` throws
 */
export async function createOnce<Entity extends { id: string }>(
  database: Database,
  request: CreationRequest<Entity>,
  create: (parametersHash: Buffer | null) => Promise<Entity>,
): Promise<Entity> {
  const { index, skipsLookup } = request;
  const isNamed = typeof request.externalID === 'string';
  return findOrCreate({ find: () => findCreated(database, request), index, skipsLookup }, () =>
    create(isNamed ? parametersHash(request.compared) : null),
  );
}

/** @throws Refusal externalIDConflict */
async function findCreated<Entity extends { id: string }>(
  database: Database,
  request: Omit<CreationRequest<Entity>, 'index'>,
): Promise<Entity | undefined> {
  const { partyID, externalID, scope, findExisting } = request;
  if (externalID === null || externalID === undefined) return undefined;
  const named = scope === undefined ? [partyID, externalID] : [partyID, externalID, scope];
  const [existing] = await database.run(findExisting, named);
  if (!existing) return undefined;
  assertSameParameters(existing, externalID, request);
  const { parametersHash: checked, ...entity } = existing;
  void checked;
  return entity as unknown as Entity;
}

/** Finds or creates; finds again after a violation of the index `index` or a refusal, which a concurrent creation may have caused. */
export async function findOrCreate<Entity>(
  lookup: { find: () => Promise<Entity | undefined>; index: string; skipsLookup?: boolean | undefined },
  make: () => Promise<Entity>,
): Promise<Entity> {
  const { find, index, skipsLookup = false } = lookup;
  const existing = skipsLookup ? undefined : await find();
  if (existing) return existing;
  try {
    return await make();
  } catch (error) {
    const mayHaveLostRace = error instanceof Refusal || isUniqueViolation(error, index);
    const winner = mayHaveLostRace ? await find() : undefined;
    if (winner) return winner;
    throw error;
  }
}

import { createHash } from 'node:crypto';
import { Refusal } from '../domain/errors/refusal';
import { rfc3339Text } from '../domain/rfc3339/rfc3339';
import { isUniqueViolation, type Database, type Statement } from './database';

/**
 * The fingerprint of the parameters that an external id stands for. Field order does not matter; undefined and null are
 * the same as absent.
 */
export function parametersHash(parameters: unknown): Buffer {
  return createHash('sha256').update(canonical(parameters)).digest();
}

function canonical(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return JSON.stringify(rfc3339Text(value));
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
    fields.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

/** What is known of the entity that already has an external id. */
export interface Existing {
  id: string;
  parametersHash: Buffer | null;
}

/**
 * Decides on an external id that is taken: the same parameters get the same entity again, others a conflict.
 * @throws Refusal externalIDConflict
 */
function assertSameParameters(existing: Existing, externalID: string, comparison: Comparison): void {
  if (existing.parametersHash?.equals(parametersHash(comparison.compared))) return;
  throw new Refusal('externalIDConflict', 'externalID has been used with other parameters', {
    conflict: { externalID, id: existing.id },
  });
}

/** What makes two creations the same. */
export interface Comparison {
  /** Everything that the caller can set, defaults filled in; only credentials are not compared. */
  compared: object;
}

/** A creation that an external id makes idempotent. */
export interface CreationRequest<Entity> extends Comparison {
  partyID: string;
  externalID: string | null | undefined;
  /** Within what the external id is somebody's, where it is not the party's alone. */
  scope?: string;
  /** The unique index over party and external id. */
  index: string;
  /** Finds `($1 party, $2 external id)`, or `$3` its scope besides, with its `parametersHash`. */
  findExisting: Statement<Entity & Existing>;
  /** Not looked for before it is made, because it is nearly always the first: that saves a round trip. */
  skipsLookup?: boolean;
}

/**
 * Creates an entity unless its external id has been used: then the first one is given back where the parameters are the
 * same. `create` gets their fingerprint to store; what has no name is never compared. What it refuses is not heard by a repetition that
 * found the first.
 * @throws Refusal externalIDConflict, and whatever `create` throws
 */
export async function createOnce<Entity extends { id: string }>(
  database: Database,
  request: CreationRequest<Entity>,
  create: (parametersHash: Buffer | null) => Promise<Entity>,
): Promise<Entity> {
  const { index, skipsLookup } = request;
  const isNamed = typeof request.externalID === 'string';
  return once({ find: () => findCreated(database, request), index, skipsLookup }, () =>
    create(isNamed ? parametersHash(request.compared) : null),
  );
}

/** What was created under an external id with the same parameters, if it was. @throws Refusal externalIDConflict */
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

/**
 * Finds what is there, makes what is not, and finds again where somebody was faster: another who made it meanwhile, by whom
 * the unique index `index` is violated, or because of whom the making is refused.
 */
export async function once<Entity>(
  sought: { find: () => Promise<Entity | undefined>; index: string; skipsLookup?: boolean | undefined },
  make: () => Promise<Entity>,
): Promise<Entity> {
  const { find, index, skipsLookup = false } = sought;
  const existing = skipsLookup ? undefined : await find();
  if (existing) return existing;
  try {
    return await make();
  } catch (error) {
    const mayHaveBeenBeaten = error instanceof Refusal || isUniqueViolation(error, index);
    const winner = mayHaveBeenBeaten ? await find() : undefined;
    if (winner) return winner;
    throw error;
  }
}

import type { FileForm } from './file-form';

/** The fields that differ, by their path, with their values; a missing value is null. */
export interface FieldChanges {
  before: FileForm;
  after: FileForm;
}

/** Compares an entity with its next state. Lists are compared as a whole. */
export function compareForms(before: FileForm, after: FileForm, prefix = ''): FieldChanges {
  const changes: FieldChanges = { before: {}, after: {} };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [one, other] = [before[name], after[name]];
    if (isRecord(one) && isRecord(other)) {
      const inner = compareForms(one, other, `${prefix}${name}.`);
      Object.assign(changes.before, inner.before);
      Object.assign(changes.after, inner.after);
    } else if (canonicalText(one) !== canonicalText(other)) {
      changes.before[`${prefix}${name}`] = one ?? null;
      changes.after[`${prefix}${name}`] = other ?? null;
    }
  }
  return changes;
}

/** Applies a JSON merge patch (RFC 7396): objects are merged, null removes a field, everything else replaces. */
export function mergePatch(target: FileForm, patch: FileForm): FileForm {
  const kept = Object.entries(target).filter(([name]) => !Object.hasOwn(patch, name));
  const patched = Object.entries(patch).flatMap(([name, value]): [string, unknown][] => {
    if (value === null) return [];
    const known = Object.hasOwn(target, name) ? target[name] : undefined;
    return [[name, isRecord(value) ? mergePatch(isRecord(known) ? known : {}, value) : value]];
  });
  return Object.fromEntries([...kept, ...patched]);
}

function isRecord(value: unknown): value is FileForm {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON with sorted names, because jsonb does not keep their order. */
export function canonicalText(value: unknown): string | undefined {
  return JSON.stringify(value, (_, field: unknown) =>
    isRecord(field) ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1))) : field,
  );
}

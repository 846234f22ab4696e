type Fields = Record<string, unknown>;

/** A change of a configured entity; `before` is missing at a creation. */
export interface PrintedChange {
  type: string;
  id: string;
  before?: Fields | null;
  after: Fields;
  /** Secrets that it replaces, by name. */
  secrets?: string[];
}

/** Formats a change as `field: "before → after"`, or the fields of a created entity. */
export function formatChange({ type, id, before, after, secrets }: PrintedChange): object {
  const subject = `${type}/${id}`;
  const shown = before ? { subject, changed: formatFields(before, after) } : { subject, created: after };
  return { ...shown, ...(secrets && { secrets }) };
}

/** Replaces the values before and after by what has changed, field by field. */
export function withChanges(item: { before?: Fields | null; after?: Fields | null }): object {
  const { before, after, ...action } = item;
  if (!after) return item;
  return { ...action, ...(before ? { changed: formatFields(before, after) } : { after }) };
}

/** Formats each changed field as `before → after`. */
function formatFields(before: Fields, after: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.keys(after).map((field) => [field, `${formatValue(before[field])} → ${formatValue(after[field])}`]),
  );
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

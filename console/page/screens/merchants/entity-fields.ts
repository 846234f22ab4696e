/** A field of an entity as text: words and numbers as they are, anything else as JSON. */
export interface EntityField {
  path: string;
  names: string[];
  text: string;
  isText: boolean;
}

export interface FieldChange {
  path: string[];
  value: unknown;
  before: string;
  after: string;
}

/** Ids never change, and blocks are changed by commands. */
const FIXED = ['id', 'blocked', 'party', 'partyID'];

/** Lists the fields inside of objects; lists stay whole, because a merge patch replaces them. */
export function listFields(value: Readonly<Record<string, unknown>>, names: string[] = []): EntityField[] {
  return Object.entries(value).flatMap(([name, field]) => {
    if (names.length === 0 && FIXED.includes(name)) return [];
    const place = [...names, name];
    if (isObject(field) && Object.keys(field).length > 0) return listFields(field, place);
    const isText = typeof field === 'string';
    const text = isText ? field : JSON.stringify(field, null, 2);
    return [{ path: place.join('.'), names: place, text, isText }];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compares the texts with the fields that were read. */
export function buildChanges(
  fields: readonly EntityField[],
  texts: Readonly<Record<string, string>>,
): { changes: FieldChange[]; wrong: string[] } {
  const changes: FieldChange[] = [];
  const wrong: string[] = [];
  for (const { path, names, text: before, isText } of fields) {
    const after = texts[path] ?? before;
    if (after === before) continue;
    try {
      changes.push({ path: names, value: isText ? after : (JSON.parse(after) as unknown), before, after });
    } catch {
      wrong.push(path);
    }
  }
  return { changes, wrong };
}

import { toColumn } from '../../postgres/columns';

/** SQL in which each `?` is the next of the values. */
export interface Condition {
  sql: string;
  values: readonly unknown[];
}

export function where(sql: string, value: unknown): Condition | undefined {
  return value === undefined ? undefined : { sql, values: [value] };
}

export function allConditions(conditions: readonly (Condition | undefined)[]): Condition {
  const defined = conditions.filter((condition) => condition !== undefined);
  return {
    sql: defined.map(({ sql }) => sql).join(' AND '),
    values: defined.flatMap(({ values }) => values),
  };
}

/** Replaces each `?` by a numbered parameter. */
export function bindParameters({ sql, values }: Condition): { text: string; values: unknown[] } {
  let next = 0;
  return { text: sql.replace(/\?/g, () => `$${++next}`), values: values.map(toColumn) };
}

import { toColumn } from '../columns';

/** A condition: SQL in which each `?` stands for the next of the values. */
export interface Condition {
  sql: string;
  values: readonly unknown[];
}

/** A condition that counts where its value is given. */
export function where(sql: string, value: unknown): Condition | undefined {
  return value === undefined ? undefined : { sql, values: [value] };
}

/** All the conditions that count, as one. */
export function allConditions(conditions: readonly (Condition | undefined)[]): Condition {
  const counting = conditions.filter((condition) => condition !== undefined);
  return {
    sql: counting.map(({ sql }) => sql).join(' AND '),
    values: counting.flatMap(({ values }) => values),
  };
}

/** A statement as PostgreSQL takes it, its places numbered. */
export function bound({ sql, values }: Condition): { text: string; values: unknown[] } {
  let next = 0;
  return { text: sql.replace(/\?/g, () => `$${++next}`), values: values.map(toColumn) };
}

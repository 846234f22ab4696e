/** Rows as a list for each property, which a compressed file says in less bytes. */
export type RowColumns<Row> = { readonly [Name in keyof Row]-?: ReadonlyArray<Row[Name] | null> };

export function toColumns<Row extends object>(rows: readonly Row[]): RowColumns<Row> {
  const names = new Set(rows.flatMap((row) => Object.keys(row) as (keyof Row)[]));
  const lists = [...names].map((name) => [name, rows.map((row) => row[name] ?? null)] as const);
  return Object.fromEntries(lists) as unknown as RowColumns<Row>;
}

export function fromColumns<Row extends object>(columns: RowColumns<Row>): Row[] {
  const lists = Object.entries<ReadonlyArray<unknown>>(columns);
  const rows = lists[0]?.[1] ?? [];
  return rows.map(
    (_, n) => Object.fromEntries(lists.flatMap(([name, list]) => (list[n] === null ? [] : [[name, list[n]]]))) as Row,
  );
}

/** The meaning of each reason of an acquirer, from lists of reasons by their meaning. */
export function reasonTable<Meaning extends string>(
  lists: Partial<Record<Meaning, string>>,
): ReadonlyMap<string, Meaning> {
  const entries = Object.entries(lists) as [Meaning, string][];
  return new Map(
    entries.flatMap(([meaning, reasons]) => reasons.match(/\S+/g)?.map((reason) => [reason, meaning]) ?? []),
  );
}

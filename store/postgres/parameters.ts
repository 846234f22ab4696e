/** The parameters of a statement by name: `$` has the place of each (`$.shopID` is `$8`), `values` puts what is given in that order. */
export function parameters<const Name extends string>(...names: readonly Name[]) {
  return {
    $: Object.fromEntries(names.map((name, index) => [name, `$${index + 1}`])) as Record<Name, string>,
    values: (given: Readonly<Record<Name, unknown>>): unknown[] => names.map((name) => given[name]),
  };
}

const UNKNOWN_FIELDS = 9_900;
const EMPTY_OBJECTS = 9_900;
const DEPTH = 90;
const WIDE_FIELDS = 990;
const METADATA_BYTES = 900_000;

/** Bodies of an invoice that cost much to refuse or to accept, by name. */
export function costlyBodies(invoice: string): Readonly<Record<string, string>> {
  const extended = (fields: string): string => `${invoice.slice(0, -1)},${fields}}`;
  const withMetadata = (metadata: string): string => {
    const { metadata: _own, ...rest } = JSON.parse(invoice) as Record<string, unknown>;
    return `${JSON.stringify(rest).slice(0, -1)},"metadata":${metadata}}`;
  };
  return {
    'unknown-fields': extended(many(UNKNOWN_FIELDS, (number) => `"field${number}":0`)),
    deep: withMetadata(`${'{"a":'.repeat(DEPTH)}0${'}'.repeat(DEPTH)}`),
    wide: extended(many(WIDE_FIELDS, (number) => `"${`wide${number}`.padEnd(900, 'x')}":0`)),
    'large-metadata': withMetadata(`{"text":"${'x'.repeat(METADATA_BYTES)}"}`),
    'empty-objects': withMetadata(`{"list":[${many(EMPTY_OBJECTS, () => '{}')}]}`),
  };
}

function many(count: number, build: (number: number) => string): string {
  return Array.from({ length: count }, (_, number) => build(number)).join(',');
}

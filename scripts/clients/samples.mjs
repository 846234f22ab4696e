// Values of a document's unions, which clients have to read as what they are and write as they were.

/**
 * One value of each variant of each union that a field tells apart, with all its fields. `variant` is the schema that the field names, `leaves`
 * those that the value is of: others where the variant is a union again, two where one is but a name of the other. `holder` is an object with the union in a field of its own, if one has.
 */
export function unionSamples({ components: { schemas } }) {
  return Object.entries(schemas).flatMap(([union, { oneOf, discriminator }]) => {
    if (!oneOf || !discriminator) return [];
    const { propertyName, mapping } = discriminator;
    return Object.entries(mapping).map(([kind, $ref]) => {
      const value = sampleOf(schemas, { $ref }, []);
      const holder = holderOf(schemas, union, value);
      return {
        union,
        propertyName,
        kind,
        variant: nameOf($ref),
        leaves: leavesOf(schemas, nameOf($ref)),
        value,
        holder,
      };
    });
  });
}

function nameOf(reference) {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function leavesOf(schemas, name) {
  const { $ref, allOf = [], oneOf } = schemas[name];
  if (oneOf) return leavesOf(schemas, nameOf(oneOf[0].$ref));
  const other = $ref ?? allOf[0]?.$ref;
  return other ? [name, ...leavesOf(schemas, nameOf(other))] : [name];
}

/** The first object that has the union in one of its fields, or a list of it, around a value. */
function holderOf(schemas, union, value) {
  const isUnion = (schema) => schema?.$ref === `#/components/schemas/${union}`;
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.oneOf) continue;
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      if (!isUnion(property) && !isUnion(property.items)) continue;
      const whole = sampleOf(schemas, schema, [`#/components/schemas/${name}`]);
      return { name, value: { ...whole, [field]: isUnion(property) ? value : [value] } };
    }
  }
  return undefined;
}

function sampleOf(schemas, schema, within) {
  const { $ref, allOf, oneOf, example, type, properties = {}, required = [], items } = schema;
  if ($ref) return sampleOf(schemas, schemas[nameOf($ref)], [...within, $ref]);
  if (allOf) return sampleOf(schemas, allOf[0], within);
  if (oneOf) return sampleOf(schemas, oneOf[0], within);
  if (schema.enum) return schema.enum[0];
  if (type === 'array') return [sampleOf(schemas, items, within)];
  if (type === 'object') {
    const isWanted = (name) => required.includes(name) || !isRepeated(properties[name], within);
    const names = Object.keys(properties).filter(isWanted);
    return Object.fromEntries(names.map((name) => [name, sampleOf(schemas, properties[name], within)]));
  }
  return example ?? scalarOf(schema);
}

/** Whether a schema is one of those around it. */
function isRepeated({ $ref, allOf = [] }, within) {
  return [$ref, ...allOf.map((part) => part.$ref)].some((reference) => within.includes(reference));
}

function scalarOf({ type, format, pattern, minLength = 1, minimum = 1 }) {
  if (type === 'boolean') return true;
  if (type !== 'string') return minimum;
  if (format === 'email') return 'payer@example.com';
  if (pattern) return textOf(pattern);
  return format === 'date-time' ? '2030-01-01T00:00:00Z' : 'text'.padEnd(minLength, 't');
}

/** The shortest text of a pattern such as the documents have: digits and signs with their counts, and choices, of which the first. */
function textOf(pattern) {
  const text = pattern
    .replace(/^\^|\$$/g, '')
    .replace(/\(([^|)]*)\|[^)]*\)/g, '$1')
    .replace(/(\\.)\{(\d+)(?:,\d*)?\}/g, (_all, sign, count) => sign.repeat(count))
    .replaceAll('\\d', '1')
    .replace(/\\(.)/g, '$1');
  if (!new RegExp(pattern).test(text)) throw new Error(`no text was found for ${pattern}: give the field an example`);
  return text;
}

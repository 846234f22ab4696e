// Sample values of unions, which clients must read as the right type and write unchanged.

/**
 * One value with all fields for each variant of each discriminated union. `variant` is the schema that the
 * discriminator names, `leaves` the schemas of the value (two where one is an alias), `holder` an
 * object with a field of the union.
 */
export function unionSamples({ components: { schemas } }) {
  return Object.entries(schemas).flatMap(([union, { oneOf, discriminator }]) => {
    if (!oneOf || !discriminator) return [];
    const { propertyName, mapping } = discriminator;
    return Object.entries(mapping).map(([kind, $ref]) => {
      const value = buildSample(schemas, { $ref }, []);
      const holder = findHolder(schemas, union, value);
      return {
        union,
        propertyName,
        kind,
        variant: schemaName($ref),
        leaves: listLeaves(schemas, schemaName($ref)),
        value,
        holder,
      };
    });
  });
}

function schemaName(reference) {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function listLeaves(schemas, name) {
  const { $ref, allOf = [] } = schemas[name];
  const other = $ref ?? allOf[0]?.$ref;
  return other ? [name, ...listLeaves(schemas, schemaName(other))] : [name];
}

/** The first object with a field or a list of the union, around a value. */
function findHolder(schemas, union, value) {
  const isUnion = (schema) => schema?.$ref === `#/components/schemas/${union}`;
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.oneOf) continue;
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      if (!isUnion(property) && !isUnion(property.items)) continue;
      const whole = buildSample(schemas, schema, [`#/components/schemas/${name}`]);
      return { name, value: { ...whole, [field]: isUnion(property) ? value : [value] } };
    }
  }
  return undefined;
}

function buildSample(schemas, schema, within) {
  const { $ref, allOf, oneOf, example, type, properties = {}, required = [], items } = schema;
  if ($ref) return buildSample(schemas, schemas[schemaName($ref)], [...within, $ref]);
  if (allOf) return buildSample(schemas, allOf[0], within);
  if (oneOf) return buildSample(schemas, oneOf[0], within);
  if (schema.enum) return schema.enum[0];
  if (type === 'array') return [buildSample(schemas, items, within)];
  if (type === 'object') {
    const isWanted = (name) => required.includes(name) || !isRepeated(properties[name], within);
    const names = Object.keys(properties).filter(isWanted);
    return Object.fromEntries(names.map((name) => [name, buildSample(schemas, properties[name], within)]));
  }
  return example ?? scalarOf(schema);
}

function isRepeated({ $ref, allOf = [] }, within) {
  return [$ref, ...allOf.map((part) => part.$ref)].some((reference) => within.includes(reference));
}

function scalarOf({ type, format, pattern, minLength = 1, minimum = 1 }) {
  if (type === 'boolean') return true;
  if (type !== 'string') return minimum;
  if (format === 'email') return 'payer@example.com';
  if (pattern) return samplePattern(pattern);
  return format === 'date-time' ? '2030-01-01T00:00:00Z' : 'text'.padEnd(minLength, 't');
}

/** The shortest text of a simple pattern: digits and signs with counts, and the first alternative. */
function samplePattern(pattern) {
  const text = pattern
    .replace(/^\^|\$$/g, '')
    .replace(/\(([^|)]*)\|[^)]*\)/g, '$1')
    .replace(/(\\.)\{(\d+)(?:,\d*)?\}/g, (_all, sign, count) => sign.repeat(count))
    .replaceAll('\\d', '1')
    .replace(/\\(.)/g, '$1');
  if (!new RegExp(pattern).test(text)) throw new Error(`no sample found for ${pattern}: give the field an example`);
  return text;
}

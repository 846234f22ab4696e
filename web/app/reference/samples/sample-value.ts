import type { ReferenceSchema } from '../openapi';
import type { SchemaReader } from '../schema-reader';
import { samplePattern } from './pattern-sample';
import { getVariable } from './variables';

interface SampleScope {
  reader: SchemaReader;
  isRequest: boolean;
}

const MAX_DEPTH = 6;

/** Optional fields without which samples would mislead. */
const INCLUDED_OPTIONAL = new Set(['paymentToolToken', 'paymentSession', 'email', 'shopID']);

/** Values by field name; examples of schemas take precedence. */
const BY_NAME: Record<string, unknown> = {
  currency: 'RUB',
  amount: 10000,
  email: 'user@example.com',
  phoneNumber: '+79031234567',
  url: 'https://merchant.example/webhooks',
  redirectUrl: 'https://merchant.example/return',
  fingerprint: '79051d187f7d1d0d0d1d0d0d1d0d0d1d',
  metadata: { orderID: '12345' },
  name: 'Основной',
  product: 'Годовая подписка',
  description: 'Заказ № 12345',
  externalID: 'order-12345',
  limit: 50,
  status: undefined,
};

/** Builds a short valid value: required fields and those with examples. */
export function sampleValue(
  schema: ReferenceSchema,
  scope: SampleScope,
  options: { name?: string; around?: string[] } = {},
): unknown {
  const { name = '', around = [] } = options;
  const named = scope.reader.resolve(schema);
  const target = named.schema;
  const written = schema.example ?? target.example;
  if (written !== undefined) return written;
  if (target.enum?.length) return target.enum[0];
  if (target['x-default'] !== undefined) return target['x-default'];
  const inside = named.name ? [...around, named.name] : around;
  if (inside.length > MAX_DEPTH || (named.name && around.includes(named.name))) return {};
  const [variant] = scope.reader.variants(named);
  if (variant) {
    const value = sampleValue(variant.schema, scope, { name, around: inside });
    const property = target.discriminator?.propertyName;
    return property && isUnnamed(variant.schema, property, scope)
      ? { ...(value as object), [property]: variant.label }
      : value;
  }
  if (target.type === 'array')
    return target.items ? [sampleValue(target.items, scope, { name: name.replace(/s$/, ''), around: inside })] : [];
  const fields = scope.reader.fields(target);
  if (fields.length > 0) return sampleObject({ fields, scope, around: inside });
  const variable = scope.isRequest && target.type === 'string' ? getVariable(name) : undefined;
  return variable ?? sampleScalar(target, name);
}

/** Whether the schema of the variant lacks a fixed discriminator value. */
function isUnnamed(schema: ReferenceSchema, property: string, { reader }: SampleScope): boolean {
  const field = reader.fields(schema).find(({ name }) => name === property);
  return !field || (reader.resolve(field.schema).schema.enum?.length ?? 0) !== 1;
}

function sampleObject(input: {
  fields: ReturnType<SchemaReader['fields']>;
  scope: SampleScope;
  around: string[];
}): Record<string, unknown> {
  const { fields, scope, around } = input;
  const chosen = fields.filter((field) => {
    const { schema, isReadOnly } = scope.reader.resolve(field.schema);
    if (scope.isRequest && isReadOnly) return false;
    if (field.isRequired) return true;
    const hasExample = (schema.example ?? field.schema.example) !== undefined;
    return (around.length <= 1 && hasExample) || (scope.isRequest && INCLUDED_OPTIONAL.has(field.name));
  });
  return Object.fromEntries(chosen.map(({ name, schema }) => [name, sampleValue(schema, scope, { name, around })]));
}

function sampleScalar(schema: ReferenceSchema, name: string): unknown {
  const byName = BY_NAME[name];
  const isFitting = typeof byName !== 'string' || !schema.pattern || new RegExp(schema.pattern).test(byName);
  if (byName !== undefined && isFitting && schema.type !== 'boolean') return byName;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 10000, 10000));
    case 'boolean':
      return !/^is[A-Z]/.test(name);
    case 'object':
      return {};
    default:
      return sampleString(schema, name);
  }
}

function sampleString(schema: ReferenceSchema, name: string): string {
  if (schema.format === 'date') return '2026-01-15';
  if (schema.format === 'date-time') return '2026-01-15T12:30:00Z';
  if (schema.format === 'uri' || schema.format === 'url' || /url$/i.test(name)) return 'https://merchant.example/';
  if (/currency/i.test(name)) return 'RUB';
  const fitting = schema.pattern && samplePattern(schema.pattern);
  if (fitting) return fitting;
  if (/ID$|^(id|identity|wallet|destination|provider|source|sender|receiver)$/.test(name)) return '1Q9kFbbYGBc';
  if (/token|session/i.test(name)) return 'eyJhbGciOi…';
  if (/ip/i.test(name) && schema.format === 'ip-address') return '203.0.113.10';
  return 'строка';
}

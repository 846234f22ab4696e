import { z } from 'zod';

/** The name of a field in the languages of the console. */
export interface FieldLabel {
  en: string;
  ru: string;
}

interface FieldNote {
  label: FieldLabel;
  isSecret: boolean;
}

/** A credential or a setting of an account, as forms and documents show it. */
export interface ConnectorField extends FieldNote {
  name: string;
  kind: 'text' | 'url' | 'integer' | 'choice' | 'list';
  isRequired: boolean;
  /** Of a setting that is not given. */
  default?: string | number | readonly string[];
  /** The values of a choice. */
  options?: readonly string[];
}

const notes = z.registry<FieldNote>();

/** A credential that is no secret, or a setting. */
export function field<Schema extends z.ZodType>(schema: Schema, label: FieldLabel): Schema {
  notes.add(schema, { label, isSecret: false });
  return schema;
}

/** A credential that is never shown. */
export function secret<Schema extends z.ZodType>(schema: Schema, label: FieldLabel): Schema {
  notes.add(schema, { label, isSecret: true });
  return schema;
}

/** An http(s) address. */
export const address = () => z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });

type Described = z.core.JSONSchema.JSONSchema;

/** Reads the fields of a schema. @throws Error for a field without a label */
export function listFields(schema: z.ZodObject): ConnectorField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' }) as Described;
  return Object.entries<z.core.$ZodType>(schema.shape).map(([name, member]) => {
    const note = findNote(member);
    if (!note) throw new Error(`${name}: a field needs a label`);
    const described = properties[name] as Described;
    const options = described.enum ?? (described.const === undefined ? undefined : [described.const]);
    return {
      name,
      ...note,
      kind: options ? 'choice' : toKind(described),
      isRequired: required.includes(name),
      ...(described.default !== undefined && { default: described.default as string | number | string[] }),
      ...(options && { options: options as string[] }),
    };
  });
}

function findNote(schema: z.core.$ZodType): FieldNote | undefined {
  const note = notes.get(schema);
  if (note) return note;
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType && findNote(innerType);
}

function toKind({ type, format }: Described): Exclude<ConnectorField['kind'], 'choice'> {
  if (type === 'integer') return 'integer';
  if (type === 'array') return 'list';
  return format === 'uri' ? 'url' : 'text';
}

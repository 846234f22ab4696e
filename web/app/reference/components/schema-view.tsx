import type { ReactNode } from 'react';
import type { ReferenceSchema } from '../openapi';
import { plainText, renderInline, firstSentence } from '../prose';
import type { SchemaField, NamedSchema, SchemaReader, Variant } from '../schema-reader';
import { constraints, typeLabel } from '../type-label';
import { ErrorCodes, isErrorCode } from './error-codes';
import { Prose } from './prose';

/** State shared by the rendering of one page's schemas. */
export interface SchemaScope {
  reader: SchemaReader;
  isRequest: boolean;
  /** Ids used on this page: the first field with a path gets the anchor. */
  ids: Set<string>;
  /** Ids of large schemas already shown on this page; a repetition links to them. */
  shown: Map<string, string>;
}

interface Place {
  scope: SchemaScope;
  around: string[];
  path: string[];
}

interface SchemaViewProps {
  schema: ReferenceSchema;
  scope: SchemaScope;
}

export function SchemaView({ schema, scope }: SchemaViewProps) {
  return <Inner schema={schema} place={{ scope, around: [], path: [] }} isTop />;
}

function Inner({
  schema,
  place,
  isTop = false,
}: {
  schema: ReferenceSchema;
  place: Place;
  isTop?: boolean;
}): ReactNode {
  const named = place.scope.reader.resolve(schema);
  if (named.name && place.around.includes(named.name)) return <Repeated name={named.name} place={place} />;
  const inside = { ...place, around: named.name ? [...place.around, named.name] : place.around };
  const variants = place.scope.reader.variants(named);
  if (named.schema.type === 'array' && named.schema.items) {
    return (
      <>
        {isTop && <p>Массив, каждый элемент:</p>}
        <Inner schema={named.schema.items} place={inside} />
      </>
    );
  }
  return (
    <>
      <Fields fields={getFields(named, inside)} place={inside} />
      {variants.length > 0 && <Variants variants={variants} named={named} place={inside} />}
    </>
  );
}

/** Returns the fields to show: of a variant its own and inherited ones, of a union only those that all variants share. */
function getFields(named: NamedSchema, { scope }: Place): SchemaField[] {
  const fields = scope.reader.fields(named.schema);
  return scope.isRequest ? fields.filter(({ schema }) => !scope.reader.resolve(schema).isReadOnly) : fields;
}

function Fields({ fields, place }: { fields: SchemaField[]; place: Place }) {
  if (fields.length === 0) return null;
  return (
    <ul className="fields">
      {fields.map((field) => (
        <FieldView key={field.name} field={field} place={place} />
      ))}
    </ul>
  );
}

function FieldView({ field, place }: { field: SchemaField; place: Place }) {
  const { reader, ids } = place.scope;
  const named = reader.resolve(field.schema);
  const path = [...place.path, field.name];
  const id = path.join('.');
  const isFirst = path.length <= 3 && !ids.has(id);
  if (isFirst) ids.add(id);
  return (
    <li id={isFirst ? id : undefined}>
      <b>{field.name}</b> <TypeLine named={named} place={place} />
      {field.isRequired && <em>обязательное</em>}
      {named.isReadOnly && !place.scope.isRequest && (
        <small className="read-only">только чтение: задаёт платформа</small>
      )}
      {named.schema.deprecated && <small>устарело</small>}
      {isErrorCode(named) ? (
        <ErrorCodes named={named} />
      ) : (
        <>
          <Prose text={named.description ?? ''} />
          <EnumValues named={named} />
        </>
      )}
      <Nested schema={field.schema} named={named} place={{ ...place, path }} />
    </li>
  );
}

function TypeLine({ named, place }: { named: NamedSchema; place: Place }) {
  const { schema } = named;
  const items = schema.items && place.scope.reader.resolve(schema.items);
  const label = typeLabel(
    schema,
    items
      ? items.schema.enum || !isNested(items, place)
        ? typeLabel(items.schema)
        : (items.name ?? 'объект')
      : undefined,
  );
  const rules = [...constraints(schema), ...(items ? constraints(items.schema) : [])];
  return <span dangerouslySetInnerHTML={{ __html: [label, ...rules.map(renderInline)].join('; ') }} />;
}

function EnumValues({ named }: { named: NamedSchema }) {
  const values = named.schema.enum ?? named.schema.items?.enum;
  if (!values || values.length === 0) return null;
  // A description that explains every value replaces the bare list.
  if (values.every((value) => named.description?.includes(`\`${value}\``))) return null;
  return (
    <p className="values">
      {values.length === 1 ? 'Всегда ' : 'Значения: '}
      {values.map((value, index) => (
        <span key={String(value)}>
          {index > 0 && ', '}
          <code>{String(value)}</code>
        </span>
      ))}
    </p>
  );
}

function isNested({ schema, name }: NamedSchema, { scope }: Place): boolean {
  return (
    scope.reader.fields(schema).length > 0 ||
    scope.reader.variants({ schema, isReadOnly: false, ...(name ? { name } : {}) }).length > 0
  );
}

function Nested({ schema, named, place }: { schema: ReferenceSchema; named: NamedSchema; place: Place }) {
  const inner = named.schema.type === 'array' && named.schema.items ? named.schema.items : schema;
  const target = place.scope.reader.resolve(inner);
  if (!isNested(target, place)) return null;
  const variants = place.scope.reader.variants(target);
  const title =
    variants.length > 0 ? `Варианты: ${variants.length}` : named.schema.type === 'array' ? 'Поля элемента' : 'Поля';
  const { shown, reader } = place.scope;
  const isLarge = target.name !== undefined && reader.size({ $ref: `#/components/schemas/${target.name}` }) >= LARGE;
  if (isLarge && shown.has(target.name!)) return <Repeated name={target.name!} place={place} />;
  const id = isLarge ? `schema-${place.scope.isRequest ? 'request-' : ''}${target.name}` : undefined;
  if (id) shown.set(target.name!, id);
  return (
    <details id={id}>
      <summary>{title}</summary>
      <Inner schema={inner} place={place} />
    </details>
  );
}

/** Schemas with at least this many fields are shown once per page. */
const LARGE = 12;

function Repeated({ name, place }: { name: string; place: Place }) {
  const id = place.scope.shown.get(name);
  return <p className="repeated">Устроено так же, как {id ? <a href={`#${id}`}>{name} выше</a> : `${name} выше`}.</p>;
}

function Variants({ variants, named, place }: { variants: Variant[]; named: NamedSchema; place: Place }) {
  const discriminator = named.schema.discriminator?.propertyName;
  return (
    <>
      <p className="one-of">
        Один из вариантов
        {discriminator && (
          <>
            , его называет поле <code>{discriminator}</code>
          </>
        )}
        :
      </p>
      <ul className="variants">
        {variants.map((variant) => (
          <li key={variant.label}>
            <details>
              <summary>
                <code>{variant.label}</code> {plainText(firstSentence(variant.description ?? ''))}
              </summary>
              <VariantBody variant={variant} place={place} shared={getFields(named, place).map(({ name }) => name)} />
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}

function VariantBody({ variant, place, shared }: { variant: Variant; place: Place; shared: string[] }) {
  const named = place.scope.reader.resolve(variant.schema);
  if (named.name && place.around.includes(named.name)) return <Repeated name={named.name} place={place} />;
  const inside = { ...place, around: named.name ? [...place.around, named.name] : place.around };
  const nested = place.scope.reader.variants(named);
  const own = getFields(named, inside).filter(({ name }) => !shared.includes(name));
  if (own.length === 0 && nested.length === 0) return <p>Других полей нет.</p>;
  return (
    <>
      <Fields fields={own} place={inside} />
      {nested.length > 0 && <Variants variants={nested} named={named} place={inside} />}
    </>
  );
}

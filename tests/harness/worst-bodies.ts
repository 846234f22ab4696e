import type { Schema } from '../../scripts/specs/openapi';
import { getDocument, requests, resolved } from './specified-requests';

/** A worst-case body of an operation: its description and text. */
export type WorstBody = { what: string; text: () => string };

/** An operation with a body, and the worst bodies that its schema allows. */
export type Victim = { name: string; method: string; path: string; bodies: WorstBody[] };

/** The maximum body size, less what surrounds the worst part. */
const MAX_BYTES = 1_048_576 - 16_384;

/** Every operation with a body. Path parameters are unknown ids. */
export function victims(specification: string): Victim[] {
  const attack = new Attack(getDocument(specification));
  return requests(specification).flatMap(({ operationID: name, method, path, schema }): Victim[] =>
    schema ? [{ name, method, path, bodies: [...attack.bodies(schema)] }] : [],
  );
}

/** A place in a body with the text around it, to avoid building objects of megabytes. */
type Place = { at: string; before: string; after: string; schema: Schema };

class Attack {
  /** Skips schemas that were covered in another operation. */
  private readonly attacked = new Set<Schema>();

  constructor(private readonly document: ReturnType<typeof getDocument>) {}

  *bodies(schema: Schema): Generator<WorstBody> {
    yield* anywhere.map(([what, text]) => ({ what, text }));
    for (const place of this.places(schema)) {
      const { type, maxLength } = place.schema;
      const victim = type === 'string' && maxLength ? boundedText : place.schema;
      if (this.attacked.has(victim)) continue;
      this.attacked.add(victim);
      yield* this.at(place);
    }
  }

  /** All bad values of one place. */
  private *at({ at, before, after, schema }: Place): Generator<WorstBody> {
    const bad = (what: string, worst: () => string): WorstBody => ({
      what: `${what} at ${at}`,
      text: () => before + worst() + after,
    });
    const { properties, oneOf, items, type, maxLength } = schema;
    if (items) yield* this.inList(items, bad);
    else if (oneOf) yield bad('a form that there is not', () => `{"type":"x",${many((index) => `"g${index}":{}`)}}`);
    else if (properties) yield bad('unknown fields', () => `{${many((index) => `"f${index}":0`)}}`);
    else if (type === 'string') yield* units(maxLength).map((unit) => bad(`${unit} without end`, () => endless(unit)));
    else if (type === 'object') yield* anywhere.map(([what, text]) => bad(what, text));
  }

  /** A list of as many items as fit, all wrong; and a list of valid items beyond the allowed number. */
  private *inList(items: Schema, bad: (what: string, worst: () => string) => WorstBody): Generator<WorstBody> {
    const wrong = this.wrongUnions(items);
    yield bad('wrong items', () => `[${many(() => wrong)}]`);
    yield bad('as many wrong items as are allowed', () => `[${Array<string>(100).fill(wrong).join(',')}]`);
    const right = JSON.stringify(this.example(items));
    yield bad('right items', () => `[${many(() => right)}]`);
    yield bad('as many right items as are allowed', () => `[${Array<string>(100).fill(right).join(',')}]`);
  }

  /** An item with invalid variants of every union and lists of a hundred such items. */
  private wrongUnions(schema: Schema): string {
    const { properties, oneOf, items } = this.resolved(schema);
    if (oneOf) return this.wrongForms(oneOf);
    if (items) return `[${Array<string>(100).fill(this.wrongUnions(items)).join(',')}]`;
    const fields = Object.entries(properties ?? {}).map(([name, field]) => `"${name}":${this.wrongUnions(field)}`);
    return `{${fields.join(',')}}`;
  }

  private wrongForms(forms: Schema[]): string {
    const fields = forms.flatMap((form) => Object.entries(this.resolved(form).properties ?? {}));
    const lists = fields.filter(([, field]) => this.resolved(field).items);
    return `{"type":"x"${lists.map(([name, field]) => `,"${name}":${this.wrongUnions(field)}`).join('')}}`;
  }

  /** Each place of an otherwise valid body. */
  private *places(schema: Schema, at = 'body', before = '', after = ''): Generator<Place> {
    const target = this.resolved(schema);
    yield { at, before, after, schema: target };
    if (target.oneOf) {
      for (const form of target.oneOf) {
        for (const place of this.places(form, at, before, after)) if (place.at !== at) yield place;
      }
      return;
    }
    if (target.items) yield* this.places(target.items, `${at}[]`, `${before}[`, `]${after}`);
    for (const [name, field] of Object.entries(target.properties ?? {})) {
      const { [name]: _own, ...others } = this.example(target) as Record<string, unknown>;
      const rest = JSON.stringify(others).slice(1);
      yield* this.places(field, `${at}.${name}`, `${before}{"${name}":`, `${rest === '}' ? '' : ','}${rest}${after}`);
    }
  }

  private resolved(schema: Schema): Schema {
    return resolved(this.document, schema);
  }

  /** A valid example with all required fields. */
  private example(schema: Schema): unknown {
    const { oneOf, enum: values, items, properties, required = [], example, type, minimum } = this.resolved(schema);
    if (oneOf?.[0]) return this.example(oneOf[0]);
    if (values) return values[0];
    if (items) return [this.example(items)];
    if (properties || type === 'object') {
      const named = required.filter((name) => properties?.[name]);
      return Object.fromEntries(named.map((name) => [name, this.example(properties?.[name] ?? {})]));
    }
    if (example !== undefined) return example;
    return type === 'integer' || type === 'number' ? (minimum ?? 1) : type === 'boolean' ? true : 'text';
  }
}

/** Represents all texts with a length limit. */
const boundedText: Schema = {};

/** Values that are bad in every place. */
const anywhere: [string, () => string][] = [
  ['unknown fields', () => `{${many((index) => `"f${index}":0`)}}`],
  ['the same field again and again', () => `{${many(() => '"metadata":{}')}}`],
  ['objects without end', () => nested('{"a":', '}')],
  ['lists without end', () => nested('[', ']')],
  ['wide lists', () => `{"a":[${many(() => '[]')}]}`],
  ['many empty objects', () => `[${many(() => '{}')}]`],
  ['many numbers', () => `{"a":[${many(() => '0')}]}`],
  ['groups of digits', () => `{"a":${endless('1 ')}}`],
  ['ligatures', () => `{"a":${endless('\ufdfa')}}`],
  ['a long name', () => `{${endless('a')}:0}`],
];

/** Almost a card number: the search for cards must try each. */
const NEARLY_A_CARD = '4242 4242 4242 4241 ';

/** A text that exceeds its maximum length, or that a pattern must read. */
function units(maxLength: number | undefined): string[] {
  return maxLength ? ['🍵'] : ['a', '0', 'a@', '+1', '\\u0001', '1.', '/%20', '2026-11-21T00:00:00.0', NEARLY_A_CARD];
}

function endless(unit: string): string {
  return `"${unit.repeat(MAX_BYTES / Buffer.byteLength(unit))}"`;
}

function many(part: (index: number) => string): string {
  const parts: string[] = [];
  for (let bytes = 0; bytes < MAX_BYTES;) {
    const next = part(parts.length);
    bytes += Buffer.byteLength(next) + 1;
    if (bytes < MAX_BYTES) parts.push(next);
  }
  return parts.join(',');
}

function nested(open: string, close: string): string {
  const depth = Math.floor(MAX_BYTES / (open.length + close.length));
  return `${open.repeat(depth)}${open.startsWith('{') ? '0' : ''}${close.repeat(depth)}`;
}

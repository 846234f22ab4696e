import { momentFieldText, parseMoment } from '../../../ui/date-text';
import type { Schemas } from '../api/client';
import { fieldText, parseMinorUnits } from '../parts/format';
import { language } from '../texts/texts';
import type { FieldSpec } from './field-spec';

/** What stands in the fields, by path. A list of rows has their keys in order: that of a row on record is its number there. */
export type Values = Readonly<Record<string, string>>;
type Fields = Schemas['ConfigurationFields'];

export const join = (prefix: string, name: string): string => [prefix, name].filter((part) => part !== '').join('.');
export const keysOf = (values: Values, path: string): string[] => split(values[path] ?? '');

function split(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The currency of the amounts of a row: its own, or that of the row that holds it. Amounts of several have none. */
export function currencyAt(values: Values, row: string): string | undefined {
  if (!/\.\d+$/.test(row)) return undefined;
  const currencies = [...split(values[join(row, 'currency')] ?? ''), ...split(values[join(row, 'currencies')] ?? '')];
  if (currencies.length > 0) return currencies.length === 1 ? currencies[0]?.toUpperCase() : undefined;
  const holder = /^(.+\.\d+)\.[^.]+\.\d+$/.exec(row)?.[1];
  return holder === undefined ? undefined : currencyAt(values, holder);
}

/** Whether the value beside it makes a field meaningful. */
export const isShown = ({ when }: FieldSpec, values: Values, prefix: string): boolean =>
  !when || values[join(prefix, when[0])] === when[1];

export interface PlacedField {
  field: FieldSpec;
  path: string;
  /** The row or the group that it stands in. */
  at: string;
}

/** The fields that are shown, those of groups and of all rows included. */
export function placeFields(fields: readonly FieldSpec[], values: Values, at = ''): PlacedField[] {
  return fields
    .filter((field) => isShown(field, values, at))
    .flatMap((field) => {
      const path = join(at, field.name);
      const inner = (place: string): PlacedField[] => placeFields(field.fields ?? [], values, place);
      if (field.kind === 'group') return inner(path);
      const rows = field.kind === 'rows' ? keysOf(values, path).flatMap((key) => inner(`${path}.${key}`)) : [];
      return [{ field, path, at }, ...rows];
    });
}

/** Sets a field. Amounts that lose or get a currency keep their meaning. */
export function setValue(fields: readonly FieldSpec[], values: Values, [path, text]: [string, string]): Values {
  const next = { ...values, [path]: text };
  if (!/(^|\.)currenc(y|ies)$/.test(path)) return next;
  for (const { field, path: amount, at } of placeFields(fields, next)) {
    const [before, after] = [currencyAt(values, at), currencyAt(next, at)];
    const given = (next[amount] ?? '').trim();
    if (field.kind !== 'money' || given === '' || (before === undefined) === (after === undefined)) continue;
    const minor = before === undefined ? Number(given) : parseMinorUnits(given, before);
    if (minor === undefined || Number.isNaN(minor)) continue;
    next[amount] = after === undefined ? String(minor) : fieldText(minor, after);
  }
  return next;
}

/** Reads the fields of an entity or of a row into texts; a row's currency is read before its amounts. */
export function readValues(fields: readonly FieldSpec[], value: Fields, prefix = ''): Record<string, string> {
  const values: Record<string, string> = {};
  const read = (inner: readonly FieldSpec[], from: Fields, at: string): void => {
    const amountsLast = [...inner].sort((one, other) => rank(one) - rank(other));
    for (const field of amountsLast) {
      const path = join(at, field.name);
      const found = getPath(from, field.name);
      if (field.kind === 'group') read(field.fields ?? [], (found ?? {}) as Fields, path);
      else if (field.kind === 'rows') {
        const rows = (found ?? []) as Fields[];
        values[path] = rows.map((_, index) => index).join(',');
        rows.forEach((row, index) => read(field.fields ?? [], row, `${path}.${index}`));
      } else values[path] = toText(field, found, currencyAt(values, at));
    }
  };
  read(fields, value, prefix);
  return values;
}

const rank = ({ kind }: FieldSpec): number => (kind === 'money' || kind === 'rows' || kind === 'group' ? 1 : 0);

function getPath(from: Fields, path: string): unknown {
  if (path === '') return from;
  return path.split('.').reduce<unknown>((at, name) => (at as Fields | undefined)?.[name], from);
}

function toText({ kind }: FieldSpec, value: unknown, currency: string | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(kind === 'list' ? ', ' : ',');
  if (kind === 'money' && currency !== undefined) return fieldText(Number(value), currency);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (kind === 'moment') return momentFieldText(text, language);
  if (kind === 'percent') return text.replace('%', '').replace('.', language === 'ru' ? ',' : '.');
  return text;
}

/** The API names the place of what is no number, amount or moment. */
function toValue({ kind, isNumeric = false }: FieldSpec, text: string, currency: string | undefined): unknown {
  const given = text.trim();
  if (given === '') return undefined;
  const number = (each: string): unknown => (/^-?\d{1,15}$/.test(each) ? Number(each) : each);
  if (kind === 'choices' || kind === 'list') return split(given).map((each) => (isNumeric ? number(each) : each));
  if (kind === 'money' && currency !== undefined) return parseMinorUnits(given, currency) ?? given;
  if (kind === 'integer' || kind === 'money' || isNumeric) return number(given);
  if (kind === 'flag') return given === 'true';
  if (kind === 'moment') return parseMoment(given) ?? given;
  if (kind === 'day') return `${given}T00:00:00Z`;
  return kind === 'percent' ? `${given.replace(',', '.').replace(/\s*%$/, '')}%` : given;
}

interface Edited {
  values: Values;
  /** The texts that were read; an untouched field keeps its value exactly. */
  initial: Values;
}

/** The entity with what was typed. Fields without a description stay as they are. */
export function buildValue(fields: readonly FieldSpec[], original: Fields, edited: Edited, prefix = ''): Fields {
  const { values, initial } = edited;
  return fields.reduce<Fields>((built, field) => {
    if (!isShown(field, values, prefix)) return built;
    const path = join(prefix, field.name);
    const found = getPath(original, field.name);
    if (field.kind === 'group') {
      const inner = buildValue(field.fields ?? [], (found ?? {}) as Fields, edited, path);
      if (field.name === '') return { ...built, ...inner };
      return setPath(built, field.name, Object.keys(inner).length > 0 ? inner : undefined);
    }
    if (field.kind === 'rows') {
      const rows = (found ?? []) as Fields[];
      const next = keysOf(values, path).map((key) =>
        buildValue(field.fields ?? [], rows[Number(key)] ?? {}, edited, `${path}.${key}`),
      );
      return next.length === 0 && rows.length === 0
        ? built
        : setPath(built, field.name, next.length > 0 ? next : undefined);
    }
    const [currency, before] = [currencyAt(values, prefix), currencyAt(initial, prefix)];
    const text = values[path] ?? '';
    if (text === (initial[path] ?? '') && (field.kind !== 'money' || currency === before)) return built;
    return setPath(built, field.name, toValue(field, text, currency));
  }, original);
}

/** Sets `a.b.c`; undefined removes it, and what it leaves empty. */
export function setPath(target: Fields, path: string, value: unknown): Fields {
  const [name = '', ...rest] = path.split('.');
  const { [name]: before, ...others } = target;
  const inner = rest.length === 0 ? value : setPath((before ?? {}) as Fields, rest.join('.'), value);
  const isEmpty = inner === undefined || (rest.length > 0 && Object.keys(inner as Fields).length === 0);
  return isEmpty ? others : { ...target, [name]: inner };
}

/** The JSON Merge Patch that makes one of the other. */
export function comparePatch(before: Fields, after: Fields): Fields {
  const patch: Fields = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [one, other] = [before[name], after[name]];
    if (JSON.stringify(one) === JSON.stringify(other)) continue;
    patch[name] = isObject(one) && isObject(other) ? comparePatch(one, other) : (other ?? null);
  }
  return patch;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

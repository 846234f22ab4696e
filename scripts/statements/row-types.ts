import ts from 'typescript';
import type { DescribedColumn } from './described';

/** What is wrong with the type that a row gives a column; undefined where nothing is. */
export function faultOfColumn(column: DescribedColumn, type: ts.Type, checker: ts.TypeChecker): string | undefined {
  const parts = getParts(type);
  // Who says nothing of a column says nothing wrong.
  if (parts.every(({ flags }) => flags & ts.TypeFlags.Unknown)) return undefined;
  if (parts.some(({ flags }) => flags & ts.TypeFlags.Any)) return 'is any: nothing would be checked';
  if (parts.some(({ flags }) => flags & ts.TypeFlags.Undefined)) return 'is never undefined: a row says null';
  const isNullable = parts.some(({ flags }) => flags & ts.TypeFlags.Null);
  if (isNullable && column.nullability === 'never') return 'is never null';
  if (!isNullable && column.nullability === 'maybe') return 'may be null';
  const values = parts.filter(({ flags }) => !(flags & ts.TypeFlags.Null));
  const said = values.map((each) => checker.typeToString(each)).join(' | ');
  const fits = FITS[column.type];
  if (!fits) return `is ${column.type}, of which the check knows no type`;
  if (!values.every((each) => fits(each, checker))) return `is ${column.type}, not ${said}`;
  return faultOfPermitted(column, values);
}

/** A union of words must have all those that the table lets through. */
function faultOfPermitted({ permitted }: DescribedColumn, values: readonly ts.Type[]): string | undefined {
  if (!permitted || !values.every((each) => each.isStringLiteral())) return undefined;
  const named = new Set(values.map((each) => each.value));
  const missing = permitted.filter((word) => !named.has(word));
  return missing.length > 0 ? `may be ${missing.map((word) => `'${word}'`).join(', ')} too` : undefined;
}

function getParts(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

type Fits = (type: ts.Type, checker: ts.TypeChecker) => boolean;

const hasFlag =
  (flag: ts.TypeFlags): Fits =>
  (type) =>
    (type.flags & flag) !== 0;
const isNamed =
  (...names: string[]): Fits =>
  (type) =>
    names.includes(type.symbol?.name ?? '');

/** Also of what is marked, such as `string & { … }`. */
const isText: Fits = (type, checker) =>
  type.isIntersection()
    ? type.types.some((each) => isText(each, checker))
    : (type.flags & ts.TypeFlags.StringLike) !== 0;
const isNumber = hasFlag(ts.TypeFlags.NumberLike);
const isMoment = isNamed('Date');

const isListOf =
  (fits: Fits): Fits =>
  (type, checker) => {
    const element = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
    return element !== undefined && getParts(element).every((each) => fits(each, checker));
  };

/** What the driver, with the parsers of `store/database.ts`, makes of each type of PostgreSQL. */
const FITS: Readonly<Record<string, Fits>> = {
  text: isText,
  'character varying': isText,
  name: isText,
  uuid: isText,
  numeric: isText,
  boolean: hasFlag(ts.TypeFlags.BooleanLike),
  integer: isNumber,
  smallint: isNumber,
  'double precision': isNumber,
  bigint: hasFlag(ts.TypeFlags.BigIntLike),
  bytea: isNamed('Buffer'),
  'timestamp with time zone': isMoment,
  json: isJson,
  jsonb: isJson,
  'text[]': isListOf(isText),
  'integer[]': isListOf(isNumber),
  // Arrays of int8 have a parser of their own, which is the driver's.
  'bigint[]': isListOf(isText),
  'timestamp with time zone[]': isListOf(isMoment),
};

/** JSON comes back as it is written: there is no moment in it, no bigint and no bytes, however deep. */
function isJson(type: ts.Type, checker: ts.TypeChecker, seen: ReadonlySet<ts.Type> = new Set()): boolean {
  if (seen.has(type)) return true;
  const scalars = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike;
  const others = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive;
  if (type.flags & (scalars | others)) return true;
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.UnionOrIntersection))) return false;
  if (['Date', 'Buffer', 'Uint8Array', 'Map', 'Set'].includes(type.symbol?.name ?? '')) return false;
  const within = new Set([...seen, type]);
  const isWell = (each: ts.Type): boolean => isJson(each, checker, within);
  if (type.isUnion()) return type.types.every(isWell);
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    return checker.getTypeArguments(type as ts.TypeReference).every(isWell);
  }
  const index = checker.getIndexInfosOfType(type).map((info) => info.type);
  return [...index, ...checker.getPropertiesOfType(type).map((each) => checker.getTypeOfSymbol(each))].every(isWell);
}

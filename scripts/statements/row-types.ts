import ts from 'typescript';
import type { DescribedColumn } from './described';

/** Returns why the TypeScript type does not fit the column, or undefined. */
export function checkColumn(column: DescribedColumn, type: ts.Type, checker: ts.TypeChecker): string | undefined {
  const parts = getParts(type);
  if (parts.every(({ flags }) => flags & ts.TypeFlags.Unknown)) return undefined;
  if (parts.some(({ flags }) => flags & ts.TypeFlags.Any)) return 'is any, which is not checked';
  if (parts.some(({ flags }) => flags & ts.TypeFlags.Undefined)) return 'is never undefined, but null';
  const isNullable = parts.some(({ flags }) => flags & ts.TypeFlags.Null);
  if (isNullable && column.nullability === 'never') return 'is never null';
  if (!isNullable && column.nullability === 'maybe') return 'may be null';
  const values = parts.filter(({ flags }) => !(flags & ts.TypeFlags.Null));
  const declared = values.map((each) => checker.typeToString(each)).join(' | ');
  const fits = FITS[column.type];
  if (!fits) return `is ${column.type}, which has no entry in FITS`;
  if (!values.every((each) => fits(each, checker))) return `is ${column.type}, not ${declared}`;
  return checkPermitted(column, values);
}

/** A union of literals must include every value that the table permits. */
function checkPermitted({ permitted }: DescribedColumn, values: readonly ts.Type[]): string | undefined {
  if (!permitted || !values.every((each) => each.isStringLiteral())) return undefined;
  const named = new Set(values.map((each) => each.value));
  const missing = permitted.filter((word) => !named.has(word));
  return missing.length > 0 ? `may also be ${missing.map((word) => `'${word}'`).join(', ')}` : undefined;
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

/** Includes branded strings, `string & { … }`. */
const isText: Fits = (type, checker) =>
  type.isIntersection()
    ? type.types.some((each) => isText(each, checker))
    : (type.flags & ts.TypeFlags.StringLike) !== 0;
const isNumber = hasFlag(ts.TypeFlags.NumberLike);
const isDate = isNamed('Date');

const isListOf =
  (fits: Fits): Fits =>
  (type, checker) => {
    const element = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
    return element !== undefined && getParts(element).every((each) => fits(each, checker));
  };

/** The TypeScript type of each PostgreSQL type, with the parsers of `store/postgres/database.ts`. */
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
  'timestamp with time zone': isDate,
  json: isJson,
  jsonb: isJson,
  'text[]': isListOf(isText),
  'integer[]': isListOf(isNumber),
  // The driver parses arrays of int8.
  'bigint[]': isListOf(isText),
  'timestamp with time zone[]': isListOf(isDate),
};

/** JSON contains no dates, bigints or bytes at any depth. */
function isJson(type: ts.Type, checker: ts.TypeChecker, seen: ReadonlySet<ts.Type> = new Set()): boolean {
  if (seen.has(type)) return true;
  const scalars = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike;
  const others = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive;
  if (type.flags & (scalars | others)) return true;
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.UnionOrIntersection))) return false;
  if (['Date', 'Buffer', 'Uint8Array', 'Map', 'Set'].includes(type.symbol?.name ?? '')) return false;
  const within = new Set([...seen, type]);
  const fits = (each: ts.Type): boolean => isJson(each, checker, within);
  if (type.isUnion()) return type.types.every(fits);
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    return checker.getTypeArguments(type as ts.TypeReference).every(fits);
  }
  const index = checker.getIndexInfosOfType(type).map((info) => info.type);
  return [...index, ...checker.getPropertiesOfType(type).map((each) => checker.getTypeOfSymbol(each))].every(fits);
}

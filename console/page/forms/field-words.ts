import type { Schemas } from '../api/client';
import { addProblem } from '../parts/word-failure';
import { configurationTexts as texts } from '../texts/configuration';
import type { ConsoleTexts } from '../texts/texts';
import type { FieldSpec } from './field-spec';
import { join, keysOf, placeFields, type Values } from './values';

/** The name of a field, which a form may word by its path, with the currency of its amount. */
export function labelOf(
  { name, kind }: FieldSpec,
  { path = name, currency = texts.minorUnits }: { path?: string; currency?: string | undefined } = {},
): string {
  const words = texts.fields[path] ?? texts.fields[name] ?? name;
  if (kind === 'money') return `${words}, ${currency}`;
  return kind === 'percent' ? `${words}, %` : words;
}

export const optionText = (value: string): string =>
  texts.options[value] ?? texts.methods[value.charAt(0).toLowerCase() + value.slice(1)] ?? value;

type Problem = Schemas['ReferenceProblem'];
/** What is wrong, by field; `''` has what belongs to no field. */
export type FieldProblems = Readonly<Record<string, string>>;

interface PlacedForm {
  fields: readonly FieldSpec[];
  values: Values;
  errors: ConsoleTexts['errors'];
  /** The place in the form; without it, the first name of a place says what of the request it is. */
  placeOf?: (problem: Problem) => readonly string[];
}

/** Assigns the API's problems to the fields or to what they are a part of. */
export function placeProblems(problems: readonly Problem[], form: PlacedForm): FieldProblems {
  const { fields, values, errors, placeOf = ({ place }) => place.slice(1) } = form;
  const known = new Set(placeFields(fields, values).map(({ path }) => path));
  const placed: Record<string, string> = {};
  for (const problem of problems) {
    let [path, nearest] = ['', ''];
    for (const name of placeOf(problem)) {
      path = join(path, keysOf(values, path)[Number(name)] ?? name);
      if (known.has(path)) nearest = path;
    }
    addProblem(placed, nearest, problem, errors);
  }
  return placed;
}

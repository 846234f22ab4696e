import type { Schemas } from '../api/client';
import { addProblem } from '../parts/word-failure';
import { configurationTexts as texts } from '../texts/configuration';
import { onboardingTexts } from '../texts/onboarding';
import type { ConsoleTexts } from '../texts/texts';
import type { ConfiguredField } from './field-spec';
import { join, keysOf, placeFields, type Values } from './values';

/** The name of a field, with the currency of its amount. */
export function labelOf({ name, kind }: ConfiguredField, currency: string | undefined = undefined): string {
  const words = texts.fields[name] ?? onboardingTexts.fields[`contract.contractor.${name}`] ?? name;
  if (kind === 'money') return `${words}, ${currency ?? texts.minorUnits}`;
  return kind === 'percent' ? `${words}, %` : words;
}

export const optionText = (value: string): string =>
  texts.options[value] ?? texts.methods[value.charAt(0).toLowerCase() + value.slice(1)] ?? value;

/** Assigns the API's problems to the fields; `''` has what belongs to none. */
export function placeProblems(
  problems: readonly Schemas['ReferenceProblem'][],
  { fields, values, errors }: { fields: readonly ConfiguredField[]; values: Values; errors: ConsoleTexts['errors'] },
): Record<string, string> {
  const known = new Set(placeFields(fields, values).map(({ path }) => path));
  const placed: Record<string, string> = {};
  for (const problem of problems) {
    // The first name says what of the request it is.
    let [path, nearest] = ['', ''];
    for (const name of problem.place.slice(1)) {
      path = join(path, keysOf(values, path)[Number(name)] ?? name);
      if (known.has(path)) nearest = path;
    }
    addProblem(placed, nearest, problem, errors);
  }
  return placed;
}

import type { Schemas } from '../api/client';
import type { ConsoleTexts } from '../texts/texts';

/** What is wrong with one place; a text of a connector or of the API's schema is shown as it is. */
export function wordProblem(
  { rules, onRecord, value }: ConsoleTexts['errors'],
  { rule, limit, values = [], onRecord: entity, text }: Omit<Schemas['ReferenceProblem'], 'place'>,
): string {
  const details = text ?? [...(limit === undefined ? [] : [limit]), ...values.map(value)].join(', ');
  const words = details === '' ? rules[rule] : `${rules[rule]}: ${details}`;
  return entity === undefined ? words : `${onRecord(entity)}: ${words}`;
}

/** Adds what is wrong to the problems of a field; what belongs to none, `''`, names its place. */
export function addProblem(
  placed: Record<string, string>,
  field: string,
  problem: Schemas['ReferenceProblem'],
  errors: ConsoleTexts['errors'],
): void {
  const words = wordProblem(errors, problem);
  const text = field === '' ? `${problem.place.join('.')}: ${words}` : words;
  placed[field] = placed[field] === undefined ? text : `${placed[field]}; ${text}`;
}

/** Why a command failed: the words of its code; what earlier versions recorded without a code is shown as it is. */
export function wordFailure(
  { codes }: ConsoleTexts['errors'],
  { failureCode, failure }: { failureCode?: string | undefined; failure?: string | undefined },
): string | undefined {
  const words = (codes as Readonly<Record<string, string>>)[failureCode ?? ''];
  return words ?? failureCode ?? failure;
}

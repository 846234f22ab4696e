import type { FieldProblems } from '../../forms/field-words';
import { placeFields, type Values } from '../../forms/values';
import { onboardingTexts as texts } from '../../texts/onboarding';
import type { Sections } from './sections';

/** What no operation of the API checks in one go: missing fields, and the key and the limits, which are created last. */
export function checkFields(values: Values, sections: Sections): FieldProblems {
  const problems: Record<string, string> = {};
  for (const { field, path } of placeFields(Object.values(sections).flat(), values)) {
    const given = (values[path] ?? '').trim();
    if (field.isRequired && given === '') problems[path] = texts.fill;
    if (path.startsWith('limit.') && !/^([1-9]\d{0,5})?$/.test(given)) problems[path] = texts.wrongNumber;
  }
  return problems;
}

import { onboardingTexts as texts } from '../../texts/onboarding';
import type { FieldProblems } from './build-file';
import type { FieldSpec, SectionName } from './field-specs';
import { listOf, valueOf, type OnboardingValues } from './values';

/** What no operation of the API checks in one go: missing fields, and the key and the limits, which are created last. */
export function checkFields(values: OnboardingValues, specs: Record<SectionName, FieldSpec[]>): FieldProblems {
  const missing = Object.values(specs)
    .flat()
    .filter(({ name, isRequired }) => isRequired && valueOf(values, name).trim() === '')
    .map(({ name }) => [name, texts.fill] as const);
  const hasKey = specs.access.length > 0;
  const limits = hasKey ? ['limit.perKey', 'limit.perToken'] : [];
  const wrong = limits
    .filter((name) => !/^([1-9]\d{0,5})?$/.test(valueOf(values, name).trim()))
    .map((name) => [name, texts.wrongNumber] as const);
  const scopes = hasKey && listOf(values, 'key.scopes').length === 0 ? [['key.scopes', texts.fill] as const] : [];
  return Object.fromEntries([...missing, ...wrong, ...scopes]);
}

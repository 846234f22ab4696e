import { DEFAULT_KEY_SCOPES } from '../../parts/key-scopes';

/** What has been typed, by field; an untouched field is missing. */
export type OnboardingValues = Readonly<Record<string, string>>;

/** Ids of the platform have at most this many characters. */
const MAX_ID_LENGTH = 40;

const DEFAULTS: Readonly<Record<string, (values: OnboardingValues) => string>> = {
  'contract.id': (values) => derive(values, 'contract'),
  'contract.kind': () => 'RegisteredUser',
  'shop.id': (values) => derive(values, 'shop'),
  'key.name': () => 'main',
  'key.scopes': () => DEFAULT_KEY_SCOPES.join(','),
};

function derive(values: OnboardingValues, suffix: string): string {
  const party = (values['party.id'] ?? '').trim();
  return party === '' ? '' : `${party.slice(0, MAX_ID_LENGTH - suffix.length - 1)}-${suffix}`;
}

/** The value of a field, or what it is by default. */
export function valueOf(values: OnboardingValues, name: string): string {
  return values[name] ?? DEFAULTS[name]?.(values) ?? '';
}

export function listOf(values: OnboardingValues, name: string): string[] {
  return valueOf(values, name)
    .split(',')
    .filter((each) => each !== '');
}

/** Replaces erased texts. */
export const ERASED = 'erased';

/** Its top-level domain cannot exist (RFC 2606). */
const ERASED_EMAIL = 'erased@erased.invalid';
/** No country has this code. */
const ERASED_PHONE = '+0000';
const ERASED_IP = '0.0.0.0';

/** Fields of published bodies whose texts identify a person, with their markers. */
const MARKERS: Readonly<Record<string, string>> = {
  email: ERASED_EMAIL,
  phoneNumber: ERASED_PHONE,
  phoneNumberMask: ERASED,
  ip: ERASED_IP,
  fingerprint: ERASED,
  userAgent: ERASED,
  cardHolder: ERASED,
};

/** Objects of published bodies of which every text identifies a person. */
const PERSONAL: ReadonlySet<string> = new Set(['billingAddress', 'additionalAuthData', 'resource']);

/** Fields that identify no person: kinds, currencies, countries, banks, and the digits of a card that may be shown. */
const IMPERSONAL: ReadonlySet<string> = new Set([
  ...[
    'type',
    'transferType',
    'pixKeyType',
    'accountType',
    'accountNumberType',
    'currency',
    'provider',
    'paymentSystem',
  ],
  ...['country', 'countryCode', 'bank', 'correspondentBank', 'bankName', 'bankCode', 'bankBik', 'bankPostAccount'],
  ...['sortCode', 'bic', 'aba', 'bin', 'lastDigits'],
]);

/** Whether a text marks erased data. */
export function isErased(text: string): boolean {
  return text === ERASED || Object.values(MARKERS).includes(text);
}

/** Metadata keys in lower case whose values are personal data. */
export type MetadataKeys = ReadonlySet<string>;

export function toMetadataKeys(keys: readonly string[]): MetadataKeys {
  return new Set(keys.map((key) => key.toLowerCase()));
}

/** Replaces the personal data within a published body, such as a webhook message. */
export function eraseBody(value: unknown, keys: MetadataKeys, name = ''): unknown {
  if (PERSONAL.has(name)) return eraseTexts(value);
  if (name === 'metadata') return eraseMetadata(value, keys);
  if (name === 'customer' && !isPublishedCustomer(value)) return eraseTexts(value);
  if (typeof value === 'string') return MARKERS[name] ?? value;
  if (Array.isArray(value)) return value.map((item) => eraseBody(item, keys));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, eraseBody(part, keys, key)]));
}

/** A customer of `/v2` has an id and a shop; a customer of a withdrawal is a person. */
function isPublishedCustomer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'shopID' in value;
}

/** Replaces the personal texts of bank details, people and addresses. Readers expect the forms of numbers, so these are kept. */
export function eraseTexts(value: unknown, name = ''): unknown {
  if (IMPERSONAL.has(name)) return value;
  if (typeof value === 'string') return MARKERS[name] ?? (/\d/.test(value) ? eraseNumber(value) : ERASED);
  if (Array.isArray(value)) return value.map((item) => eraseTexts(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, eraseTexts(part, key)]));
}

function eraseNumber(text: string): string {
  return text
    .replace(/\p{Nd}/gu, '0')
    .replace(/\p{Lu}/gu, 'X')
    .replace(/[^\P{L}X]/gu, 'x');
}

/** Replaces the values of the configured keys, which are compared without case, at any depth. */
export function eraseMetadata(value: unknown, keys: MetadataKeys): unknown {
  if (Array.isArray(value)) return value.map((item) => eraseMetadata(item, keys));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      keys.has(key.toLowerCase()) && part !== null ? ERASED : eraseMetadata(part, keys),
    ]),
  );
}

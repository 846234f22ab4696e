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
  // Of a destination, which often has the name of its owner.
  name: ERASED,
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

/** How the personal data of a body are replaced. */
export interface PersonalReplacement {
  /** A text of a field that identifies a person, such as `email`. */
  field: (name: string, text: string) => string;
  /** A text of bank details, people and addresses. */
  text: (text: string) => string;
  metadata: (value: unknown) => unknown;
}

/** Replaces the personal data within a published body, such as a webhook message. */
export function eraseBody(value: unknown, keys: MetadataKeys): unknown {
  return replacePersonal(value, { ...ERASURE, metadata: (metadata) => eraseMetadata(metadata, keys) });
}

const ERASURE: PersonalReplacement = {
  field: (name) => MARKERS[name] ?? ERASED,
  text: (text) => (/\d/.test(text) ? eraseNumber(text) : ERASED),
  metadata: (value) => value,
};

/** Replaces the personal data of a published body, which are the same for erasures and for masks. */
export function replacePersonal(value: unknown, replacement: PersonalReplacement, name = ''): unknown {
  if (PERSONAL.has(name)) return replaceTexts(value, replacement);
  if (name === 'metadata') return replacement.metadata(value);
  if (name === 'customer' && !isPublishedCustomer(value)) return replaceTexts(value, replacement);
  if (typeof value === 'string') return Object.hasOwn(MARKERS, name) ? replacement.field(name, value) : value;
  return replaceParts(value, (part, key) => replacePersonal(part, replacement, key));
}

/** Replaces the parts of an array or an object. */
export function replaceParts(value: unknown, replace: (part: unknown, key: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => replace(item, ''));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replace(part, key)]));
}

/** A customer of `/v2` has an id and a shop; a customer of a withdrawal is a person. */
function isPublishedCustomer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'shopID' in value;
}

/** Replaces the personal texts of bank details, people and addresses. Readers expect the forms of numbers, so these are kept. */
export function eraseTexts(value: unknown): unknown {
  return replaceTexts(value, ERASURE);
}

function replaceTexts(value: unknown, replacement: PersonalReplacement, name = ''): unknown {
  if (IMPERSONAL.has(name)) return value;
  if (typeof value === 'string')
    return Object.hasOwn(MARKERS, name) ? replacement.field(name, value) : replacement.text(value);
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replacement, name));
  return replaceParts(value, (part, key) => replaceTexts(part, replacement, key));
}

function eraseNumber(text: string): string {
  return text
    .replace(/\p{Nd}/gu, '0')
    .replace(/\p{Lu}/gu, 'X')
    .replace(/[^\P{L}X]/gu, 'x');
}

/** Replaces the values of the configured keys, which are compared without case, at any depth. */
export function eraseMetadata(value: unknown, keys: MetadataKeys): unknown {
  return replaceParts(value, (part, key) =>
    keys.has(key.toLowerCase()) && part !== null ? ERASED : eraseMetadata(part, keys),
  );
}

/** Whether the personal data of a published body were erased. */
export function hasErasedData(value: unknown, name = ''): boolean {
  if (value === MARKERS[name] || (PERSONAL.has(name) && isSame(eraseTexts(value), value))) return true;
  if (name === 'metadata') return hasText(value, ERASED);
  return isObject(value) && Object.entries(value).some(([key, part]) => hasErasedData(part, key));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function hasText(value: unknown, text: string): boolean {
  return value === text || (isObject(value) && Object.values(value).some((part) => hasText(part, text)));
}

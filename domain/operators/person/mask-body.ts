import { maskEmail, maskPhone } from '../search/personal-data';
import { replaceParts, replacePersonal, type PersonalReplacement } from './erased';

const MASK = '***';

const MASKING: PersonalReplacement = {
  field: maskField,
  text: () => MASK,
  metadata: maskMetadata,
};

/** Masks the personal data of a published body for operators who deal with no payers. */
export function maskBody(value: unknown): unknown {
  return replacePersonal(value, MASKING);
}

function maskField(name: string, text: string): string {
  if (name === 'email') return maskEmail(text);
  if (name === 'phoneNumber') return maskPhone(text);
  return name === 'phoneNumberMask' ? text : MASK;
}

/** Metadata may be anything of the merchant, so only their names are shown. */
function maskMetadata(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value === null ? null : MASK;
  return replaceParts(value, maskMetadata);
}

/** Masks the e-mail addresses and phone numbers in a text, such as an answer that repeats the message. */
export function maskContacts(text: string): string {
  return text.replace(EMAIL, maskEmail).replace(PHONE, maskPhone);
}

/** Masks the contacts in every text of a value. */
export function maskContactsWithin(value: unknown): unknown {
  return typeof value === 'string' ? maskContacts(value) : replaceParts(value, maskContactsWithin);
}

// Bounded, so that a hostile text costs no more than its length.
const EMAIL = /[^\s@"'<>:,;]{1,64}@[^\s@"'<>:,;]{1,255}/g;
const PHONE = /\+\d{4,15}/g;

import { Refusal } from '../../platform/errors/refusal';

/** Identifies a person; at least one field is set. */
export interface PersonSelector {
  customerID?: string;
  /** Compared without case. */
  email?: string;
  /** Compared by its digits. */
  phone?: string;
}

/** The kinds of rows that hold personal data, in the order of the search: later kinds are found by earlier ones. */
export const PERSON_ROW_KINDS = ['customer', 'payment', 'invoice', 'identity', 'destination', 'withdrawal'] as const;

export type PersonRowKind = (typeof PERSON_ROW_KINDS)[number];

/** How a person is matched with stored data. */
export interface PersonMatch {
  customerID: string | null;
  /** In lower case. */
  email: string | null;
  /** Digits only. */
  phone: string | null;
}

const MIN_PHONE_DIGITS = 5;

/** Normalises a selector. @throws Refusal invalidRequest */
export function readPersonSelector({ customerID, email, phone }: PersonSelector): PersonMatch {
  if (!customerID && !email && !phone) {
    throw new Refusal('invalidRequest', 'one of customerID, email and phone is required');
  }
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new Refusal('invalidRequest', 'email: must be an e-mail address', { place: 'email' });
  }
  const digits = phone === undefined ? null : getDigits(phone);
  if (digits !== null && digits.length < MIN_PHONE_DIGITS) {
    throw new Refusal('invalidRequest', `phone: must have at least ${MIN_PHONE_DIGITS} digits`, { place: 'phone' });
  }
  return { customerID: customerID ?? null, email: email?.toLowerCase() ?? null, phone: digits };
}

export function getDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** Whether any text within a value is the person's e-mail or phone. */
export function mentionsPerson(value: unknown, match: PersonMatch): boolean {
  if (typeof value === 'string') {
    if (match.email !== null && value.toLowerCase() === match.email) return true;
    return match.phone !== null && getDigits(value) === match.phone;
  }
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((part) => mentionsPerson(part, match));
}

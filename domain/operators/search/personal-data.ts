import type { Role } from '../operator/roles';

/** Roles that deal with payers and therefore see e-mail addresses and phone numbers in full. */
const SEE_CONTACTS: readonly Role[] = ['support', 'finance'];

export function maySeeContacts(roles: readonly Role[]): boolean {
  return roles.some((role) => SEE_CONTACTS.includes(role));
}

/** Masks an e-mail address as `a***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`;
}

const SHOWN_DIGITS = 4;

/** Masks a phone number as `***4567`. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return `***${digits.length > SHOWN_DIGITS ? digits.slice(-SHOWN_DIGITS) : ''}`;
}

/** Contacts of a payer. */
interface Contacts {
  email?: string;
  phone?: string;
}

/** The contacts that are known, as an operator sees them. */
export function showContacts(
  { email, phone }: { [Name in keyof Contacts]?: string | null | undefined },
  isMasked: boolean,
): Contacts {
  return {
    ...(email === undefined || email === null ? {} : { email: isMasked ? maskEmail(email) : email }),
    ...(phone === undefined || phone === null ? {} : { phone: isMasked ? maskPhone(phone) : phone }),
  };
}

const ATOMS = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL = new RegExp(`^(?=[^@]{1,64}@)${ATOMS}(?:\\.${ATOMS})*@${LABEL}(?:\\.${LABEL})*$`);

/** The platform's own rule, so that no address passes here and is refused there; a test holds the two to each other. */
export function isEmail(text: string): boolean {
  return text.length <= 100 && EMAIL.test(text);
}

/** The address that the shop has given, unless it is none: then the payer is asked, and no payment fails because of it. */
export function getEmail({ email }: { email?: string }): string | undefined {
  return email !== undefined && isEmail(email) ? email : undefined;
}

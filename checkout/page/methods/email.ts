const ATOMS = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL = new RegExp(`^(?=[^@]{1,64}@)${ATOMS}(?:\\.${ATOMS})*@${LABEL}(?:\\.${LABEL})*$`);

/** The platform's own rule; a test compares both. */
export function isEmail(text: string): boolean {
  return text.length <= 100 && EMAIL.test(text);
}

/** Returns the shop's address if it is valid; otherwise the payer is asked, so that the payment does not fail. */
export function getEmail({ email }: { email?: string }): string | undefined {
  return email !== undefined && isEmail(email) ? email : undefined;
}

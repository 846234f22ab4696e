const FORM = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

/** Whether a text has the form of a business identifier code (ISO 9362): 8 or 11 characters. */
export function isBic(text: string): boolean {
  return FORM.test(text);
}

export function getBicCountry(bic: string): string {
  return bic.slice(4, 6);
}

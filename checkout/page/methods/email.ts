/** The platform's own rule is no stricter; a mistake in an address is found by who writes to it. */
export function isEmail(text: string): boolean {
  return text.length <= 100 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

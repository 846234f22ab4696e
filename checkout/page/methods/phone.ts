import { parseDigits, withPlainDigits } from '../card/digits';

/** A phone as the platform accepts it: country code and national number. */
export interface Phone {
  cc: string;
  ctn: string;
}

/** Formats a phone while it is typed; all operators are in Russia and Kazakhstan. */
export function formatPhone(text: string): string {
  const digits = parseNational(text);
  if (digits === '') return withPlainDigits(text).includes('+') ? '+7' : '';
  const [area, first, second, third] = [
    digits.slice(0, 3),
    digits.slice(3, 6),
    digits.slice(6, 8),
    digits.slice(8, 10),
  ];
  return `+7 ${area}${first ? ` ${first}` : ''}${second ? `-${second}` : ''}${third ? `-${third}` : ''}`;
}

export function parsePhone(text: string): Phone | undefined {
  const ctn = parseNational(text);
  return ctn.length === 10 ? { cc: '7', ctn } : undefined;
}

/** Removes the country code: a leading +7, or an 8 before ten digits. */
function parseNational(text: string): string {
  const digits = parseDigits(text);
  const hasCode = withPlainDigits(text).trim().startsWith('+') ? digits.startsWith('7') : /^[78]/.test(digits);
  return (hasCode ? digits.slice(1) : digits).slice(0, 10);
}

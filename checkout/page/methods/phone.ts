import { parseDigits, withPlainDigits } from '../card/digits';

/** A phone as the platform takes it: the country's code and the number within it. */
export interface Phone {
  cc: string;
  ctn: string;
}

/** `+7 915 111-11-11` while it is typed: numbers of Russia and Kazakhstan, whose operators there are. */
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

/** The phone that was typed whole, or undefined. */
export function parsePhone(text: string): Phone | undefined {
  const ctn = parseNational(text);
  return ctn.length === 10 ? { cc: '7', ctn } : undefined;
}

/** Without the code of the country: +7 when it was written so, 8 when the number is whole with it. */
function parseNational(text: string): string {
  const digits = parseDigits(text);
  const hasCode = withPlainDigits(text).trim().startsWith('+') ? digits.startsWith('7') : /^[78]/.test(digits);
  return (hasCode ? digits.slice(1) : digits).slice(0, 10);
}

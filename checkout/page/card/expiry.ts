import { withPlainDigits } from './digits';

/** Formats the typed month and year. `isDeleting` adds no separator, because one that reappears could not be deleted. */
export function formatExpiry(text: string, isDeleting = false): string {
  const { month, year, isMonthDone, begun } = readParts(text);
  if (begun) return begun;
  if (month === '') return '';
  if (year !== '') return `${month} / ${year}`;
  return isMonthDone && !isDeleting ? `${month} / ` : month;
}

export type ExpiryProblem = 'missing' | 'incomplete' | 'wrong';

/** Validates an expiry. A past one is valid: some banks still accept such cards. */
export function expiryProblem(text: string): ExpiryProblem | undefined {
  const { month, year, begun } = readParts(text);
  if (begun) return 'incomplete';
  if (month === '') return 'missing';
  if (month.length === 2 && !(Number(month) >= 1 && Number(month) <= 12)) return 'wrong';
  if (month.length < 2 || (year.length !== 2 && year.length !== 4)) return 'incomplete';
  if (year.length === 4 && !year.startsWith('20')) return 'wrong';
  return undefined;
}

export function getExpiry(text: string): string {
  const { month, year } = readParts(text);
  return `${month}/${year.slice(-2)}`;
}

/** Tells whether a card has expired in every time zone. */
export function hasExpired(text: string, now: Date): boolean {
  if (expiryProblem(text)) return false;
  const { month, year } = readParts(text);
  const endsAt = Date.UTC(2000 + Number(year.slice(-2)), Number(month), 2);
  return endsAt < now.getTime();
}

interface Parts {
  month: string;
  year: string;
  isMonthDone: boolean;
  /** A year that was typed before its month. */
  begun?: string;
}

/** Parses `12`, `1229`, `12/29`, `1 / 2029`, `2029-12`, `202912`. */
function readParts(text: string): Parts {
  const plain = withPlainDigits(text);
  const reversed = /^\D*(\d{4})\D+(\d{1,2})\D*$/.exec(plain);
  if (reversed) return { month: (reversed[2] ?? '').padStart(2, '0'), year: reversed[1] ?? '', isMonthDone: true };
  const separated = /^\D*(\d{1,2})\D+(\d*)/.exec(plain);
  // `02 / 0` is the formatted beginning of `2029…`: cards do not end in the years 0 to 9.
  if (separated?.[1] === '02' && separated[2]?.startsWith('0')) return yearFirst(`2${separated[2]}`);
  if (separated) {
    const month = separated[1] ?? '';
    // A separator after `0` or `1 ` ends the month.
    return { month: month.padStart(2, '0'), year: (separated[2] ?? '').slice(0, 4), isMonthDone: true };
  }
  const digits = plain.replace(/\D/g, '').slice(0, 6);
  if (digits.startsWith('20')) return yearFirst(digits);
  // No month begins with 2 to 9, so its zero was omitted.
  const whole = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return { month: whole.slice(0, 2), year: whole.slice(2, 6), isMonthDone: whole.length >= 2 };
}

/** There is no month 20, so this is a year. */
function yearFirst(digits: string): Parts {
  const [year, month] = [digits.slice(0, 4), digits.slice(4, 6)];
  if (month.length === 2) return { month, year, isMonthDone: true };
  return { month: '', year: '', isMonthDone: false, begun: digits };
}

import { digitsOf } from './card-number';

/**
 * What was typed as month and year, with the separator set as one types. `isDeleting` leaves what was taken away away: a
 * separator that comes back at once cannot be deleted.
 */
export function formatExpiry(text: string, isDeleting = false): string {
  const { month, year, isMonthDone } = readParts(text);
  if (month === '') return '';
  if (year !== '') return `${month} / ${year}`;
  return isMonthDone && !isDeleting ? `${month} / ` : month;
}

export type ExpiryProblem = 'missing' | 'incomplete' | 'wrong';

/** What is wrong with an expiry. One in the past is not: banks go on serving cards, and it is theirs to say. */
export function expiryProblem(text: string): ExpiryProblem | undefined {
  const { month, year } = readParts(text);
  if (month === '') return 'missing';
  if (month.length === 2 && !(Number(month) >= 1 && Number(month) <= 12)) return 'wrong';
  if (month.length < 2 || (year.length !== 2 && year.length !== 4)) return 'incomplete';
  if (year.length === 4 && !year.startsWith('20')) return 'wrong';
  return undefined;
}

/** `12/29`, as the platform takes it, of what {@link expiryProblem} finds nothing wrong with. */
export function expiryOf(text: string): string {
  const { month, year } = readParts(text);
  return `${month}/${year.slice(-2)}`;
}

/** Whether a card of this expiry has ended, wherever on Earth its holder is. */
export function hasExpired(text: string, now: Date): boolean {
  if (expiryProblem(text)) return false;
  const { month, year } = readParts(text);
  const endsAt = Date.UTC(2000 + Number(year.slice(-2)), Number(month), 2);
  return endsAt < now.getTime();
}

/** `12`, `1229`, `12/29`, `1 / 2029`, `2029-12`: however a person, a card or a browser writes it. */
function readParts(text: string): { month: string; year: string; isMonthDone: boolean } {
  const plain = text.normalize('NFKC');
  const reversed = /^\s*(\d{4})\D+(\d{1,2})\s*$/.exec(plain);
  if (reversed) return { month: (reversed[2] ?? '').padStart(2, '0'), year: reversed[1] ?? '', isMonthDone: true };
  const separated = /^\D*(\d{1,2})\D+(\d*)/.exec(plain);
  if (separated) {
    const month = separated[1] ?? '';
    // A separator after `0` or `1 ` alone tells that the month is whole.
    return { month: month.padStart(2, '0'), year: digitsOf(separated[2] ?? '').slice(0, 4), isMonthDone: true };
  }
  const digits = digitsOf(plain).slice(0, 6);
  // No month begins with 2 to 9, so its zero was left out.
  const whole = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return { month: whole.slice(0, 2), year: whole.slice(2, 6), isMonthDone: whole.length >= 2 };
}

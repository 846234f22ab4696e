const DAY_MS = 86_400_000;

/** A day of an address such as `2026-11-25`; undefined if the calendar has no such day. */
export function readDay(text: string | null | undefined): string | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
  return isDay && new Date(text ?? '').toISOString().startsWith(text ?? '') ? (text ?? undefined) : undefined;
}

/** The start of a day such as `2026-11-25`, or of the one after it, in the reader's time zone. */
export function startOfDay(day: string | undefined, later: 0 | 1): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(readDay(day) ?? '') ?? [];
  return year ? new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString() : undefined;
}

export function hasPassed(moment: string): boolean {
  return Date.parse(moment) < Date.now();
}

export function daysAgo(days: number): string {
  const at = new Date(Date.now() - days * DAY_MS);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
}

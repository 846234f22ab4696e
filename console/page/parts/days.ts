const DAY_MS = 86_400_000;

/** A day of an address such as `2026-11-25`; undefined if the calendar has no such day. */
export function readDay(text: string | null | undefined): string | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
  return isDay && new Date(text ?? '').toISOString().startsWith(text ?? '') ? (text ?? undefined) : undefined;
}

/** The start of a day such as `2026-11-25`, or of the one after it, in a time zone; by default the reader's. */
export function startOfDay(day: string | undefined, later: 0 | 1, timeZone?: string): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(readDay(day) ?? '') ?? [];
  if (!year) return undefined;
  const midnightMs = Date.UTC(Number(year), Number(month) - 1, Number(date) + later);
  // The second time with the offset of that night, which a change of the clock may have moved.
  const guessMs = midnightMs - offsetMs(midnightMs, timeZone);
  return new Date(midnightMs - offsetMs(guessMs, timeZone)).toISOString();
}

/** How far the clocks of a time zone are ahead of UTC. */
function offsetMs(atMs: number, timeZone: string | undefined): number {
  // The Swedish format is `2026-11-29 13:05:01`.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return Date.parse(`${format.format(new Date(atMs)).replace(' ', 'T')}Z`) - Math.floor(atMs / 1_000) * 1_000;
}

export function hasPassed(moment: string): boolean {
  return Date.parse(moment) < Date.now();
}

export function daysAgo(days: number, timeZone?: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(
    new Date(Date.now() - days * DAY_MS),
  );
}

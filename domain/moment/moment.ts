const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Reads an RFC 3339 date-time; undefined for one that the calendar does not have (`Date` makes 30 February 2 March). */
export function parseMoment(text: string): Date | undefined {
  const [, year, month, day] = RFC_3339.exec(text) ?? [];
  if (year === undefined) return undefined;
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const moment = new Date(text.toUpperCase());
  const isOfCalendar = midnight.getUTCDate() === Number(day) && !Number.isNaN(moment.getTime());
  return isOfCalendar ? moment : undefined;
}

const RUSSIAN = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const TIME = /^(\d{1,2}):(\d{2})$/;

const two = (number: number | string): string => String(number).padStart(2, '0');

/** How a day is typed in a language; a browser's own field follows the browser's language instead. */
export const DAY_FORMATS = { ru: 'дд.мм.гггг', en: 'yyyy-mm-dd' } as const;
export const MOMENT_FORMATS = { ru: 'дд.мм.гггг чч:мм', en: 'yyyy-mm-dd hh:mm' } as const;

export type DateLanguage = keyof typeof DAY_FORMATS;

/** What a date breaks. */
export const DATE_RULES = {
  ru: {
    format: (format: string) => `Такой даты нет. Дата пишется так: ${format}`,
    earliest: (day: string) => `Не раньше ${day}`,
  },
  en: {
    format: (format: string) => `There is no such date. A date is written as ${format}`,
    earliest: (day: string) => `Not before ${day}`,
  },
} as const;

/** Parses `25.11.2026` or `2026-11-25` into `2026-11-25`; undefined if the calendar has no such day. */
export function parseDay(text: string): string | undefined {
  const given = text.trim();
  const [, date = '', month = '', year = ''] = RUSSIAN.exec(given) ?? [];
  const day = year === '' ? given.replace(ISO, (_, y: string, m: string, d: string) => `${y}-${two(m)}-${two(d)}`) : '';
  const iso = year === '' ? day : `${year}-${two(month)}-${two(date)}`;
  if (!/^\d{4}-\d\d-\d\d$/.test(iso) || Number.isNaN(Date.parse(iso))) return undefined;
  return new Date(iso).toISOString().startsWith(iso) ? iso : undefined;
}

/** How a day such as `2026-11-25` stands in a field; what is no day stays as it is. */
export function dayFieldText(day: string, language: DateLanguage): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  return year === undefined || language === 'en' ? day : `${date}.${month}.${year}`;
}

/** Parses a day with a time of the reader's time zone, `25.11.2026 14:30`; without a time it is midnight. */
export function parseMoment(text: string): string | undefined {
  const [dayPart = '', timePart = '0:00', ...rest] = text.trim().split(/[\sT]+/);
  const day = parseDay(dayPart);
  const [, hours, minutes] = TIME.exec(timePart) ?? [];
  const isTime = Number(hours) < 24 && Number(minutes) < 60;
  if (day === undefined || !isTime || rest.length > 0) return undefined;
  return new Date(`${day}T${two(hours ?? '')}:${minutes}`).toISOString();
}

/** How a moment of RFC 3339 stands in a field, in the reader's time zone; what is none stays as it is. */
export function momentFieldText(moment: string, language: DateLanguage): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return moment;
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${dayFieldText(day, language)} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

import { dayFieldText, momentFieldText, parseDay, parseMoment } from './date-text';

test.each([
  ['25.11.2026', '2026-11-25'],
  [' 5.1.2026 ', '2026-01-05'],
  ['2026-11-25', '2026-11-25'],
  ['2026-1-5', '2026-01-05'],
  ['29.02.2028', '2028-02-29'],
  ['29.02.2026', undefined],
  ['31.04.2026', undefined],
  ['11/25/2026', undefined],
  ['25.11.26', undefined],
  ['0.1.2026', undefined],
  ['', undefined],
])('the day "%s" is %s in either language', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each([
  ['25.11.2026 14:30', new Date(2026, 10, 25, 14, 30)],
  ['2026-11-25 9:05', new Date(2026, 10, 25, 9, 5)],
  ['25.11.2026', new Date(2026, 10, 25)],
  ['25.11.2026 24:00', undefined],
  ['25.11.2026 12:60', undefined],
  ['25.11.2026 12:00 am', undefined],
])('the moment "%s" is in the time zone of the reader', (text, moment) => {
  expect(parseMoment(text)).toBe(moment?.toISOString());
});

test('a field shows a day and a moment as its language writes them, and they are read back', () => {
  const moment = new Date(2026, 10, 5, 7, 9).toISOString();
  expect([dayFieldText('2026-11-05', 'ru'), dayFieldText('2026-11-05', 'en')]).toEqual(['05.11.2026', '2026-11-05']);
  expect(momentFieldText(moment, 'ru')).toBe('05.11.2026 07:09');
  expect(momentFieldText(moment, 'en')).toBe('2026-11-05 07:09');
  for (const language of ['ru', 'en'] as const) {
    expect(parseMoment(momentFieldText(moment, language))).toBe(moment);
    expect(momentFieldText('tomorrow', language)).toBe('tomorrow');
    expect(dayFieldText('tomorrow', language)).toBe('tomorrow');
  }
});

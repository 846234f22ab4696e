/*
 * Days off in Russia. A holiday that falls on a weekend moves to the next day that is neither, except those of January, which the
 * Government moves each year (Labour Code, article 112). A new decree adds lines to TRANSFERS and raises VERSION.
 */

/** The last year with a decree and the edition of this file for it. */
export const VERSION = '2026.1';

/** Month and day. */
export const HOLIDAYS = [
  ...['01-01', '01-02', '01-03', '01-04', '01-05', '01-06', '01-07', '01-08'],
  ...['02-23', '03-08', '05-01', '05-09', '06-12', '11-04'],
];

/** From a weekend to a weekday. A weekend that is no holiday becomes a working day. */
export const TRANSFERS: readonly (readonly [from: string, to: string])[] = [
  // Decree 1335 of 4 October 2024.
  ['2025-01-04', '2025-05-02'],
  ['2025-01-05', '2025-12-31'],
  ['2025-02-23', '2025-05-08'],
  ['2025-03-08', '2025-06-13'],
  ['2025-11-01', '2025-11-03'],
  // Decree 1466 of 24 September 2025.
  ['2026-01-03', '2026-01-09'],
  ['2026-01-04', '2026-12-31'],
];

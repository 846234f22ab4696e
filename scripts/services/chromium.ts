import { existsSync } from 'node:fs';

/** Chromium without a window of its own: the same engine, and a page costs a third of the processor time. */
const headless = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium-headless-shell'];
const whole = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium that CHROMIUM names, else the one without windows, else the first in a usual place, if any. */
export function findChromium(): string | undefined {
  return findHeadlessChromium() ?? whole.find((place) => existsSync(place));
}

/** As `findChromium`, but nothing that brings windows, unless CHROMIUM names it. */
export function findHeadlessChromium(): string | undefined {
  return process.env['CHROMIUM'] ?? headless.find((place) => existsSync(place));
}

/** As `findChromium`, for those who cannot do without. */
export function requireChromium(): string {
  const path = findChromium();
  if (!path) throw new Error('no Chromium was found: install one, or name it in CHROMIUM');
  return path;
}

import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium that CHROMIUM names, else the first in a usual place, if any. */
export function findChromium(): string | undefined {
  return process.env['CHROMIUM'] ?? places.find((place) => existsSync(place));
}

/** As `findChromium`, for those who cannot do without. */
export function requireChromium(): string {
  const path = findChromium();
  if (!path) throw new Error('no Chromium was found: install one, or name it in CHROMIUM');
  return path;
}

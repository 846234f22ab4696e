import { existsSync } from 'node:fs';

/** The headless build needs a third of the processor time. */
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

/** Finds the Chromium of CHROMIUM, else a headless build, else one in a usual place. */
export function findChromium(): string | undefined {
  return findHeadlessChromium() ?? whole.find((place) => existsSync(place));
}

/** Finds the Chromium of CHROMIUM, else a headless build. */
export function findHeadlessChromium(): string | undefined {
  return process.env['CHROMIUM'] ?? headless.find((place) => existsSync(place));
}

/** Finds a Chromium or throws. */
export function requireChromium(): string {
  const path = findChromium();
  if (!path) throw new Error('Chromium was not found: install it or set CHROMIUM to its path');
  return path;
}

import { chromium, type Browser } from 'playwright-core';
import { requireChromium } from '../scripts/services/chromium';

/** A real Chromium: the one that CHROMIUM names, or the first in a usual place. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: requireChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
  });
}

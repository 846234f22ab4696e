import { chromium, type Browser } from 'playwright-core';
import { requireChromium } from '../../scripts/services/chromium';

/** Launches Chromium from CHROMIUM or a usual path. */
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

import { chromium, type Browser, type Page } from 'playwright-core';
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

/** Collects warnings and errors of the console and exceptions; other messages are the browser's remarks on rendering. */
export function recordFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  return faults;
}

import { chromium, type Browser } from 'playwright-core';
import { requireChromium } from '../../scripts/services/chromium';
import { Payer } from './payer';
import type { SampleWorkspace } from './run-sample';

/** A real Chromium: the one that CHROMIUM names, or the first in a usual place. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] });
}

/** Pays on the page of the checkout guide with a card that asks for 3-D Secure; gives what the page says in the end. */
async function pay({ environment }: SampleWorkspace): Promise<string> {
  const browser = await launchBrowser();
  try {
    const payer = await Payer.open(browser);
    await payer.page.goto(`http://127.0.0.1:${environment['PORT']}/orders/1044`);
    await payer.fill({ cardNumber: '4012 8888 8888 1881' });
    await payer.pay();
    await payer.page.getByRole('button', { name: 'Подтвердить' }).click();
    await payer.page.waitForURL(/\/orders\/1044\?returned$/);
    await payer.hears('Оплачено');
    return (await payer.page.getByRole('status').textContent()) ?? '';
  } finally {
    await browser.close();
  }
}

/** What a person does in a browser, by the name that a guide gives it. */
export const BROWSER_ACTIONS: Readonly<Record<string, (workspace: SampleWorkspace) => Promise<string>>> = { pay };

import { chromium } from 'playwright-core';
import { requireChromium } from '../../scripts/services/chromium';
import { PATIENCE_MS } from '../../testing/patience';
import type { Stage } from './run-sample';

/** Pays on the page of the checkout guide with a card that asks for 3-D Secure; gives what the page says in the end. */
async function pay({ environment }: Stage): Promise<string> {
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`http://127.0.0.1:${environment['PORT']}/orders/1044`);
    await page.getByLabel('Номер карты').fill('4012 8888 8888 1881');
    await page.getByLabel('Срок действия').fill('12/29');
    await page.getByLabel('CVV').fill('123');
    await page.getByLabel('Держатель карты').fill('IVAN IVANOV');
    await page.getByLabel('Почта для чека').fill('payer@example.com');
    await page.getByRole('button', { name: 'Оплатить' }).click();
    await page.getByRole('button', { name: 'Подтвердить' }).click();
    await page.waitForURL(/\/orders\/1044\?returned$/);
    const status = page.getByRole('status');
    await status.filter({ hasText: 'Оплачено' }).waitFor();
    return (await status.textContent()) ?? '';
  } finally {
    await browser.close();
  }
}

/** What a person does in a browser, by the name that a guide gives it. */
export const BROWSER_ACTIONS: Readonly<Record<string, (stage: Stage) => Promise<string>>> = { pay };

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../tests/harness/browser';
import { anInvoice } from '../../tests/harness/factories/payment';
import { httpClient } from '../../tests/harness/http-client';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { CheckoutPayer } from './checkout-payer';
import { Payer } from './payer';
import type { SampleWorkspace } from './run-sample';

async function pay({ environment }: SampleWorkspace): Promise<string> {
  await using browser = await launchBrowser();
  const payer = await Payer.open(browser);
  await payer.page.goto(environment['ORDER_PAGE'] ?? '');
  await payer.fill({ cardNumber: '4012 8888 8888 1881' });
  await payer.pay();
  await payer.page.getByRole('button', { name: 'Подтвердить' }).click();
  await payer.page.waitForURL(/\/orders\/\d+\?returned$/);
  await payer.waitForText('Оплачено');
  return (await payer.page.getByRole('status').textContent()) ?? '';
}

function payByTag(workspace: SampleWorkspace): Promise<string> {
  return withPage(workspace, 'tag.html', async (page) => {
    await payInPopup(page);
    const button = page.getByRole('button', { name: 'Оплачено' });
    await button.waitFor();
    return button.innerText();
  });
}

function payFromScript(workspace: SampleWorkspace): Promise<string> {
  return withPage(workspace, 'shop.html', async (page) => {
    await payInPopup(page);
    const result = page.getByRole('status').filter({ hasText: 'Спасибо' });
    await result.waitFor();
    return result.innerText();
  });
}

async function payInPopup(page: Page): Promise<void> {
  const popup = await waitForPopup(page);
  const payer = new CheckoutPayer(popup);
  await payer.pay();
  await payer.waitForText('Оплачено');
  await popup.close();
}

export async function waitForPopup(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Оплатить' }).click();
  return opening;
}

async function withPage<Result>(
  { folder, environment }: SampleWorkspace,
  file: string,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const { HOLDFAST_API_URL: baseUrl = '', HOLDFAST_API_KEY: token = '', HOLDFAST_SHOP_ID: shopID = '' } = environment;
  const filled = join(folder, `filled-${file}`);
  const html = readFileSync(join(folder, file), 'utf8');
  writeFileSync(filled, withInvoice(html, await anInvoice(httpClient({ baseUrl, token }), shopID)));
  await using browser = await launchBrowser();
  const page = await browser.newPage({ locale: 'ru-RU' });
  page.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
  await page.goto(`file://${filled}`);
  return await work(page);
}

export function withInvoice(html: string, { id, token }: { id: string; token: string }): string {
  return html.replace('идентификатор инвойса', id).replace('токен инвойса', token);
}

export const BROWSER_ACTIONS: Readonly<Record<string, (workspace: SampleWorkspace) => Promise<string>>> = {
  pay,
  tag: payByTag,
  shop: payFromScript,
};

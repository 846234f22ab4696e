import { accessibilityViolations } from '../../tests/harness/axe';
import { people, PHONE } from './people';
import { summariseNow } from './statistics';

/** What a merchant does with its own things, and where operators go from the statistics. */
export function own(): void {
  test.each([
    ['desktop', 'light', undefined],
    ['phone', 'dark', PHONE],
  ] as const)('a merchant creates and deletes a webhook on a %s', async (device, theme, viewport) => {
    const { demo } = people.shop.platform;
    const options = viewport ? { theme, viewport } : { theme };
    const { page, open, faults, picture } = await people.person(demo.apiKey, options);
    await open('/shops');
    await page.getByText('Тестовый магазин').first().waitFor();
    await page.locator('.test-mode').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('own-shops');
    if (viewport) await page.getByRole('button', { name: 'Меню' }).click();
    await page.getByRole('link', { name: 'Вебхуки' }).click();
    await page.getByRole('button', { name: 'Создать вебхук' }).click();
    const dialog = page.getByRole('dialog');
    const url = `${people.receiver.url}/${device}`;
    await dialog.getByLabel('Адрес сервера').fill(url);
    await dialog.getByLabel('RefundPending').check();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('own-webhook-new');
    await dialog.getByRole('button', { name: 'Создать вебхук' }).click();
    await dialog.getByText('BEGIN PUBLIC KEY').waitFor();
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    const card = page.locator('.card', { hasText: url });
    await card.getByText('RefundPending').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('own-webhooks');
    await card.getByRole('button', { name: 'Удалить' }).click();
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await card.waitFor({ state: 'detached' });
    const { body } = await people.shop.merchant.get<any>('/v2/processing/webhooks');
    expect(body.filter((webhook: any) => webhook.url === url)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(faults).toEqual([]);
  });

  test('a number of the statistics opens the payments behind it', async () => {
    const { platform } = people.shop;
    const payment = await people.shop.captured({ amount: 31_300 });
    await summariseNow(platform.databaseUrl);
    const { page, open, faults } = await people.person(people.keys.viewer);
    await open('/today');
    await page.locator('.section-title select').first().selectOption(platform.demo.shopID);
    const row = page.locator('.pivot tr', { hasText: 'Одобрено' });
    const cell = row.locator(`a[href*="shopID=${platform.demo.shopID}"]`).first();
    const count = Number(await cell.textContent());
    await cell.click();
    await page.getByRole('heading', { name: 'Попытки' }).waitFor();
    await page.getByRole('link', { name: `${payment.invoiceID}.${payment.paymentID}` }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(Math.min(count, 50));
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: `${payment.invoiceID}.${payment.paymentID}` }).click();
    await page.getByText('313,00').first().waitFor();
    await page.getByText('Тестовый магазин').first().waitFor();
    expect(faults).toEqual([]);
  });
}

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { untilPayment, type CreatedPayment } from '../../tests/harness/factories/payment';
import { SUPPORT_LIMIT, visit, type People } from './people';

const path = ({ invoiceID, paymentID }: CreatedPayment): string => `/payments/${invoiceID}/${paymentID}`;

async function decide(page: Page, button: string, given: { amount?: string; reason: string }): Promise<void> {
  const dialog = page.getByRole('dialog');
  if (given.amount !== undefined) await dialog.getByLabel(/Сумма/).fill(given.amount);
  await dialog.getByLabel('Причина').fill(given.reason);
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The weekly jobs of support, finance, configuration and merchants, done in the browser. */
export function jobs(getPeople: () => People): void {
  const refunds = async (payment: CreatedPayment): Promise<{ amount: number; status: string }[]> => {
    const { invoiceID, paymentID } = payment;
    const { body } = await getPeople().shop.merchant.get<any>(
      `/v2/processing/invoices/${invoiceID}/payments/${paymentID}/refunds`,
    );
    return body;
  };

  test('support signs in with a key, finds a payment and refunds a part with the keyboard alone', async () => {
    const people = getPeople();
    const payment = await people.shop.captured({ amount: 50_000 });
    const { page, context, faults, requests } = await visit(people);
    await page.goto(people.url);
    const { keyboard } = page;
    await page.getByLabel('Ключ').focus();
    await keyboard.type(people.keys.support);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Очередь дел' }).waitFor();
    await keyboard.press('Control+KeyK');
    await page.getByRole('searchbox').waitFor();
    await keyboard.type('anna@example.com');
    await keyboard.press('Enter');
    const link = page.locator('a.found-link', { hasText: `${payment.invoiceID}.${payment.paymentID}` });
    await link.waitFor();
    await keyboard.press('ArrowDown');
    while (!(await link.evaluate((node) => node === document.activeElement))) await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    const refund = page.getByRole('button', { name: 'Вернуть деньги' });
    await refund.focus();
    await keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel(/Сумма/).waitFor();
    await page.getByRole('dialog').getByLabel(/Сумма/).focus();
    await keyboard.press('Control+KeyA');
    await keyboard.type('123,45');
    await keyboard.press('Tab');
    await keyboard.type('Размер не подошёл');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Возвраты' }).waitFor();
    await page.getByText('123,45').first().waitFor();
    expect(await refunds(payment)).toMatchObject([{ amount: 12_345 }]);
    expect(faults).toEqual([]);
    expect(requests.filter((url) => /session=|hfo_/.test(url))).toEqual([]);
    expect(page.url()).not.toContain('anna');
    expect(
      await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })),
    ).not.toContain(people.keys.support);
    await context.close();
  });

  test('a refund above the limit waits for a second person, who approves it in the queue', async () => {
    const people = getPeople();
    const payment = await people.shop.captured({ amount: 90_000 });
    const support = await people.person(people.keys.support);
    await support.open(path(payment));
    await support.page.getByRole('button', { name: 'Вернуть деньги' }).click();
    await decide(support.page, 'Вернуть деньги', {
      amount: String((SUPPORT_LIMIT + 100) / 100),
      reason: 'Отмена заказа',
    });
    await support.page.getByText('свою просьбу одобрить нельзя').waitFor();
    expect(await support.page.getByRole('button', { name: 'Одобрить' }).count()).toBe(0);
    expect(await refunds(payment)).toEqual([]);

    const approver = await people.person(people.keys.approver);
    await approver.open('/queue/approvals');
    const card = approver.page.locator('.card').first();
    await card.getByRole('button', { name: 'Одобрить' }).click();
    await decide(approver.page, 'Одобрить', { reason: 'Согласовано' });
    await support.page.getByRole('heading', { name: 'Возвраты' }).waitFor();
    expect(await refunds(payment)).toMatchObject([{ amount: SUPPORT_LIMIT + 100 }]);
    expect([...support.faults, ...approver.faults]).toEqual([]);
    await Promise.all([support.context.close(), approver.context.close()]);
  });

  test('finance captures a part of a hold, and a viewer has no buttons', async () => {
    const people = getPeople();
    const payment = await people.shop.held({ amount: 40_000 });
    const viewer = await people.person(people.keys.viewer);
    await viewer.open(path(payment));
    await viewer.page.locator('.money-amount').waitFor();
    expect(await viewer.page.locator('.page-title .button').count()).toBe(0);
    await viewer.context.close();
    const finance = await people.person(people.keys.finance);
    await finance.open(path(payment));
    await finance.page.getByRole('button', { name: 'Списать' }).click();
    await decide(finance.page, 'Списать', { amount: '250', reason: 'Отгружена часть' });
    const captured = await untilPayment(people.shop.merchant, payment, 'captured');
    expect(captured).toMatchObject({ amount: 25_000 });
    await finance.page.getByText('250,00').first().waitFor();
    await finance.context.close();
  });

  test('a shop is blocked with a reason, edited with a comparison, and both are in the audit log', async () => {
    const people = getPeople();
    const { partyID } = people.shop.platform.demo;
    const { page, open, context } = await people.person(people.keys.configuration);
    await open(`/merchants/${partyID}`);
    const card = page.locator('.card', { hasText: 'demo-shop-brief-hold' });
    await card.getByRole('button', { name: 'Заблокировать' }).click();
    await decide(page, 'Заблокировать', { reason: 'Жалобы плательщиков' });
    await card.getByText('заблокирован').waitFor();
    await card.getByRole('button', { name: 'Изменить' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('name', { exact: true }).fill('Магазин на паузе');
    await dialog.getByRole('button', { name: 'Что изменится' }).click();
    expect(await dialog.locator('ins').allTextContents()).toEqual(['Магазин на паузе']);
    await dialog.getByLabel('Причина').fill('Просьба магазина');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Магазин на паузе', { exact: true }).waitFor();
    await open('/audit?subjectType=shop&subjectID=demo-shop-brief-hold');
    await page.getByText('Просьба магазина').waitFor();
    await page.getByText('Жалобы плательщиков').waitFor();
    await page.getByRole('button', { name: 'Проверить цепочку' }).click();
    await page.getByText('Цепочка цела').waitFor();
    await context.close();
  });

  test('support replays webhooks after their count, and pauses an endpoint', async () => {
    const people = getPeople();
    await people.shop.captured();
    const { page, open, context } = await people.person(people.keys.support);
    await open(`/webhooks/${people.webhookID}`);
    await page.locator('tbody tr').first().waitFor();
    await page.getByRole('button', { name: 'Отправить ещё раз за период' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Посчитать' }).click();
    await dialog.getByText(/Будет отправлено сообщений: [1-9]/).waitFor();
    await dialog.getByRole('button', { name: 'Отправить' }).click();
    await dialog.getByText('Готово').waitFor();
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await page.getByRole('button', { name: 'Приостановить' }).click();
    await decide(page, 'Приостановить', { reason: 'Переезд магазина' });
    await page.getByText('приостановлен').waitFor();
    await page.getByRole('button', { name: 'Возобновить' }).click();
    await page.getByText('работает').waitFor();
    await context.close();
  });

  test('a merchant sees and refunds its own payments, and downloads a registry', async () => {
    const people = getPeople();
    const { platform, shopID } = people.shop;
    const payment = await people.shop.captured({ amount: 77_700 });
    const { page, open, context, faults } = await people.person(platform.demo.apiKey);
    await open(`/payments?shopID=${shopID}&amount=77700`);
    await page.getByRole('link', { name: `${payment.invoiceID}.${payment.paymentID}` }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Скачать реестр CSV' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    expect(text.startsWith('\uFEFFИнвойс;Платёж;')).toBe(true);
    expect(text).toContain(`${payment.invoiceID};${payment.paymentID};`);
    expect(text).toContain(';777,00;RUB;');
    await page.getByRole('link', { name: `${payment.invoiceID}.${payment.paymentID}` }).click();
    await page.getByRole('button', { name: 'Вернуть деньги' }).click();
    await decide(page, 'Вернуть деньги', { amount: '77', reason: 'Скидка' });
    await page.getByRole('heading', { name: 'Возвраты' }).waitFor();
    expect(await refunds(payment)).toMatchObject([{ amount: 7_700 }]);
    await open('/audit');
    await page.getByText('there is no such operation').waitFor();
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    await context.close();
  });

  test('a form survives the end of the session', async () => {
    const people = getPeople();
    const payment = await people.shop.captured({ amount: 20_000 });
    const { page, open, context } = await people.person(people.keys.support);
    await open(path(payment));
    await page.getByRole('button', { name: 'Вернуть деньги' }).click();
    const dialog = page.getByRole('dialog').first();
    await dialog.getByLabel(/Сумма/).fill('55');
    await dialog.getByLabel('Причина').fill('Не подошло');
    await context.clearCookies();
    await dialog.getByRole('button', { name: 'Вернуть деньги' }).click();
    const ended = page.getByRole('dialog', { name: 'Сессия закончилась' });
    await ended.getByLabel('Ключ').fill(people.keys.support);
    await ended.getByRole('button', { name: 'Войти' }).click();
    await ended.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Вернуть деньги' }).click();
    await page.getByRole('heading', { name: 'Возвраты' }).waitFor();
    expect(await refunds(payment)).toMatchObject([{ amount: 5_500 }]);
    await context.close();
  });

  test('the first paint of the queue takes at most 120 KB compressed', async () => {
    const people = getPeople();
    const { page, open, context } = await people.person(people.keys.viewer);
    const client = await context.newCDPSession(page);
    let bytes = 0;
    await client.send('Network.enable');
    client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await open('/queue');
    await page.locator('.queue-kinds a').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(120 * 1_024);
    await context.close();
  });
}

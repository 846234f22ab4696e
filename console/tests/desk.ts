import { readFile } from 'node:fs/promises';
import { anInvoice, CARDS, INSTANT, pay, untilPayment } from '../../tests/harness/factories/payment';
import type { CreatedPayment } from '../../tests/harness/factories/payment';
import { people, PHONE, type People } from './people';

const HTML = '<img src=x onerror="document.title=1">';

/** What a merchant does where it arrives, and what it must not see. */
export function desk(): void {
  let disputed: CreatedPayment;
  let declined: CreatedPayment;

  beforeAll(async () => {
    const { merchant, shopID } = people.shop;
    disputed = await people.disputed();
    const metadata = { orderNumber: HTML };
    const { id: invoiceID } = await anInvoice(merchant, shopID, {
      amount: 77_700,
      externalID: 'desk-77',
      body: { metadata },
    });
    const paymentID = await pay(merchant, invoiceID, { card: CARDS.noMoney, flow: INSTANT });
    declined = { invoiceID, paymentID };
    await untilPayment(merchant, declined, 'failed');
  });

  test('a merchant arrives at figures and last payments, returns money there and creates a payment link', async () => {
    // A dispute holds as much as it was paid.
    await people.shop.captured({ amount: 500_000 });
    const payment = await people.shop.captured({ amount: 43_200 });
    const { page, open, faults } = await people.person(people.keys.merchant);
    await open('/');
    await page.getByText('Продажи сегодня').waitFor();
    expect(new URL(page.url()).pathname).toBe('/home');
    await page.getByRole('link', { name: 'Чарджбэки, на которые нужно ответить' }).waitFor();
    const row = page.locator('tbody tr', { hasText: '432,00' }).first();
    await row.getByRole('button', { name: /Вернуть/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Причина').fill('Передумал');
    await dialog.getByRole('button', { name: 'Вернуть деньги' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await people.refunds(payment)).toMatchObject([{ amount: 43_200, reason: 'Передумал' }]);
    await page.getByRole('button', { name: 'Создать ссылку' }).click();
    await dialog.getByLabel(/Сумма/).fill('1 250,50');
    await dialog.getByLabel('За что платят').fill('Чай');
    await dialog.getByRole('button', { name: 'Создать ссылку' }).click();
    await dialog.getByRole('img', { name: 'QR-код' }).waitFor();
    expect(await dialog.locator('.value').textContent()).toContain('/pay#invoiceID=');
    expect(faults).toEqual([]);
  });

  test('a merchant finds an order by its number and reads why it was declined, and markup in metadata stays text', async () => {
    const { page, open, faults, picture } = await people.person(people.keys.merchant, { viewport: PHONE });
    for (const text of ['desk-77', HTML]) {
      await open('/payments');
      await page.getByRole('button', { name: /Поиск/ }).click();
      await page.getByRole('searchbox').fill(text);
      await page.keyboard.press('Enter');
      await page.locator('a.found-link', { hasText: declined.invoiceID }).first().click();
      await page.getByText('не оплачен').first().waitFor();
    }
    await open(`/payments/${declined.invoiceID}/${declined.paymentID}`);
    await page.getByRole('heading', { name: 'Заказ desk-77 · anna@example.com' }).waitFor();
    await page.getByText('Попросите плательщика пополнить счёт').waitFor();
    await page.locator('.delivery summary', { hasText: 'Запрос' }).first().click();
    await page.locator('.delivery .value', { hasText: declined.invoiceID }).first().waitFor();
    await picture('own-declined');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('on a phone the menu is folded and the first payment is in the upper half', async () => {
    const { page, open } = await people.person(people.keys.merchant, { viewport: PHONE });
    await open('/payments');
    const first = page.locator('tbody tr').first();
    await first.waitFor();
    expect((await first.boundingBox())?.y).toBeLessThan(PHONE.height / 2);
    await page.getByRole('button', { name: 'Меню' }).click();
    await page.getByRole('link', { name: 'Выплаты' }).click();
    await page.getByRole('heading', { name: 'Выплаты' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Вебхуки' }).isVisible()).toBe(false);
  });

  test('a merchant sees its chargebacks with stage, fee and deadline, and follows one to its payment', async () => {
    const { page, open, faults } = await people.person(people.keys.merchant);
    await open('/chargebacks');
    const row = page.locator('tbody tr', { hasText: disputed.invoiceID });
    for (const text of ['610,00', '10,00', 'рассматривается', 'чарджбэк']) await row.getByText(text).first().waitFor();
    await row.locator(`a[href="/payments/${disputed.invoiceID}/${disputed.paymentID}"]`).click();
    await page.getByRole('heading', { name: 'Чарджбэки', level: 2 }).waitFor();
    expect(faults).toEqual([]);
  });

  test('a month is shown by day and by method, and saved as CSV with the same sums', async () => {
    const { merchant, shopID } = people.shop;
    const { page, open, faults } = await people.person(people.keys.merchant);
    await open('/home');
    await page.getByRole('link', { name: 'По месяцам' }).click();
    const total = page.getByRole('table', { name: 'Итого за месяц' });
    await total.waitFor();
    const month = new URL(page.url()).searchParams.get('month') ?? new Date(Date.now() + 3 * 3_600_000).toISOString();
    const { body } = await merchant.get<any>(`/v2/analytics/shops/${shopID}/months/${month.slice(0, 7)}`);
    const sales = body.lines.reduce((sum: number, line: any) => sum + line.sales.amount, 0);
    expect(sales).toBeGreaterThan(0);
    const shown = (await total.locator('tbody td').first().textContent()) ?? '';
    expect(Number(shown.replace(/[^\d,]/g, '').replace(',', '.'))).toBe(sales / 100);
    await page.getByRole('table', { name: 'По средствам платежа' }).getByText('Карта').first().waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Скачать CSV' }).click();
    const rows = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n');
    expect(rows[0]).toMatch(/^\uFEFFДень;Средство;Валюта;Продажи;/);
    expect(rows).toHaveLength(body.lines.length + 1);
    const inFile = rows
      .slice(1)
      .reduce((sum, row) => sum + Math.round(Number(row.split(';')[3]?.replace(',', '.')) * 100), 0);
    expect(inFile).toBe(sales);
    await page.getByLabel('Месяц', { exact: true }).selectOption({ index: 12 });
    await page.getByRole('button', { name: 'Показать' }).click();
    await page.getByText('Операций за этот месяц нет').waitFor();
    await open('/home/nothing');
    await page.getByText('Такой страницы нет').waitFor();
    expect(faults).toEqual([]);
  });

  test('another party’s shop in the address shows nothing, and a key that only reads is refused with a reason', async () => {
    const { page, open } = await people.person(people.keys.merchant);
    await open('/home?shopID=another-shop');
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.figures, tbody tr').count()).toBe(0);
    const reader = await people.person(await aReadingKey(people));
    await reader.open('/home');
    await reader.page.getByRole('button', { name: 'Создать ссылку' }).click();
    const dialog = reader.page.getByRole('dialog');
    await dialog.getByLabel(/Сумма/).fill('1');
    await dialog.getByLabel('За что платят').fill('Чай');
    const send = dialog.getByRole('button', { name: 'Создать ссылку' });
    await send.press('Enter');
    await dialog.getByRole('alert').waitFor();
    expect(await send.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true);
  });
}

/** A key of the merchant that may read and nothing else. */
async function aReadingKey({ shop }: People): Promise<string> {
  const { body } = await shop.merchant.post<any>('/v2/processing/api-keys', { name: 'чтение', scopes: ['read'] });
  return body.apiKey;
}

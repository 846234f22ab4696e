import { Database } from '../../store/postgres/database';
import { anInvoice, CARDS, INSTANT, pay, untilPayment } from '../../tests/harness/factories/payment';
import { makeManyPayments } from '../../tests/harness/factories/many-payments';
import type { CreatedPayment } from '../../tests/harness/factories/payment';
import { accessibilityViolations } from '../../tests/harness/axe';
import { download, people, PHONE, type People } from './people';

/** What a merchant takes away of the lists that it sees, and the filters it keeps. */
export function exportedLists(): void {
  let payment: CreatedPayment;

  beforeAll(async () => {
    const { shop } = people;
    const { id: invoiceID } = await anInvoice(shop.merchant, shop.shopID, {
      ...{ amount: 123_400, externalID: '=1+1;"x"' },
    });
    payment = { invoiceID, paymentID: await pay(shop.merchant, invoiceID, { card: CARDS.good, flow: INSTANT }) };
    await untilPayment(shop.merchant, payment, 'captured');
    const path = `/v2/processing/invoices/${invoiceID}/payments/${payment.paymentID}/refunds`;
    await shop.merchant.post(path, { amount: 3_400, currency: 'RUB', reason: '@SUM(A1)' });
  });

  const rowsOf = (text: string): string[] => text.trimEnd().split('\r\n');

  test('payments are saved with order, fee, net amount and the shop’s time, and only those of the filter', async () => {
    const { page, open, faults } = await people.person(people.keys.merchant);
    await open(`/payments?status=captured&amount=123400&shopID=${people.shop.shopID}`);
    await page.locator('tbody tr').first().waitFor();
    const { name, text } = await download(page, /Скачать CSV/);
    expect(name).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/);
    expect(text.startsWith('\uFEFFСоздан (Europe/Moscow);Заказ;Инвойс;')).toBe(true);
    const [, row = '', ...others] = rowsOf(text);
    expect(others).toEqual([]);
    const { createdAt, fee = 0 } = await found(people, payment);
    const moscow = new Date(Date.parse(createdAt) + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const decimal = (minor: number): string => (minor / 100).toFixed(2).replace('.', ',');
    const start = `${moscow};"'=1+1;""x""";${payment.invoiceID};${payment.paymentID};`;
    expect(row.slice(0, start.length)).toBe(start);
    expect(row).toContain(`;1234,00;${decimal(fee)};${decimal(123_400 - fee)};RUB;`);
    expect(faults).toEqual([]);
  });

  test('refunds and balance lines are saved too, in English with commas and points, without a formula', async () => {
    const { page, open, faults } = await people.person(people.keys.merchant, { language: 'en' });
    await open(`/refunds?invoiceID=${payment.invoiceID}`);
    await page.locator('tbody tr').first().waitFor();
    const refunds = rowsOf((await download(page, /Download CSV/)).text);
    expect(refunds).toHaveLength(2);
    expect(refunds[1]).toContain(`,34.00,RUB,${payment.invoiceID},${payment.paymentID},'@SUM(A1),`);
    await open(`/payouts?sourceID=${payment.invoiceID}`);
    await page.locator('tbody tr').first().waitFor();
    const lines = rowsOf((await download(page, /Download CSV: (?!Payouts|Batches)/)).text);
    expect(lines.some((line) => line.includes(',1234.00,') && line.includes(payment.invoiceID))).toBe(true);
    expect(faults).toEqual([]);
  });

  test('a list longer than a file is cut, and the page and the name of the file say so', async () => {
    const { shop, keys, person } = people;
    const { partyID, shopID } = shop.platform.demo;
    const database = new Database({ url: shop.platform.databaseUrl, poolSize: 1 });
    const since = new Date('2024-01-01T00:00:00Z');
    await makeManyPayments(database, { partyID, shopID, count: 10_050, since, prefix: 'exported' });
    // What is under way would begin its workflows.
    await database.search(
      `UPDATE payments SET status = 'cancelled' WHERE status = 'processed' AND invoice_id LIKE 'exported%'`,
      [],
    );
    await database.search(
      `UPDATE invoices SET status = 'cancelled' WHERE status = 'unpaid' AND id LIKE 'exported%'`,
      [],
    );
    await database.close();
    const { page, open, faults } = await person(keys.merchant);
    await open('/payments?from=2024-01-01&to=2025-01-02');
    await page.locator('tbody tr').first().waitFor();
    const { name, text } = await download(page, /Скачать CSV/);
    expect(name).toMatch(/-part\.csv$/);
    expect(rowsOf(text)).toHaveLength(10_001);
    await page.getByRole('alert').getByText('В файле не всё').waitFor();
    expect(faults).toEqual([]);
  });

  test('a filter is saved by name with the keyboard, opened after a reload, and deleted', async () => {
    const { page, open, faults, picture } = await people.person(people.keys.merchant, {
      viewport: PHONE,
    });
    await open('/payments');
    await page.evaluate(() => localStorage.setItem('console-filters-refunds-merchant-x', '{"broken'));
    const summary = page.locator('.saved-filters summary');
    await summary.press('Enter');
    await page.getByText('Примените фильтр, чтобы сохранить его').waitFor();
    await open('/payments?status=failed');
    await summary.press('Enter');
    await page.getByLabel('Название фильтра').fill('Неудачные');
    await page.getByLabel('Название фильтра').press('Enter');
    await page.getByRole('link', { name: 'Неудачные' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('saved-filters');
    await open('/payments');
    await summary.press('Enter');
    await page.getByRole('link', { name: 'Неудачные' }).press('Enter');
    await page.waitForURL(/\?status=failed$/);
    await page.getByRole('button', { name: 'Удалить: Неудачные' }).press('Enter');
    expect(await page.getByRole('link', { name: 'Неудачные' }).count()).toBe(0);
    await page.reload();
    expect(await summary.textContent()).toBe('Сохранённые фильтры');
    expect(faults).toEqual([]);
  });
}

async function found({ shop }: People, { invoiceID }: CreatedPayment): Promise<{ createdAt: string; fee?: number }> {
  const span = `fromTime=2026-01-01T00:00:00Z&toTime=2100-01-01T00:00:00Z`;
  const path = `/v2/analytics/shops/${shop.shopID}/payments?limit=1&invoiceID=${invoiceID}&${span}`;
  return (await shop.merchant.get<any>(path)).body.result[0];
}

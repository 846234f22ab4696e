import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOrders, writeStatement } from '../../tests/harness/factories/bank-statement';
import type { CreatedPayment } from '../../tests/harness/factories/payment';
import { approve, decide, people, pictures } from './people';
import { closeWithPayment, OWN_ACCOUNT } from './settled';

const MINUTE_MS = 60_000;

/** What shops are paid: why, by which file, and what the bank said. */
export function settlement(): void {
  const measured: Record<string, { clicks: number; ms: number }> = {};
  let payment: CreatedPayment;
  let payoutID: string;

  beforeAll(async () => {
    ({ payment, payoutID } = await closeWithPayment(people));
  });

  afterAll(() => writeFile(join(pictures, 'settlement.json'), `${JSON.stringify(measured, null, 2)}\n`));

  test('finance finds out in four clicks why a payout is what it is, down to attempt, posting and webhook', async () => {
    const { page, open, faults } = await people.person(people.keys.finance);
    await open('/queue');
    const started = performance.now();
    let clicks = 0;
    const click = async (name: string | RegExp): Promise<void> => {
      clicks += 1;
      await page.getByRole('link', { name, exact: true }).first().click();
    };
    await click('Выплаты');
    await click(payoutID);
    const lines = page.getByRole('table', { name: 'Операции пакета' });
    const line = lines.getByRole('row').filter({ hasText: `${payment.invoiceID}.${payment.paymentID}` });
    const sums = page.getByRole('region', { name: 'Выплата', exact: true }).locator('.money-rest');
    await sums.getByText('Остаток до').waitFor();
    await line.getByText('888,00').first().waitFor();
    await page.locator('summary', { hasText: 'Проводки и процессы' }).waitFor();
    clicks += 1;
    await line.getByRole('link', { name: 'платёж' }).click();
    await page.getByRole('heading', { name: 'Операция по балансу' }).waitFor();
    await page.locator('.story .connector').first().waitFor();
    await page.locator('.story .webhook').first().waitFor();
    clicks += 1;
    await page.locator('summary', { hasText: 'Проводки и процессы' }).click();
    await page.locator('.details .ledger').first().waitFor();
    measured['why a payout is what it is'] = { clicks, ms: Math.round(performance.now() - started) };
    expect(clicks).toBe(4);
    expect(performance.now() - started).toBeLessThan(MINUTE_MS);
    expect(faults).toEqual([]);
  });

  test('a bank file is made, confirmed and paid by its statement, each by two people', async () => {
    const [first, second] = [await people.person(people.keys.finance), await people.person(people.keys.approver)];
    const { page } = first;
    const started = performance.now();
    await first.open('/payouts/files');
    await page.getByRole('button', { name: 'Создать файл' }).click();
    await page.getByRole('dialog').getByLabel('Формат').selectOption('pain.001');
    await decide(first, 'Создать файл');
    await page.getByText('Ваша просьба ждёт другого человека').waitFor();
    await second.open('/payouts/files');
    await approve(second);
    await page.locator('tbody a').first().click();
    await page.getByRole('link', { name: payoutID }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Скачать файл' }).click();
    const file = await readFile(await (await saved).path(), 'utf8');
    expect(file).toContain(payoutID);
    await page.getByRole('button', { name: 'Файл у банка' }).click();
    await decide(first, 'Файл у банка');
    await second.open(new URL(page.url()).pathname);
    await approve(second);
    await page.locator('.money-summary', { hasText: 'у банка' }).waitFor();
    await page.locator('tbody tr', { hasText: payoutID }).getByText('передана банку').waitFor();
    await first.open('/payouts/statements');
    const buffer = Buffer.from(writeStatement(OWN_ACCOUNT, readOrders(file)));
    const statement = { name: 'statement.xml', mimeType: 'application/xml', buffer };
    await page.locator('input[type=file]').setInputFiles({ ...statement, buffer: buffer.subarray(0, 900) });
    await page
      .getByRole('alert')
      .getByText(/файл (повреждён|оборван)/)
      .waitFor();
    await page.locator('input[type=file]').setInputFiles(statement);
    await page.getByRole('button', { name: 'Применить выписку' }).click();
    await decide(first, 'Применить выписку');
    await second.open(new URL(page.url()).pathname);
    await approve(second);
    const paid = page.getByRole('row').filter({ hasText: payoutID });
    await paid.getByText('зачислена').waitFor();
    await paid.getByRole('link', { name: payoutID }).click();
    await page.getByRole('table', { name: 'Что сообщил банк' }).getByText('зачислена').waitFor();
    await page.locator('.money-summary', { hasText: 'зачислена' }).waitFor();
    measured['a bank file from its request to its statement, two people'] = {
      ...{ clicks: 16, ms: Math.round(performance.now() - started) },
    };
    // The browser logs the refused statement as well.
    expect([...first.faults.filter((fault) => !fault.includes('400')), ...second.faults]).toEqual([]);
  });

  test('a merchant sees the next payout and downloads the statement of a batch in two clicks', async () => {
    const { page, open, faults } = await people.person(people.keys.merchant);
    await open(`/payouts?shopID=${people.shop.shopID}`);
    const started = performance.now();
    await page.getByRole('region', { name: 'Баланс, RUB' }).getByText('Следующая выплата').waitFor();
    const batches = page.getByRole('table', { name: 'Пакеты' });
    const net = (await batches.getByRole('row').nth(1).getByRole('cell').nth(5).textContent()) ?? '';
    await batches
      .getByRole('button', { name: /^Выписка: №/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Реестры' }).waitFor();
    const button = page.getByRole('button', { name: /CSV: Выписка по пакету/ }).first();
    await button.waitFor();
    const saved = page.waitForEvent('download');
    await button.click();
    const text = await readFile(await (await saved).path(), 'utf8');
    measured['a merchant downloads a statement'] = { clicks: 2, ms: Math.round(performance.now() - started) };
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(text).toContain(payment.invoiceID);
    expect(net).not.toBe('');
    await open('/registries?kind=settlementMonth');
    await page.getByLabel('Магазин').selectOption(people.shop.shopID);
    await page.getByLabel('Месяц').fill('2020-01');
    await page.getByRole('button', { name: 'Заказать реестр' }).click();
    await page.getByRole('cell', { name: 'Выписка за месяц' }).waitFor();
    for (const path of ['/payouts/files', '/payouts/margin', '/payouts/debts', `/payouts/${payoutID}`]) {
      await open(path);
      await page.getByText('Такой страницы нет').waitFor();
    }
    expect(faults).toEqual([]);
  });
}

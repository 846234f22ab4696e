import { accessibilityViolations } from '../../tests/harness/axe';
import type { Page } from 'playwright-core';
import type { CreatedPayment } from '../../tests/harness/factories/payment';
import { closeBatch } from '../../store/merchants/settlement/batch.close';
import { openStore } from '../../store/store';
import { makeMovements, type Movements } from './movements';
import { download, people } from './people';

/** Lists beside payments, and registries that are made in the background. */
export function lists(): void {
  let payment: CreatedPayment;
  let movements: Movements;

  beforeAll(async () => {
    movements = await makeMovements(people);
    payment = await people.shop.captured({ amount: 66_600 });
    const path = `/v2/processing/invoices/${payment.invoiceID}/payments/${payment.paymentID}/refunds`;
    await people.shop.merchant.post(path, { amount: 6_600, currency: 'RUB', reason: '=Скидка' });
  });

  async function orderRegistry(page: Page, kind: string): Promise<void> {
    const form = page.getByRole('form', { name: 'Заказать реестр' });
    await form.getByLabel('Что в реестре').selectOption({ label: kind });
    await form.getByLabel('С', { exact: true }).fill('01.01.2026');
    await form.getByLabel('По', { exact: true }).fill('1.1.2100');
    await form.getByRole('button', { name: 'Заказать реестр' }).click();
  }

  test('an operator filters refunds of a shop, keeps the filters in the address, and follows one to its payment', async () => {
    const { page, open, faults } = await people.person(people.keys.viewer);
    await open('/refunds');
    await page.getByText('Выберите магазин', { exact: true }).last().waitFor();
    await page.getByLabel('Магазин').selectOption(people.shop.shopID);
    await page.getByLabel('Инвойс').fill(payment.invoiceID);
    await page.getByRole('button', { name: 'Показать' }).click();
    await page.getByText('=Скидка').waitFor();
    expect(new URL(page.url()).search).toBe(`?shopID=${people.shop.shopID}&invoiceID=${payment.invoiceID}`);
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.getByText('Столбцы').click();
    await page.getByRole('checkbox', { name: 'Причина' }).uncheck();
    await page.reload();
    await page.locator('tbody tr').waitFor();
    expect(await page.getByText('=Скидка').count()).toBe(0);
    await page.getByRole('link', { name: `${payment.invoiceID}.${payment.paymentID}` }).click();
    await page.getByRole('heading', { name: 'Возвраты' }).waitFor();
    await open(`/refunds?shopID=${people.shop.shopID}&from=2020-01-01&to=2020-01-02`);
    await page.getByText('За это время ничего нет').waitFor();
    // The days are those of the page's language, although the browser is English.
    const from = page.getByLabel('С', { exact: true });
    expect(await from.inputValue()).toBe('01.01.2020');
    await from.fill('31.02.2020');
    await page.getByRole('button', { name: 'Показать' }).click();
    await page.getByText('Такой даты нет. Дата пишется так: дд.мм.гггг').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(new URL(page.url()).searchParams.get('from')).toBe('2020-01-01');
    await from.fill('2.1.2020');
    await page.getByRole('button', { name: 'Показать' }).click();
    await page.waitForURL((url) => url.searchParams.get('from') === '2020-01-02');
    expect(faults).toEqual([]);
  });

  test('finance finds a payout with its history and reverts a part of a deposit', async () => {
    const { partyID } = people.shop.platform.demo;
    const limit = { role: 'finance', currency: 'RUB', commandLimit: 1_000_000, dailyLimit: 10_000_000 };
    await people.administrators.carryOut('setOperatorLimit', limit);
    const { page, open, faults } = await people.person(people.keys.finance);
    await open(`/withdrawals?partyID=${partyID}&status=Succeeded`);
    await page.getByRole('link', { name: movements.withdrawal }).click();
    await page.locator('.money-amount', { hasText: '1 500,00' }).waitFor();
    await page.locator('.story .connector').first().waitFor();
    await open(`/deposits?partyID=${partyID}&walletID=${movements.wallet}`);
    await page.getByRole('link', { name: movements.deposit }).click();
    await page.getByRole('button', { name: 'Отменить пополнение' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Сумма/).fill('100,50');
    await dialog.getByLabel('Причина').fill('Ошибка банка');
    await dialog.getByRole('button', { name: 'Отменить пополнение' }).click();
    await page.locator('.money-rest', { hasText: '100,50' }).waitFor();
    const viewer = await people.person(people.keys.viewer);
    await viewer.open(`/deposits/${movements.deposit}`);
    await viewer.page.locator('.money-amount').waitFor();
    expect(await viewer.page.locator('.page-title .button').count()).toBe(0);
    expect([...faults, ...viewer.faults]).toEqual([]);
  });

  test('a registry of the chosen shop is ordered, made and downloaded again after a reload', async () => {
    const { page, open, faults } = await people.person(people.keys.finance);
    await open(`/refunds?shopID=${people.shop.shopID}`);
    await page.getByRole('link', { name: 'Заказать реестр' }).click();
    const form = page.getByRole('form', { name: 'Заказать реестр' });
    await form.getByLabel('По', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Заказать реестр' }).click();
    await page.getByRole('alert').getByText('обе даты').waitFor();
    await orderRegistry(page, 'Возвраты');
    const { text } = await download(page, /CSV: Возвраты/);
    expect(text.startsWith('\uFEFFИнвойс;Платёж;Возврат;')).toBe(true);
    expect(text).toContain(`${payment.invoiceID};${payment.paymentID};`);
    expect(text).toContain(";66,00;RUB;'=Скидка;");
    await page.reload();
    expect((await download(page, /XLSX: Возвраты/)).text.slice(0, 2)).toBe('PK');
    const viewer = await people.person(people.keys.viewer);
    await viewer.open('/registries');
    await viewer.page.getByText('Такой страницы нет').waitFor();
    expect(faults).toEqual([]);
  });

  test('a merchant sees the own payouts and deposits, and downloads a registry of payouts', async () => {
    const { page, open, faults } = await people.person(people.shop.platform.demo.apiKey);
    await open('/withdrawals?status=Succeeded');
    await page.getByRole('link', { name: movements.withdrawal }).click();
    await page.getByText('payout-7').waitFor();
    await open(`/deposits/${movements.deposit}`);
    await page.locator('.money-amount', { hasText: '10 000,00' }).waitFor();
    await open(`/refunds?shopID=${people.shop.shopID}&invoiceID=${payment.invoiceID}`);
    await page.getByText('=Скидка').waitFor();
    await open('/registries');
    await orderRegistry(page, 'Выводы');
    const { text } = await download(page, /CSV: Выводы/);
    expect(text).toContain(`\r\n${movements.withdrawal};`);
    expect(text).toContain(';1500,00;RUB;');
    expect(faults).toEqual([]);
  });

  test('a merchant reads the balance, a closed batch and its lines, and follows one to its payment', async () => {
    const { shopID, platform } = people.shop;
    const { ENCRYPTION_KEY = '' } = platform.environment;
    const store = openStore({ DATABASE_URL: platform.databaseUrl, ENCRYPTION_KEY }, 2);
    await closeBatch(store, { shopID, currency: 'RUB', untilDay: '2099-12-31' });
    await store.database.close();
    const { page, open, faults } = await people.person(platform.demo.apiKey);
    await open(`/payouts?shopID=${shopID}`);
    await page.getByRole('region', { name: 'Баланс, RUB' }).getByText('Доступно, RUB', { exact: true }).waitFor();
    const batch = page.getByRole('table', { name: 'Пакеты' }).getByRole('row').nth(1);
    await batch.getByText('закрыт').waitFor();
    await batch.getByRole('link', { name: '№ 1' }).click();
    const lines = page.getByRole('table', { name: 'Операции' });
    await lines
      .getByRole('link', { name: `${payment.invoiceID}.${payment.paymentID}` })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Возвраты' }).waitFor();
    const finance = await people.person(people.keys.finance);
    await finance.open('/payouts');
    await finance.page.getByText('Незавершённые выплаты всех магазинов').first().waitFor();
    await finance.page.getByLabel('Магазин', { exact: true }).selectOption(shopID);
    await finance.page.getByRole('button', { name: 'Показать' }).click();
    await finance.page.getByRole('link', { name: '№ 1' }).waitFor();
    await finance.page.getByRole('combobox', { name: 'Операции' }).selectOption('payout');
    await finance.page.getByRole('button', { name: 'Показать' }).click();
    const line = finance.page.getByRole('table', { name: 'Операции' }).getByRole('row').nth(1);
    await line.getByText('выплата', { exact: true }).waitFor();
    await line.getByRole('link').nth(1).click();
    await finance.page.getByRole('heading', { name: /^Выплата / }).waitFor();
    await finance.page.locator('summary', { hasText: 'Проводки и процессы' }).click();
    await finance.page.getByText('выплата по пакету').waitFor();
    expect([...faults, ...finance.faults]).toEqual([]);
  });
}

import type { Page } from 'playwright-core';
import { CARDS } from '../../tests/harness/factories/payment';
import { chooseWay } from './methods';
import { heading, payButton, payWith, typeCard, type Payers } from './payer';

export function refusedFields(payers: () => Payers): void {
  test.concurrent.each([
    ['payments', { 'payer.contactInfo.email': 'anna@mail..ru' }, 'email', 'Проверьте адрес'],
    ['payment-resources', { 'paymentTool.cvv': '1' }, 'cc-csc', 'Укажите 3 цифры'],
    ['payment-resources', { 'paymentTool.expDate': '1' }, 'cc-exp', 'Проверьте месяц и год'],
    ['payment-resources', { 'paymentTool.cardNumber': '4242424242424243' }, 'cc-number', 'в нём ошибка'],
  ])('a card rejected by %s for %j marks its field', async (path, changes, field, words) => {
    await using page = await payers().open(await payers().invoice());
    await changeOnce(page, path, changes);
    await typeCard(page, { number: CARDS.good });
    await page.getByLabel(/^Почта/).fill('anna@example.com');
    await payButton(page).click();
    const input = page.locator(`input[autocomplete="${field}"]`);
    await page.locator('.field:has(.field-error)').filter({ has: input }).getByText(words).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe(field);
    await heading(page, 'Проверьте, что вы ввели').waitFor();
    await payButton(page).click();
    await heading(page, 'Оплачено').waitFor();
  });

  test.concurrent.each([
    ['Счёт телефона', { 'paymentTool.mobilePhone.ctn': '1' }, '9151111111', 'Укажите номер целиком'],
    ['QIWI Кошелёк', { 'paymentTool.id': 1 }, 'sandbox-success', 'Укажите номер кошелька'],
  ])('%s rejected for %j marks its field', async (way, changes, typed, words) => {
    await using page = await payers().open(await payers().invoice());
    await changeOnce(page, 'payment-resources', changes);
    await chooseWay(page, way, (opened) => opened.getByLabel(/^Номер (телефона|кошелька)/).fill(typed));
    await page.locator('.way-form .field:has(.field-error)').getByText(words).waitFor();
  });

  test.concurrent('an invalid e-mail address is reported before anything is sent', async () => {
    await using page = await payers().open(await payers().invoice());
    await typeCard(page, { number: CARDS.good });
    await page.getByLabel(/^Почта/).fill('anna@mail..ru');
    await payButton(page).click();
    await page.getByText('Проверьте адрес').waitFor();
    expect(page.sent.filter(({ body }) => body)).toEqual([]);
  });

  test.concurrent('an invalid e-mail address of the shop makes the page ask the payer', async () => {
    await using page = await payers().open({ ...(await payers().invoice()), email: 'anna@mail..ru' });
    await page.getByLabel(/^Почта/).waitFor();
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
  });
}

async function changeOnce(page: Page, path: string, changes: object): Promise<void> {
  let isChanged = false;
  await page.route(`**/${path}`, async (route) => {
    if (isChanged || route.request().method() !== 'POST') return route.fallback();
    isChanged = true;
    const body = route.request().postDataJSON() as Record<string, any>;
    for (const [place, value] of Object.entries(changes)) {
      const names = place.split('.');
      const last = names.pop() ?? '';
      names.reduce((part, name) => part[name], body)[last] = value;
    }
    await route.continue({ postData: JSON.stringify(body) });
  });
}

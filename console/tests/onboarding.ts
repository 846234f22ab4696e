import { accessibilityViolations } from '../../tests/harness/axe';
import { anInvoice, CARDS, INSTANT, pay, untilPayment } from '../../tests/harness/factories/payment';
import { httpClient } from '../../tests/harness/http-client';
import { people, PHONE, type People } from './people';

/** Creation of a merchant in the browser, up to its first payment. */
export function onboarding(): void {
  test('a created merchant takes a payment with its new key', async () => {
    const { platform } = people.shop;
    const { page, open, context, faults, picture } = await people.person(platform.demo.operatorKey);
    await open('/merchants');
    await page.getByRole('link', { name: 'Создать участника' }).click();
    const startedMs = Date.now();
    await page.getByLabel('Идентификатор участника').fill('flowers');
    await page.getByLabel('Почта владельца').fill('owner');
    await page.getByLabel('Название магазина').fill('Цветы');
    await page.getByLabel('Адрес сайта').fill('https://flowers.example');
    await page.getByLabel('Комиссия, %').fill('2,555');
    await page.getByRole('checkbox', { name: /^sandbox/ }).check();
    await page.getByRole('button', { name: 'Проверить' }).click();
    // What the API refuses stands at its fields, and nothing else is lost.
    const wrong = page.locator('[aria-invalid=true]');
    await page.locator('.field-error').first().waitFor();
    expect(await wrong.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('name')))).toEqual([
      'contract.contractor.email',
      'shop.terms.fee',
    ]);
    expect(await page.locator('.field-error').allTextContents()).toEqual([
      expect.stringMatching(/email/i),
      expect.stringContaining('процент'),
    ]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('onboarding');
    await page.getByLabel('Почта владельца').fill('owner@flowers.example');
    await page.getByLabel('Комиссия, %').fill('2,5');
    // The session ends in the middle of the form.
    await context.clearCookies();
    await page.getByRole('button', { name: 'Проверить' }).click();
    const ended = page.getByRole('dialog', { name: 'Сессия закончилась' });
    await ended.getByLabel('Ключ').fill(platform.demo.operatorKey);
    await ended.getByRole('button', { name: 'Войти' }).click();
    await ended.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Проверить' }).click();
    await page.getByRole('heading', { name: 'Что изменится' }).waitFor();
    await page.locator('ins', { hasText: 'https://flowers.example' }).first().waitFor();
    await page.getByLabel('Причина').fill('Договор 17');
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('onboarding-review');
    await page.getByText('одобряет второй человек').waitFor();
    await page.getByRole('button', { name: 'Создать', exact: true }).click();
    await page.getByText('ждёт одобрения второго человека').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('onboarding-waits');
    await approveInQueue(people, 'sandbox');
    const secret = await page.locator('.secret code').textContent();
    expect(Date.now() - startedMs).toBeLessThan(120_000);
    await picture('onboarding-ready');
    const merchant = httpClient({ baseUrl: platform.apiUrl, token: secret ?? '' });
    const invoice = await anInvoice(merchant, 'flowers-shop', { amount: 12_000 });
    const paymentID = await pay(httpClient({ baseUrl: platform.apiUrl, token: invoice.token }), invoice.id, {
      ...{ card: CARDS.good, flow: INSTANT },
    });
    await untilPayment(merchant, { invoiceID: invoice.id, paymentID }, 'captured');
    const { body } = await people.operators.get<any>('/configuration/shops/flowers-shop');
    expect(body.value.terms).toMatchObject({ fee: '2.5%', routes: [{ connector: 'sandbox' }] });
    expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
  });

  /** The second person sees in the queue what changes, and approves it. */
  async function approveInQueue(people: People, expected: string): Promise<void> {
    const { page, open, picture } = await people.person(people.keys.configuration);
    await open('/queue/approvals');
    await page.getByRole('button', { name: 'Одобрить' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('ins', { hasText: expected }).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('approval-of-changes');
    await dialog.getByLabel('Причина').fill('Проверено');
    await dialog.getByRole('button', { name: 'Одобрить' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  test('keys and limits of a merchant are changed, and the secret of a key is shown once', async () => {
    const { platform } = people.shop;
    const { page, open, faults, picture } = await people.person(platform.demo.operatorKey, {
      viewport: PHONE,
    });
    await open(`/merchants/${platform.demo.partyID}`);
    await page.getByText('Тестовый магазин').first().waitFor();
    await page.getByRole('button', { name: 'Создать ключ' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Имя ключа').fill('касса');
    await dialog.getByLabel('выводы').uncheck();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Создать ключ' }).click();
    const secret = (await dialog.locator('.secret code').textContent()) ?? '';
    const created = httpClient({ baseUrl: platform.apiUrl, token: secret });
    expect((await created.get('/v2/processing/me')).status).toBe(200);
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    expect(await page.getByText(secret).count()).toBe(0);
    const line = page.locator('.lines li', { hasText: 'касса' });
    await line.getByText('читать, платежи, вебхуки').waitFor();
    await line.getByRole('button', { name: 'Отозвать' }).click();
    await dialog.getByLabel('Причина').fill('Касса закрыта');
    await dialog.getByRole('button', { name: 'Отозвать' }).click();
    await line.getByText('отозван').waitFor();
    await page.getByRole('button', { name: 'Изменить лимиты' }).click();
    await dialog.getByLabel('Для каждого ключа').fill('0');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.getByText('Нужно целое число от 1').waitFor();
    await dialog.getByLabel('Для каждого ключа').fill('900');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('900', { exact: true }).waitFor();
    await picture('merchant-keys');
    expect(faults).toEqual([]);
  });

  test('an operator without the role sees no form', async () => {
    const { page, open } = await people.person(people.keys.support);
    await open('/onboarding');
    await page.getByText('оператор с ролью «настройки»').waitFor();
    expect(await page.getByRole('button', { name: 'Проверить' }).count()).toBe(0);
  });
}

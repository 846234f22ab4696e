import { accessibilityViolations } from '../../tests/harness/axe';
import { makeManyPayments } from '../../tests/harness/factories/many-payments';
import { Database } from '../../store/postgres/database';
import { untilBody } from '../../tests/harness/http-client';
import { Keyboard } from './keyboard';
import { people, PHONE } from './people';
import { wideElements } from './screens';

const DAY_MS = 86_400_000;
const SHOP = '/configuration/shops/demo-shop-brief-hold';

/** Routes and fees as forms. */
export function configuration(): void {
  test('a route and a fee of a shop are changed by a form, tried on yesterday, approved and restored', async () => {
    const { shop, operators } = people;
    const { databaseUrl, demo } = shop.platform;
    const database = new Database({ url: databaseUrl, poolSize: 1 });
    const yesterday = (Math.floor(Date.now() / DAY_MS) - 1) * DAY_MS;
    await makeManyPayments(database, {
      ...{ partyID: demo.partyID, shopID: 'demo-shop-brief-hold', count: 365 },
      since: new Date(yesterday - 363 * DAY_MS),
    });
    await database.close();
    const { page, open, faults, picture } = await people.person(people.keys.configuration);
    await open(`/merchants/${demo.partyID}`);
    const card = page.locator('.card', { hasText: 'demo-shop-brief-hold' });
    await card.getByRole('button', { name: 'Изменить' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Срок холда').waitFor();
    expect(await dialog.getByLabel('Срок холда').inputValue()).toBe('5s');
    await dialog.getByRole('button', { name: 'Добавить: Маршруты' }).click();
    await dialog.getByLabel('Учётная запись').selectOption('sandbox');
    await dialog.getByLabel('Сумма от, в минорных единицах').fill('10000');
    await dialog.getByRole('group', { name: 'Маршруты 1' }).getByLabel('Валюты через запятую').fill('RUB');
    // The amount keeps its meaning when it gets a currency.
    expect(await dialog.getByLabel('Сумма от, RUB').inputValue()).toBe('100');
    await dialog.getByRole('button', { name: 'Добавить: Правила комиссии' }).click();
    const rule = dialog.getByRole('group', { name: 'Правила комиссии 1' });
    await rule.getByLabel('Ставка, %').fill('2,555');
    await dialog.getByRole('button', { name: 'Что изменится' }).click();
    // What the API refuses stands at its field, which has the focus.
    await dialog.locator('.field-error').first().waitFor();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('terms.fees.0.percent');
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('configuration-form');
    // The review writes numbers as the page does.
    await rule.getByLabel('Ставка, %').fill('2.5');
    await dialog.getByRole('button', { name: 'Что изменится' }).click();
    await dialog.getByRole('heading', { name: /На платежах за 1 сут\.: проверено [1-9]/ }).waitFor();
    expect(await dialog.locator('ins').allTextContents()).toEqual(
      expect.arrayContaining([
        '1. Учётная запись: sandbox; Валюты через запятую: RUB; Сумма от, RUB: 100',
        '1. Ставка, %: 2,5',
      ]),
    );
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('configuration-review');
    await dialog.getByLabel('Причина').fill('Договор 18');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Ждёт одобрения второго человека').waitFor();
    const approve = async (wanted: string): Promise<void> => {
      const { body } = await operators.get<any>('/commands?state=AwaitingApproval');
      const command = body.commands.find(({ reason }: { reason: string }) => reason === wanted);
      await operators.post(`/commands/${command.id}/approve`, { reason: 'Проверено' });
    };
    const read = async () => operators.get<any>(SHOP);
    await approve('Договор 18');
    const { value, version } = await untilBody(read, (body) => body.value.terms.fees !== undefined);
    expect(value.terms).toEqual({
      holdLifetime: '5s',
      routes: [{ connector: 'sandbox', currencies: ['RUB'], minAmount: 10_000 }],
      fees: [{ percent: '2.5%' }],
    });
    await open(`/merchants/${demo.partyID}`);
    await card.getByText(`Версия ${version}`).waitFor();
    await card.getByRole('button', { name: 'Версии' }).click();
    await dialog.getByText('Договор 18').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('configuration-versions');
    await new Keyboard(page).activate(dialog.getByRole('button', { name: `Вернуть Версия ${version - 1}` }));
    await dialog.getByRole('heading', { name: /На платежах за 1 сут\./ }).waitFor();
    await dialog.getByLabel('Причина').fill('Ошибка в договоре');
    expect(await dialog.getByRole('button', { name: 'Сохранить' }).isEnabled()).toBe(true);
    await picture('configuration-roll-back');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.waitFor({ state: 'detached' });
    await approve('Ошибка в договоре');
    await untilBody(read, (body) => body.value.terms.fees === undefined && body.value.terms.routes === undefined);
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  });

  test('the lists that all merchants share are edited on a phone with the keyboard', async () => {
    const { page, open, faults, picture } = await people.person(people.keys.configuration, {
      viewport: PHONE,
      theme: 'dark',
    });
    await open('/configuration/institutions');
    await page.locator('tbody tr').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(wideElements)).toEqual([]);
    await page.getByRole('button', { name: 'Изменить' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Учётная запись').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(wideElements)).toEqual([]);
    await picture('configuration-institution');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await open('/configuration/categories');
    const keys = new Keyboard(page);
    await keys.activate(page.getByRole('button', { name: 'Создать' }));
    await keys.fill(dialog.getByLabel('Номер'), '77');
    await keys.fill(dialog.getByLabel('Название'), 'Книги');
    await keys.activate(dialog.getByRole('button', { name: 'Что изменится' }));
    await keys.fill(dialog.getByLabel('Причина'), 'Новые магазины');
    await keys.activate(dialog.getByRole('button', { name: 'Сохранить' }));
    await dialog.waitFor({ state: 'detached' });
    await page.locator('tbody tr', { hasText: 'Книги' }).waitFor();
    expect((await people.operators.get<any>('/configuration/categories/77')).body.value).toMatchObject({
      name: 'Книги',
    });
    expect(faults).toEqual([]);
  });

  test('an operator without the role changes nothing', async () => {
    const { page, open } = await people.person(people.keys.support);
    await open('/configuration/institutions');
    await page.getByRole('button', { name: 'Версии' }).first().waitFor();
    expect(await page.getByRole('button', { name: /Изменить|Создать/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Версии' }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('button', { name: /Вернуть/ }).count()).toBe(0);
  });
}

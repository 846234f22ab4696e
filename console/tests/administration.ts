import { accessibilityViolations } from '../../tests/harness/axe';
import { anOperatorKey } from '../../tests/harness/operator-key';
import { approve, callAs, decide, people, PHONE, visit, type BrowserPerson } from './people';
import { wideElements } from './screens';

/** A test secret in the form that Stripe gives them. */
const SECRET = 'sk_test_0123456789abcdefABCDEF';

/** What operators look after in pairs: people, accounts, findings, erasures. */
export function administration(): void {
  const keys: string[] = [];
  let first: BrowserPerson;
  let second: BrowserPerson;

  beforeAll(async () => {
    const { databaseUrl } = people.shop.platform;
    for (const name of ['Анна', 'Вера'])
      keys.push((await anOperatorKey(databaseUrl, { name, roles: ['administrator'] })).secret);
  });

  beforeEach(async () => {
    [first, second] = [await people.person(keys[0] ?? ''), await people.person(keys[1] ?? '', { viewport: PHONE })];
  });

  async function takeCode({ page }: BrowserPerson): Promise<string> {
    await page.getByRole('button', { name: 'Получить свой код' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Получить свой код' }).click();
    const code = await page.locator('.secret code').textContent();
    await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click();
    return code ?? '';
  }

  /** Nothing wide, nothing that axe finds. */
  async function look({ page, picture }: BrowserPerson, name: string): Promise<void> {
    await picture(name);
    expect([name, await accessibilityViolations(page), await page.evaluate(wideElements)]).toEqual([name, [], []]);
  }

  test('two administrators invite an operator, who makes a key with both codes; they change the roles and end the access', async () => {
    const { page } = first;
    await first.open('/administration');
    await page.getByRole('button', { name: 'Пригласить оператора' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Пригласить оператора' }).press('Enter');
    await dialog.getByRole('alert').getByText('Заполните поле «Имя»').waitFor();
    await dialog.getByLabel('Имя').fill('Борис');
    await dialog.getByLabel('Почта').fill('boris@provider.example');
    await dialog.getByRole('checkbox', { name: 'финансы' }).check();
    await decide(first, 'Пригласить оператора');
    await page.getByText('свою просьбу одобрить нельзя').waitFor();
    await second.open('/administration/operators');
    await second.page.getByText('boris@provider.example').first().waitFor();
    await approve(second);
    await second.page.getByRole('link', { name: 'Борис' }).click();
    await look(second, 'operator');
    const codes = [await takeCode(second)];
    await page.getByRole('link', { name: 'Борис' }).click();
    codes.push(await takeCode(first));
    const invited = await visit(people);
    await invited.open('/invitation');
    await invited.page.getByLabel('Код первого администратора').fill(codes[0] ?? '');
    await invited.page.getByLabel('Код второго администратора').fill(codes[1] ?? '');
    await invited.page.getByLabel('Название ключа').fill('Ноутбук');
    await invited.page.getByRole('button', { name: 'Создать ключ' }).click();
    const secret = (await invited.page.locator('.secret code').textContent()) ?? '';
    const boris = await people.person(secret);
    await boris.open('/administration');
    await boris.page.getByRole('heading', { name: 'Лимиты ролей' }).waitFor();
    expect(await boris.page.getByRole('button', { name: 'Установить' }).count()).toBe(0);
    await boris.open(new URL(page.url()).pathname);
    await boris.page.getByText('Такой страницы нет').waitFor();

    await page.getByRole('button', { name: 'Сменить роли' }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'финансы' }).uncheck();
    await decide(first, 'Сменить роли');
    await second.open(new URL(page.url()).pathname);
    await approve(second);
    await page.locator('.facts').getByText('поддержка', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Отозвать: Ноутбук' }).click();
    await decide(first, 'Отозвать');
    await page.getByText('отозван', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Закрыть доступ' }).click();
    await decide(first, 'Закрыть доступ');
    await page.locator('.facts').getByText('доступ закрыт').waitFor();
    await boris.page.reload();
    await boris.page.getByLabel('Ключ').waitFor();
    await look(first, 'operator');
    expect([...first.faults, ...second.faults]).toEqual([]);
  });

  test('an administrator ends the console session of another, whose next request asks to sign in', async () => {
    const { databaseUrl } = people.shop.platform;
    const { secret } = await anOperatorKey(databaseUrl, { name: 'Глеб', roles: ['support'] });
    const gleb = await people.person(secret);
    await gleb.open('/merchants');
    const { page } = first;
    await first.open('/administration/operators');
    await page.getByRole('main').getByRole('link', { name: 'Глеб' }).click();
    const sessions = page.locator('section', { has: page.getByRole('heading', { name: 'Сеансы в консоли' }) });
    await sessions.getByRole('button', { name: /^Завершить: / }).click();
    await decide(first, 'Завершить', 'Потерян ноутбук');
    await sessions.getByText('Открытых сеансов нет').waitFor();
    await gleb.page.reload();
    await gleb.page.getByLabel('Ключ').waitFor();
    await gleb.context.close();
  });

  test('a shop shows what is to do before going live, each line with its state and remedy', async () => {
    const { partyID, shopID } = people.shop.platform.demo;
    await first.open(`/merchants/${partyID}`);
    const { page } = first;
    await page.getByRole('link', { name: `Готовность к запуску ${shopID}`, exact: true }).click();
    await page.getByRole('heading', { name: `Готовность к запуску: ${shopID}` }).waitFor();
    const line = page.locator('.lines > li', { hasText: 'Маршруты' });
    await line.getByText('нужно сделать').waitFor();
    await line.getByText('Создайте магазин с договором боевой платёжной организации.').waitFor();
    expect(await page.locator('.lines > li').count()).toBe(9);
    expect(await page.locator('.lines > li', { hasText: 'Оповещения' }).textContent()).toContain('нужно сделать');
    await page.getByRole('button', { name: 'Проверить снова' }).click();
    await look(first, 'go-live');
  });

  test('an administrator decides nothing about himself', async () => {
    const { page } = first;
    await first.open('/administration/operators');
    await page.getByRole('main').getByRole('link', { name: 'Анна' }).click();
    await page.getByText('о вас решают другие администраторы').waitFor();
    expect(await page.getByRole('button', { name: /доступ|роли/ }).count()).toBe(0);
  });

  test('two administrators set and remove a limit and an approval rule; a wrong amount is explained and the dialog stays', async () => {
    const { page } = first;
    await first.open('/administration/limits');
    await page.getByRole('button', { name: 'Установить' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Валюта').fill('kzt');
    await dialog.getByLabel('За одну команду').fill('много');
    await dialog.getByLabel('За день (UTC)').fill('20 000');
    await dialog.getByLabel('Причина').fill('Новая валюта');
    await dialog.getByRole('button', { name: 'Установить' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('За одну команду').fill('5 000,50');
    await decide(first, 'Установить');
    await second.open('/administration/limits');
    await approve(second);
    const row = page.getByRole('row').filter({ hasText: '5 000,50' });
    await row.getByText('20 000,00').waitFor();
    await row.getByRole('button', { name: 'Убрать' }).click();
    await decide(first, 'Убрать');
    await second.open('/administration/limits');
    await approve(second);
    await row.waitFor({ state: 'detached' });
    await look(second, 'limits');
    await page.getByRole('button', { name: 'Установить' }).last().click();
    await page.getByRole('dialog').getByLabel('Команда').selectOption('blockShop');
    await decide(first, 'Установить');
    await second.open('/administration/limits');
    await approve(second);
    await page.getByRole('listitem').filter({ hasText: 'заблокировать магазин' }).first().waitFor();
    await look(first, 'limits');
    expect([...first.faults.filter((fault) => !fault.includes('400')), ...second.faults]).toEqual([]);
  });

  test('two people add an account with an acquirer by the form of its kind and disable it; no page shows its credentials', async () => {
    const { databaseUrl } = people.shop.platform;
    const other = (await anOperatorKey(databaseUrl, { name: 'Пётр', roles: ['configuration'] })).secret;
    const [one, two] = [
      await people.person(people.keys.configuration),
      await people.person(other, { viewport: PHONE }),
    ];
    const { page } = one;
    await one.open('/administration/accounts');
    await page.getByRole('button', { name: 'Добавить учётную запись' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Коннектор').selectOption('stripe');
    await dialog.getByLabel('Идентификатор').fill('stripe-desk');
    await dialog.getByLabel('Имя').fill('Страйп');
    await dialog.getByLabel('Секретный ключ').fill('wrong');
    await dialog.getByLabel('Причина').fill('Новый эквайер');
    await dialog.getByRole('button', { name: 'Добавить учётную запись' }).click();
    await dialog.getByRole('alert').getByText('credentials').first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toMatch(/^credential\./);
    await dialog.getByLabel('Секретный ключ').fill(SECRET);
    await decide(one, 'Добавить учётную запись');
    await two.open('/administration/accounts');
    await two.page.getByRole('button', { name: 'Одобрить', exact: true }).click();
    await decide(two, 'Одобрить');
    const card = page.locator('.card', { hasText: 'stripe-desk' });
    await card.getByText('работает').waitFor();
    await card.getByRole('button', { name: 'Заменить реквизиты' }).click();
    expect(await dialog.getByLabel('Секретный ключ').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    const sandbox = page.locator('.card', { hasText: 'Sandbox' }).first();
    await sandbox.getByRole('button', { name: 'Проверить' }).click();
    await sandbox.getByText(/отвечает за \d+ мс/).waitFor();
    await card.getByRole('button', { name: 'Выключить' }).click();
    await decide(one, 'Выключить');
    await card.getByText('выключена').waitFor();
    for (const { page: seen } of [one, two]) expect(await seen.content()).not.toContain(SECRET);
    await look(one, 'accounts');
    await two.open('/administration/accounts');
    await two.page.locator('.card').first().waitFor();
    await look(two, 'accounts');
    const finance = await people.person(people.keys.finance);
    await finance.open('/administration/accounts');
    await finance.page.locator('.card').first().waitFor();
    expect(await finance.page.getByRole('button', { name: /Выключить|Заменить|Добавить/ }).count()).toBe(0);
    expect([...one.faults.filter((fault) => !fault.includes('400')), ...two.faults]).toEqual([]);
  });

  test('finance compares both sides of a finding, resolves it with a reason, and ends and resumes a reconciliation', async () => {
    const { invoiceID, paymentID } = await people.shop.captured({ amount: 12_300 });
    await people.shop.sql(
      `INSERT INTO reconciliation_findings (id, connector, kind, operation_id, operation_kind, subject, status,
         status_changed_at, facts, currency, connector_amount, recorded_amount, operation_at, found_at, found_by)
       VALUES ($1, 'sandbox', 'differentAmount', $2, 'capture', $3, 'open', now(), '{"statement":"taken"}', 'RUB', 12500,
         12300, now(), now(), 'hour')`,
      [`desk-${invoiceID}`, `payment/${invoiceID}.${paymentID}/capture`, `payment/${invoiceID}.${paymentID}`],
    );
    const person = await people.person(people.keys.finance, { viewport: PHONE });
    const { page } = person;
    await person.open('/administration/reconciliation');
    await page.getByRole('row', { name: '125,00' }).getByRole('link').click();
    const sides = page.getByRole('table', { name: 'Что говорят обе стороны' });
    for (const text of ['125,00', '123,00', 'коннектор списал деньги']) await sides.getByText(text).waitFor();
    await look(person, 'finding');
    await page.getByRole('button', { name: 'Закрыть', exact: true }).click();
    await decide(person, 'Закрыть', 'Исправлено у эквайера');
    await page.locator('.facts').getByText('Исправлено у эквайера').waitFor();
    expect(await page.getByRole('button', { name: 'Закрыть', exact: true }).count()).toBe(0);
    await person.open('/administration/reconciliation?status=resolved');
    await page.getByRole('row', { name: '125,00' }).waitFor();
    await page.getByRole('button', { name: 'Прекратить сверку: sandbox' }).click();
    await decide(person, 'Прекратить сверку');
    await page.getByText('прекращена').waitFor();
    await page.getByRole('button', { name: 'Продолжить сверку: sandbox' }).click();
    await decide(person, 'Продолжить сверку');
    await page.getByText('сверяется').waitFor();
    await look(person, 'reconciliation');
    const viewer = await people.person(people.keys.viewer);
    await viewer.open('/administration/reconciliation?status=resolved');
    await viewer.page.getByRole('row', { name: '125,00' }).waitFor();
    expect(await viewer.page.getByRole('button', { name: /сверку/ }).count()).toBe(0);
    expect([...person.faults, ...viewer.faults]).toEqual([]);
  });

  test('an administrator finds the data of a person, and only another one erases them', async () => {
    const contactInfo = { email: 'erased@example.com' };
    const body = { shopID: people.shop.shopID, contactInfo, metadata: {} };
    const { customer } = (await people.shop.merchant.post<any>('/v2/processing/customers', body)).body;
    const { page } = first;
    await first.open('/administration/erasures');
    await page.getByRole('button', { name: 'Найти данные человека' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Причина').fill('Заявление № 7');
    await dialog.getByRole('button', { name: 'Искать' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Почта').fill('erased@example.com');
    await decide(first, 'Искать', 'Заявление № 7');
    await page.getByText('подтвердит его другой администратор').waitFor();
    await page.getByRole('link', { name: customer.id }).waitFor();
    expect(await page.getByRole('button', { name: 'Стереть данные' }).count()).toBe(0);
    const path = new URL(page.url()).pathname;
    const refused = await callAs(page, `/operators/v1${path.replace('/administration', '')}/confirm`);
    expect(refused).toBe(403);
    await look(first, 'erasure');
    await second.open(path);
    await second.page.getByRole('button', { name: 'Стереть данные' }).click();
    await second.page.getByRole('dialog').getByRole('button', { name: 'Стереть данные' }).click();
    await second.page.locator('.facts').getByText('стёрто', { exact: true }).waitFor();
    await look(second, 'erasure');
    await first.open('/administration/erasures');
    await page.getByRole('row', { name: 'Заявление № 7' }).getByText('стёрто').waitFor();
    await look(first, 'erasures');
    expect([...first.faults.filter((fault) => !/40[03]/.test(fault)), ...second.faults]).toEqual([]);
  });
}

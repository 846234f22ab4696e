import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../../tests/harness/axe';
import { CARDS } from '../../tests/harness/factories/payment';
import { copyShop } from './currencies';
import { chooseWay } from './methods';
import { heading, payButton, payWith, typeCard, type Payers } from './payer';

const NAME = 'Демонстрационный магазин';
const MARK = 'Тестовый магазин';
/** What the page may request until every way to pay is shown; the favicon is not counted. */
const MAX_REQUESTS = 14;

/** The shop on the page: its name, its realm, its providers, and what it sells. */
export function shopShown(payers: () => Payers): void {
  test.concurrent('a payer sees the name of the shop and that it is a test shop, also on the receipt', async () => {
    await using page = await payers().open(await payers().invoice());
    await page.locator('.order-shop').getByText(NAME).waitFor();
    await page.locator('.status').getByText(MARK).waitFor();
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
    expect((await page.locator('.facts').innerText()).replace(/\s/g, ' ')).toContain(`Магазин ${NAME}`);
    await page.reload();
    await heading(page, 'Оплачено').waitFor();
    expect(await page.locator('.status').innerText()).toBe(MARK);
  });

  test.concurrent('the name in the link comes before the name of the shop', async () => {
    await using page = await payers().open({ ...(await payers().invoice()), name: 'Чайная лавка' });
    await page.locator('.order-shop').getByText('Чайная лавка').waitFor();
    expect(await page.getByText(NAME).count()).toBe(0);
    await page.locator('.status').waitFor();
  });

  test.concurrent('a shop of a live realm is not marked', async () => {
    await makeLiveShop(payers(), 'shop-live');
    await using page = await payers().open(await payers().invoice({ shopID: 'shop-live' }));
    await page.locator('.order-shop').getByText(NAME).waitFor();
    expect(await page.locator('.status').count()).toBe(0);
  });

  test.concurrent('links of templates and customers name the shop', async () => {
    const template = await payers().template({ costType: 'InvoiceTemplateLineCostUnlim' });
    for (const link of [template, await makeCustomer(payers())]) {
      await using page = await payers().open(link);
      await page.locator('.order-shop').getByText(NAME).waitFor();
      await page.locator('.status').waitFor();
    }
  });

  test.concurrent('a page whose shop cannot be read offers every way by its id, and is paid', async () => {
    await using page = await payers().open(await payers().invoice());
    await page.route('**/checkout/v1/shop', (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    await page.getByRole('button', { name: 'euroset' }).waitFor();
    expect(await page.locator('.order-shop').count()).toBe(0);
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
  });

  test.concurrent('a page with all ways to pay sends at most 14 requests', async () => {
    await using page = await payers().open(await payers().invoice());
    for (const name of ['Система быстрых платежей', 'Евросеть', 'QIWI Кошелёк', 'Криптовалюта', 'Счёт телефона'])
      await page.getByRole('button', { name }).waitFor();
    await payButton(page).waitFor();
    const sent = page.sent.map(({ url }) => url).filter((url) => !url.includes('favicon'));
    expect(sent.length).toBeGreaterThan(8);
    expect(sent.length).toBeLessThanOrEqual(MAX_REQUESTS);
    expect(sent.filter((url) => url.includes('service-providers'))).toEqual([]);
  });

  test.concurrent('a cart of 100 lines and a long description leave the form on the first screen', async () => {
    const cart = Array.from({ length: 100 }, (_, index) => ({ product: `Чай ${index}`, quantity: 1, price: 10_000 }));
    const description = 'Описание заказа, которое магазин написал подробно. '.repeat(19).trim();
    const ref = await payers().invoice({ amount: 1_000_000, body: { cart, description } });
    await using page = await payers().open(ref);
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1350, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      expect(await getBottom(page, '.form > .button')).toBeLessThanOrEqual(viewport.height);
    }
    await page.getByText('Позиций в заказе: 100').click();
    expect(await page.locator('.order-lines li').count()).toBe(100);
    const shown = page.locator('.order-description p');
    const isCut = () => shown.evaluate((element) => element.scrollHeight > element.clientHeight + 1);
    expect(await isCut()).toBe(true);
    await page.getByRole('button', { name: 'Показать полностью' }).click();
    expect(await isCut()).toBe(false);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Свернуть' }).click();
    expect(await isCut()).toBe(true);
  });

  test.concurrent('accepted cards and operators are shown by names and marks', async () => {
    await using page = await payers().open(await payers().invoice());
    await page.getByText('Принимаются карты: Мир, Visa, Mastercard, Maestro, Humo').waitFor();
    expect(await page.locator('.systems .mark').count()).toBe(5);
    await page.getByRole('button', { name: 'Счёт телефона' }).click();
    const operators = page.getByRole('list', { name: 'Операторы' }).getByRole('listitem');
    await operators.first().waitFor();
    const names = await operators.evaluateAll((items) => items.map((item) => item.lastChild?.textContent));
    expect(names).toEqual(['МТС', 'Билайн', 'МегаФон', 'T2', 'Yota']);
    expect(await operators.locator('svg').count()).toBe(5);
    await expectAccessible(page);
  });

  test.concurrent('a receipt names the provider, not its id', async () => {
    await using page = await payers().open(await payers().invoice());
    await chooseWay(page, 'QIWI Кошелёк', (opened) => opened.getByLabel(/Номер кошелька/).fill('sandbox-success'));
    await heading(page, 'Оплачено').waitFor();
    await page.reload();
    await heading(page, 'Оплачено').waitFor();
    expect(await page.locator('.facts').innerText()).toContain('QIWI Кошелёк');
  });

  test.concurrent('a page with one way opens it, and proposes no other', async () => {
    await setMethods(payers(), 'shop-one-way', [{ method: 'MobileCommerce', operators: ['mts'] }]);
    await using page = await payers().open(await payers().invoice({ shopID: 'shop-one-way' }));
    await heading(page, 'Способ оплаты').waitFor();
    await page.getByLabel('Номер телефона').fill('9151111112');
    await payButton(page).click();
    await page.getByRole('alert').getByText('Пополните счёт телефона.').waitFor();
    expect(await page.getByText(/друго[йе]/i).count()).toBe(0);
  });

  test.concurrent('a payer with one way cancels the payment instead of choosing another way', async () => {
    await setMethods(payers(), 'shop-one-terminal', [{ method: 'PaymentTerminal', providers: ['qps'] }]);
    await using page = await payers().open(await payers().invoice({ shopID: 'shop-one-terminal' }));
    await payButton(page).click();
    await heading(page, 'Отсканируйте QR-код').waitFor();
    expect(await page.getByText(/друго[йе]/i).count()).toBe(0);
    await page.getByRole('button', { name: 'Отменить этот платёж' }).click();
    await heading(page, 'Прежний платёж отменён').waitFor();
    expect(await page.getByText(/друго[йе]/i).count()).toBe(0);
  });

  test.concurrent('a customer who binds a card is asked for no e-mail address, and reads of no payment', async () => {
    await using page = await payers().open(await makeCustomer(payers()));
    const bind = page.getByRole('button', { name: 'Привязать карту' });
    await bind.waitFor();
    expect(await page.getByLabel(/^Почта/).count()).toBe(0);
    await typeCard(page, { number: CARDS.noMoney });
    await bind.click();
    await page.getByRole('alert').getByText('Пополните карту или возьмите другую').waitFor();
    await expectAccessible(page);
    expect(await page.getByText(/заплат|оплат|платёж(?!н)/i).count()).toBe(0);
  });

  test.concurrent('the outline of a card to bind has no e-mail field', async () => {
    await using page = await payers().newPage();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`${payers().platform.processes.checkout.url}/pay#customerID=1&customerAccessToken=a.b.c`);
    await page.getByText('Номер карты').waitFor();
    expect(await page.getByText('Почта для чека').isVisible()).toBe(false);
  });
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect({ [colorScheme]: await accessibilityViolations(page) }).toEqual({ [colorScheme]: [] });
  }
}

async function getBottom(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
}

async function makeCustomer({ merchant, platform }: Payers) {
  const { body } = await merchant.post('/v2/processing/customers', {
    shopID: platform.demo.shopID,
    contactInfo: { email: 'anna@example.com' },
    metadata: {},
  });
  return { customerID: body.customer.id, customerAccessToken: body.customerAccessToken.payload };
}

async function setMethods(payers: Payers, shopID: string, paymentMethods: object[]): Promise<void> {
  await aShopWith(payers, shopID, { paymentMethods });
}

/** A copy of the demonstration shop with other terms. */
export async function aShopWith(payers: Payers, shopID: string, terms: object): Promise<void> {
  await copyShop(payers, { shopID, currency: 'RUB' });
  await payers.sql('UPDATE shops SET terms = terms || $2 WHERE id = $1', [shopID, JSON.stringify(terms)]);
}

async function makeLiveShop(payers: Payers, shopID: string): Promise<void> {
  await copyShop(payers, { shopID, currency: 'RUB' });
  const contract = `INSERT INTO contracts SELECT (jsonb_populate_record(c,
      jsonb_build_object('id', 'live-contract', 'payment_institution_id', n.id))).*
    FROM contracts c JOIN payment_institutions n ON n.realm = 'live' WHERE c.id = 'demo-contract'`;
  await payers.sql(contract, []);
  await payers.sql(`UPDATE shops SET contract_id = 'live-contract' WHERE id = $1`, [shopID]);
}

import type { Browser } from 'playwright-core';
import { launchBrowser } from '../tests/harness/browser';
import { startPlatform, type Platform } from '../tests/harness/platform';
import { httpClient, type HttpClient } from '../tests/harness/http-client';
import { startCheckoutShop, type CheckoutShop } from './samples/checkout-shop';
import { Payer } from './samples/payer';

let platform: Platform;
let shop: CheckoutShop;
let browser: Browser;
let payer: Payer;
let merchant: HttpClient;
let order = 2000;

beforeAll(async () => {
  platform = await startPlatform();
  [shop, browser] = await Promise.all([startCheckoutShop(platform), launchBrowser()]);
  merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await shop?.stop();
  await platform?.stop();
});

beforeEach(async () => {
  order += 1;
  payer = await Payer.open(browser);
});

afterEach(() => payer.close());

const open = (options: { waitUntil?: 'commit' } = {}) => payer.page.goto(`${shop.url}/orders/${order}`, options);
const opened = async () => {
  await open();
  await payer.page.getByRole('button', { name: /Оплатить 1/ }).waitFor();
};
const ourInvoice = async () =>
  (await merchant.get(`/v2/processing/invoices?externalID=order-${order}`)).body as { id: string; amount: number };
const getPayments = async (invoiceID: string) =>
  (await merchant.get(`/v2/processing/invoices/${invoiceID}/payments`)).body as { status: string }[];

async function holdBack(path: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  await payer.page.route(`**${path}`, async (route) => {
    await released;
    await route.continue();
  });
  return letGo;
}

describe('card data in addresses', () => {
  test.each(['/pay.js', '/card.js'])(
    'does not appear while %s is loading; the page works afterwards',
    async (script) => {
      const letGo = await holdBack(script);
      await open({ waitUntil: 'commit' });
      await payer.fill();
      await payer.tryToSend();
      expect(await payer.leaks(shop.accessLog())).toEqual([]);
      letGo();
      await payer.pay();
      await payer.waitForText('Оплачено');
      expect(await payer.leaks(shop.accessLog())).toEqual([]);
      expect(new URL(payer.page.url()).search).toBe('');
    },
  );

  test('does not appear when its script never loads', async () => {
    await payer.page.route('**/*.js', (route) => route.abort());
    await open();
    await payer.fill();
    await payer.tryToSend();
    expect(await payer.leaks(shop.accessLog())).toEqual([]);
  });

  test('does not appear while the invoice is loading; the page works afterwards', async () => {
    const letGo = await holdBack('/invoice');
    await open();
    await payer.fill();
    await payer.tryToSend();
    expect(payer.requested.filter(({ path }) => path.startsWith('/v2/'))).toEqual([]);
    letGo();
    await payer.pay();
    await payer.waitForText('Оплачено');
    expect(await payer.leaks(shop.accessLog())).toEqual([]);
  });

  test('does not appear when the order’s amount has changed since its invoice', async () => {
    const externalID = `order-${order}`;
    const invoice = { externalID, shopID: platform.demo.shopID, dueDate: '2030-12-31T21:00:00Z', currency: 'RUB' };
    await merchant.post('/v2/processing/invoices', { ...invoice, amount: 100, product: 'Другое', metadata: {} });
    const letGo = await holdBack('/invoice');
    await open();
    await payer.fill();
    await payer.tryToSend();
    letGo();
    await payer.waitForText('Заказ изменился');
    await payer.tryToSend();
    expect(await payer.leaks(shop.accessLog())).toEqual([]);
  });

  test('does not appear when the key is wrong, and the payer is not blamed', async () => {
    const broken = await startCheckoutShop(platform, { HOLDFAST_API_KEY: 'wrong' });
    const letGo = await holdBack('/invoice');
    await payer.page.goto(`${broken.url}/orders/${order}`);
    await payer.fill();
    await payer.tryToSend();
    letGo();
    await payer.waitForText('Не удалось открыть оплату');
    await payer.tryToSend();
    expect(await payer.leaks(broken.accessLog())).toEqual([]);
    await broken.stop();
  });
});

test('a server without its environment names what is missing and does not start', async () => {
  const start = startCheckoutShop(platform, { HOLDFAST_API_KEY: '', HOLDFAST_SHOP_ID: '' });
  await expect(start).rejects.toThrow('HOLDFAST_API_KEY, HOLDFAST_SHOP_ID');
});

test('the page shows what is paid for, and how much', async () => {
  await opened();
  expect(await payer.page.locator('h1').innerText()).toBe(`Заказ № ${order}`);
  expect(await payer.page.getByRole('button').innerText()).toMatch(/^Оплатить 1\s999,90\s₽$/);
});

test('a double click pays once', async () => {
  await opened();
  await payer.fill();
  await payer.page.getByRole('button').dblclick();
  await payer.waitForText('Оплачено');
  expect(payer.requested.filter(({ method, path }) => method === 'POST' && path.endsWith('/payments'))).toHaveLength(1);
  expect(await getPayments((await ourInvoice()).id)).toHaveLength(1);
});

test.each([
  ['4242 4242 4242 4242', '12 / 29'],
  ['4242\u00a04242\u00a04242\u00a04242', '12\u00a0/\u00a029'],
  ['4242-4242-4242-4242', '1229'],
  [' 4242424242424242 ', '12/2029'],
  ['4242424242424242', '1 / 29'],
])('a card written as “%s”, “%s” is accepted', async (cardNumber, expDate) => {
  await opened();
  await payer.fill({ cardNumber, expDate });
  await payer.pay();
  await payer.waitForText('Оплачено');
});

test.each([
  ['Номер карты', { cardNumber: '4242 4242 4242 4241' }, 'Проверьте номер карты'],
  ['Номер карты', { cardNumber: '' }, 'Проверьте номер карты'],
  ['Срок действия', { expDate: '13/29' }, 'Укажите месяц и год'],
  ['CVV', { cvv: '12' }, 'Укажите 3 или 4 цифры'],
  ['Держатель карты', { cardHolder: '4242424242424242' }, 'Укажите имя'],
  ['Почта для чека', { email: 'payer' }, 'Укажите почту'],
])('a mistake in «%s» is shown beside it, and nothing is sent', async (label, mistake, problem) => {
  await opened();
  await payer.fill(mistake);
  await payer.pay();
  await payer.page.getByText(problem).waitFor();
  expect(await payer.page.getByLabel(label).getAttribute('aria-invalid')).toBe('true');
  expect(await payer.page.locator('[aria-invalid=true]').count()).toBe(1);
  expect(payer.requested.filter(({ path }) => path.endsWith('/payment-resources'))).toEqual([]);
});

test('a refusal of the platform differs from a decline of the bank', async () => {
  await opened();
  await payer.fill({ email: 'payer@x.y' + 'z'.repeat(120) });
  await payer.pay();
  await payer.waitForText('Проверьте данные карты и почту');
  await payer.fill({ cardNumber: '4000 0000 0000 0002' });
  await payer.pay();
  await payer.waitForText('На карте не хватает денег');
  await payer.fill();
  await payer.pay();
  await payer.waitForText('Оплачено');
  expect((await getPayments((await ourInvoice()).id)).map(({ status }) => status)).toEqual(['failed', 'captured']);
  expect(await payer.page.getByLabel('Номер карты').inputValue()).toBe('');
});

test('an invoice cancelled in the meantime is reported', async () => {
  await opened();
  await payer.fill();
  const { id } = await ourInvoice();
  await merchant.post(`/v2/processing/invoices/${id}/rescind`, { reason: 'Товар кончился' });
  await payer.pay();
  await payer.waitForText('Счёт отменён');
  await payer.page.reload();
  await payer.waitForText('Счёт отменён');
});

test('a payment whose response was lost is found and made once', async () => {
  await opened();
  await payer.fill();
  await payer.page.route('**/payments', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await payer.pay();
  await payer.waitForText('Оплачено');
  expect(await getPayments((await ourInvoice()).id)).toHaveLength(1);
});

test('a connection lost while waiting for the bank does not end the wait', async () => {
  await opened();
  let isLost = true;
  await payer.page.route('**/events*', (route) => (isLost ? route.abort() : route.fallback()));
  await payer.fill();
  await payer.pay();
  await payer.waitForText('Нет связи');
  isLost = false;
  await payer.waitForText('Оплачено');
});

test('the page has no horizontal scrolling on a phone', async () => {
  const phone = await Payer.open(browser, { width: 390, height: 844 });
  await phone.page.goto(`${shop.url}/orders/${order}`);
  await phone.page.getByRole('button', { name: /Оплатить 1/ }).waitFor();
  expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await phone.close();
});

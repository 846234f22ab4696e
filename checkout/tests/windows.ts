import type { Page } from 'playwright-core';
import { waitForPopup } from '../../content/samples/browser';
import { CARDS, INSTANT, pay } from '../../tests/harness/factories/payment';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { bankFrame, heading, payWith, type InvoiceRef, type Payers } from './payer';
import { startShop, type TestShop } from './shop';

export function windows(payers: () => Payers): void {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await startShop();
  });

  afterAll(() => shop?.stop());

  const getTag = ({ invoiceID, invoiceAccessToken }: InvoiceRef, attributes = '') =>
    `<script class="holdfast-checkout" src="${payers().platform.processes.checkout.url}/checkout.js"
      data-invoice-id="${invoiceID}" data-invoice-access-token="${invoiceAccessToken}" ${attributes}></script>`;

  async function openShop(content: string): Promise<{ page: Page; address: string; close: () => Promise<void> }> {
    const context = await payers().browser.newContext({ locale: 'ru-RU' });
    context.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
    const page = await context.newPage();
    const address = shop.page(`<body>${content}</body>`);
    await page.goto(address);
    return { page, address, close: () => context.close() };
  }

  async function aPaidInvoice(): Promise<InvoiceRef> {
    const ref = await payers().invoice();
    const payer = payers().merchant.as(ref.invoiceAccessToken);
    await pay(payer, ref.invoiceID, { card: CARDS.good, flow: INSTANT });
    return ref;
  }

  test('a bank whose COOP cuts the window off does not end the payment on the shop’s page', async () => {
    const { page, close } = await openShop(getTag(await payers().invoice()));
    await page.context().route('**/3ds/*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' },
      });
    });
    const popup = await waitForPopup(page);
    await payWith(popup, { number: CARDS.threeDSecure });
    await bankFrame(popup);
    await popup.getByRole('button', { name: 'Открыть страницу банка во всё окно' }).click();
    await page.getByText('Оплата идёт в другом окне').waitFor();
    await popup.getByRole('button', { name: 'Подтвердить' }).click();
    await heading(popup, 'Оплачено').waitFor();
    // The dialog closes before the shop is notified of the end.
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await close();
  });

  test('the dialog over the shop’s page closes after the payment, while the payer reads the receipt', async () => {
    const { page, close } = await openShop(getTag(await payers().invoice()));
    const popup = await waitForPopup(page);
    await page.getByRole('dialog').waitFor();
    await payWith(popup, { number: CARDS.good });
    await heading(popup, 'Оплачено').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Оплачено' }).waitFor();
    expect(popup.isClosed()).toBe(false);
    await close();
  });

  test('a receipt whose shop page was reloaded closes on its own', async () => {
    const { page, close } = await openShop(getTag(await aPaidInvoice()));
    const popup = await waitForPopup(page);
    const button = popup.getByRole('button', { name: 'Закрыть' });
    await button.waitFor();
    await page.reload();
    // The window may close before the click resolves.
    await Promise.all([popup.waitForEvent('close'), button.click().catch(() => undefined)]);
    await close();
  });

  test('a receipt without an opener navigates to redirectUrl', async () => {
    const redirectUrl = shop.page('<body>Спасибо</body>');
    const { page, close } = await openShop(getTag(await aPaidInvoice(), `data-redirect-url="${redirectUrl}"`));
    const popup = await waitForPopup(page);
    const button = popup.getByRole('button', { name: 'Закрыть' });
    await button.waitFor();
    await page.reload();
    await button.click();
    await popup.waitForURL(redirectUrl);
    await close();
  });

  test('a tag submits its surrounding form after the payment, whatever its fields are named', async () => {
    const thanks = shop.page('<body>Спасибо</body>');
    const tag = getTag(await aPaidInvoice());
    const { page, close } = await openShop(`<form action="${thanks}"><input name="submit" value="1">${tag}</form>`);
    const popup = await waitForPopup(page);
    await page.getByText('Оплачено').waitFor();
    await popup.close();
    await page.waitForURL(`${thanks}?submit=1`);
    await close();
  });

  test('a page whose address is too long to return to falls back to its origin and path', async () => {
    const over = { invoiceID: 'x', invoiceAccessToken: 'a.b.c' };
    const { page, address, close } = await openShop(getTag(over, 'data-mode="redirect"'));
    const long = 'a'.repeat(1000);
    for (const [at, back] of [
      [`${address}?order=1#top`, [`${address}?order=1#top`]],
      [`${address}?${long}`, [address]],
      [`${shop.url}/${long}`, []],
    ] as const) {
      await page.goto(address);
      await page.evaluate((url) => history.replaceState(null, '', url), at);
      await page.getByRole('button', { name: 'Оплатить' }).click();
      await heading(page, 'Ссылка устарела').waitFor();
      const links = page.getByRole('link', { name: 'Вернуться в магазин' });
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(back);
    }
    await close();
  });
}

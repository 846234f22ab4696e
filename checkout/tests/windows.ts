import { waitForPopup } from '../../content/samples/browser';
import { CARDS, INSTANT, pay } from '../../tests/harness/factories/payment';
import { bankFrame, DESKTOP, heading, payWith, type InvoiceRef, type PayerPage, type Payers } from './payer';
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

  async function openShop(content: string): Promise<PayerPage> {
    const page = await payers().newPage({ viewport: DESKTOP });
    await page.goto(shop.page(`<body>${content}</body>`));
    return page;
  }

  async function aPaidInvoice(): Promise<InvoiceRef> {
    const ref = await payers().invoice();
    const payer = payers().merchant.as(ref.invoiceAccessToken);
    await pay(payer, ref.invoiceID, { card: CARDS.good, flow: INSTANT });
    return ref;
  }

  test('a bank whose COOP cuts the window off does not end the payment on the shop’s page', async () => {
    await using page = await openShop(getTag(await payers().invoice()));
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
  });

  test('the dialog over the shop’s page closes after the payment, while the payer reads the receipt', async () => {
    await using page = await openShop(getTag(await payers().invoice()));
    const popup = await waitForPopup(page);
    await page.getByRole('dialog').waitFor();
    await payWith(popup, { number: CARDS.good });
    await heading(popup, 'Оплачено').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Оплачено' }).waitFor();
    expect(popup.isClosed()).toBe(false);
  });

  test('a receipt whose shop page was reloaded closes on its own', async () => {
    await using page = await openShop(getTag(await aPaidInvoice()));
    const popup = await waitForPopup(page);
    const button = popup.getByRole('button', { name: 'Закрыть' });
    await button.waitFor();
    await page.reload();
    // The window may close before the click resolves.
    await Promise.all([popup.waitForEvent('close'), button.click().catch(() => undefined)]);
  });

  test('a receipt without an opener navigates to redirectUrl', async () => {
    const redirectUrl = shop.page('<body>Спасибо</body>');
    await using page = await openShop(getTag(await aPaidInvoice(), `data-redirect-url="${redirectUrl}"`));
    const popup = await waitForPopup(page);
    const button = popup.getByRole('button', { name: 'Закрыть' });
    await button.waitFor();
    await page.reload();
    await button.click();
    await popup.waitForURL(redirectUrl);
  });

  test('a tag submits its surrounding form after the payment, whatever its fields are named', async () => {
    const thanks = shop.page('<body>Спасибо</body>');
    const tag = getTag(await aPaidInvoice());
    await using page = await openShop(`<form action="${thanks}"><input name="submit" value="1">${tag}</form>`);
    const popup = await waitForPopup(page);
    await page.getByText('Оплачено').waitFor();
    await popup.close();
    await page.waitForURL(`${thanks}?submit=1`);
  });

  test('a page whose address is too long to return to falls back to its origin and path', async () => {
    const over = { invoiceID: 'x', invoiceAccessToken: 'a.b.c' };
    await using page = await openShop(getTag(over, 'data-mode="redirect"'));
    const address = page.url();
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
  });
}

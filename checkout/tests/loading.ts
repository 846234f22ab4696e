import type { Page } from 'playwright-core';
import { CARDS, untilPayment } from '../../tests/harness/factories/payment';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import {
  buildAddress,
  bankFrame,
  decideAt,
  heading,
  pollNow,
  payButton,
  payUnlessBegun,
  payWith,
  PHONE,
  typeCard,
  type Payers,
} from './payer';

import { startShop } from './shop';

const TABS = 16;

export function loading(payers: () => Payers): void {
  /** Opens a page and delays some of its requests until they are released or aborted. */
  async function openHeld(held: string, end: 'continue' | 'abort' = 'continue') {
    const { browser, platform, invoice } = payers();
    const context = await browser.newContext({ locale: 'ru-RU', viewport: PHONE });
    const page = await context.newPage();
    page.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
    const sent: string[] = [];
    page.on('request', (request) => void (request.postData() && sent.push(request.url())));
    let letGo = () => {};
    const isFree = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(held, async (route) => {
      await isFree;
      await route[end]();
    });
    const ref = await invoice();
    await page.goto(buildAddress(platform, ref), { waitUntil: 'commit' });
    return { page, ref, sent, letGo, close: () => context.close() };
  }

  test('the page without its script can be read and has no inputs', async () => {
    const { page, sent, letGo, close } = await openHeld('**/assets/render-*.js');
    await page.getByText('Данные карты уходят только в платёжную систему').waitFor();
    await page.getByText('Номер карты').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(CARDS.good);
    await page.keyboard.press('Enter');
    expect(await page.locator('form, input, button, a').count()).toBe(0);
    letGo();
    await payButton(page).waitFor();
    expect(sent).toEqual([]);
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
    await close();
  });

  test.each([
    ['ru', 'Чтобы заплатить, включите JavaScript'],
    ['en', 'To pay, turn on JavaScript'],
    ['kk', 'Төлеу үшін'],
  ])('a browser in %s without JavaScript shows what to do in place of the outline', async (locale, words) => {
    const { browser, platform, invoice } = payers();
    const page = await browser.newPage({ locale, javaScriptEnabled: false });
    await page.goto(buildAddress(platform, await invoice()));
    expect(await page.locator('noscript').innerText()).toContain(words);
    expect(await page.locator('.bone').first().isVisible()).toBe(false);
    await page.close();
  });

  test.each([
    ['allow-scripts', 'allow-same-origin'],
    ['allow-scripts allow-forms', 'allow-same-origin'],
    ['allow-scripts allow-same-origin', 'allow-forms'],
    ['allow-scripts allow-same-origin allow-forms', 'Номер карты'],
  ])('a frame with sandbox="%s" says what the shop has to allow', async (sandbox, words) => {
    const { browser, platform, invoice } = payers();
    const shop = await startShop();
    const page = await browser.newPage({ locale: 'ru-RU' });
    page.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
    const address = buildAddress(platform, await invoice()).replaceAll('&', '&amp;');
    await page.goto(shop.page(`<iframe title="pay" sandbox="${sandbox}" src="${address}"></iframe>`));
    const frame = page.frameLocator('iframe');
    const isAllowed = words === 'Номер карты';
    await (isAllowed ? frame.getByLabel(words) : frame.getByText(words)).waitFor();
    expect(await frame.getByText('Проверьте интернет').isVisible()).toBe(false);
    expect(await frame.getByText('Номер карты').isVisible()).toBe(isAllowed);
    expect(await frame.getByText('пусть добавит в sandbox').count()).toBe(isAllowed ? 0 : 1);
    await page.close();
    shop.stop();
  });

  test('a frame without scripts says that the shop has to allow them', async () => {
    const { browser, platform, invoice } = payers();
    const shop = await startShop();
    const page = await browser.newPage({ locale: 'ru-RU' });
    const address = buildAddress(platform, await invoice()).replaceAll('&', '&amp;');
    await page.goto(shop.page(`<iframe title="pay" sandbox src="${address}"></iframe>`));
    const frame = page.frameLocator('iframe');
    expect(await frame.locator('noscript').innerText()).toContain('пусть добавит в sandbox allow-scripts');
    expect(await frame.getByText('Номер карты').isVisible()).toBe(false);
    await page.close();
    shop.stop();
  });

  test('a page that resumes a payment shows no card form', async () => {
    const { page, letGo, close } = await openHeld('**/assets/no-such-part.js');
    letGo();
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
    await page.route('**/assets/render-*.js', (route) => route.abort());
    await page.reload();
    await page.locator('.late').waitFor();
    expect(await page.getByText('Номер карты').isVisible()).toBe(false);
    await close();
  });

  test('loading the amount form does not look like a payment', async () => {
    const { open, template } = payers();
    const { page, close } = await open(await template({ costType: 'InvoiceTemplateLineCostUnlim' }));
    const amount = page.getByLabel(/^Сумма/);
    await amount.waitFor();
    let letGo = () => {};
    const isFree = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/assets/amount-form-*.js', async (route) => {
      await isFree;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Пожертвование', level: 1 }).waitFor();
    expect(await page.getByText('Проводим платёж').count()).toBe(0);
    letGo();
    await amount.waitFor();
    await close();
  });

  test('typed text stays while other ways load', async () => {
    const { page, letGo, close } = await openHeld('**/assets/ways-*.js');
    await typeCard(page, { number: CARDS.good });
    letGo();
    await page.getByRole('button', { name: 'Евросеть' }).waitFor();
    await payButton(page).click();
    await heading(page, 'Оплачено').waitFor();
    await close();
  });

  test('a card can be paid with while the other ways load or fail to load', async () => {
    const { page, letGo, close } = await openHeld('**/assets/ways-*.js', 'abort');
    await typeCard(page, { number: CARDS.good });
    const isLost = page.waitForEvent('requestfailed');
    letGo();
    await isLost;
    await payButton(page).click();
    await heading(page, 'Оплачено').waitFor();
    await close();
  });

  test.each(['pay', 'render', 'ru'])('a missing %s.js is reported at once', async (part) => {
    const { browser, platform, invoice } = payers();
    const page = await browser.newPage();
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
    await page.goto(buildAddress(platform, { ...(await invoice()), locale: 'ru' }), { waitUntil: 'commit' });
    await page.locator('[data-loading="failed"] .late').waitFor();
    await page.close();
  });

  test('an early response that never ends is requested again', async () => {
    const { browser, platform, invoice } = payers();
    const page = await browser.newPage({ locale: 'ru-RU', viewport: PHONE });
    page.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
    await page.clock.install();
    await page.addInitScript(() => {
      const real = window.fetch.bind(window);
      let isFirst = true;
      window.fetch = async (...asked) => {
        const isEndless = isFirst && new Request(...asked).url.includes('/events?');
        if (isEndless) isFirst = false;
        const answer = await real(...asked);
        return isEndless ? new Response(new ReadableStream(), answer) : answer;
      };
    });
    await page.goto(buildAddress(platform, await invoice()));
    // The page's script has taken over the early responses.
    await page.locator('html[data-mode]').waitFor();
    await page.clock.fastForward(36_000);
    await payButton(page).waitFor();
    await page.close();
  });

  test('a copied tab that missed an attempt can pay', async () => {
    const { open, invoice, merchant } = payers();
    const ref = await invoice();
    const { page, close } = await open(ref);
    await payButton(page).waitFor();
    const [copy] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open(location.href)),
    ]);
    await payButton(copy).waitFor();
    await copy.route('**/events?*', (route) => route.abort());
    await page.bringToFront();
    for (const count of [1, 2]) {
      await payWith(page, { number: CARDS.noMoney });
      await heading(page, 'Не хватает денег').waitFor();
      expect(await statuses(merchant, ref.invoiceID)).toHaveLength(count);
    }
    await copy.bringToFront();
    await typeCard(copy, { number: CARDS.good });
    await copy.unroute('**/events?*');
    await pollNow(copy);
    await heading(copy, 'Не хватает денег').waitFor();
    // A decline in another tab keeps typed text and focus.
    expect(await copy.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await payButton(copy).click();
    await heading(copy, 'Оплачено').waitFor();
    await close();
  });

  test('a payment made while the page loads shows its receipt although the events are older', async () => {
    const { open, invoice, merchant } = payers();
    const { invoiceID, ...token } = await invoice();
    const { page, close } = await open({ invoiceID, ...token });
    await payWith(page, { number: CARDS.threeDSecure });
    const bank = (await bankFrame(page)).url();
    let letGo = () => {};
    const isFree = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(`**/invoices/${invoiceID}`, async (route) => {
      await isFree;
      await route.continue();
    });
    const reported = page.waitForResponse((response) => /\/events\?limit=\d+$/.test(response.url()));
    await page.reload({ waitUntil: 'commit' });
    await (await reported).finished();
    await decideAt(bank, 'confirm');
    const { body } = await merchant.get(`/v2/processing/invoices/${invoiceID}/payments`);
    await untilPayment(merchant, { invoiceID, paymentID: body[0].id }, 'captured');
    letGo();
    await heading(page, 'Оплачено').waitFor();
    expect(await page.locator('.facts').innerText()).toContain('•• 1881');
    await close();
  });

  test('the back button leads from the shop to the receipt without a second payment', async () => {
    const { open, invoice, merchant, platform } = payers();
    const ref = await invoice();
    const shop = `${platform.sandboxUrl}/readyz`;
    const { page, close } = await open({ ...ref, redirectUrl: shop });
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
    await page.getByRole('link', { name: 'Вернуться в магазин' }).click();
    await page.waitForURL(shop);
    await page.goBack();
    await heading(page, 'Оплачено').waitFor();
    expect(await statuses(merchant, ref.invoiceID)).toEqual(['captured']);
    await close();
  });

  test('sixteen tabs that pay concurrently pay once, and each shows the result', async () => {
    const { browser, platform, invoice, merchant } = payers();
    const ref = await invoice();
    const context = await browser.newContext({ locale: 'ru-RU', viewport: PHONE });
    context.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
    const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
    await inTurn(tabs, async (tab) => {
      await tab.goto(buildAddress(platform, ref));
      await typeCard(tab, { number: CARDS.good });
    });
    // A click waits for a paint, which only the front tab gets.
    await Promise.all(tabs.map((tab) => payUnlessBegun(tab, (button) => button.dispatchEvent('click'))));
    await Promise.all(tabs.map((tab) => heading(tab, 'Оплачено').waitFor()));
    expect(await statuses(merchant, ref.invoiceID)).toEqual(['captured']);
    await context.close();
  });
}

async function inTurn(tabs: readonly Page[], work: (tab: Page) => Promise<void>): Promise<void> {
  for (const tab of tabs) await work(tab);
}

async function statuses(merchant: Payers['merchant'], invoiceID: string): Promise<string[]> {
  const { body } = await merchant.get(`/v2/processing/invoices/${invoiceID}/payments`);
  return (body as { status: string }[]).map(({ status }) => status);
}

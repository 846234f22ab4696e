import type { Page } from 'playwright-core';
import { CARDS, untilPayment } from '../../tests/harness/factories/payment';
import {
  buildAddress,
  bankFrame,
  decideAt,
  heading,
  pollNow,
  payButton,
  payUnlessBegun,
  payWith,
  typeCard,
  type Payers,
} from './payer';
import { startShop } from './shop';

const TABS = 16;

export function loading(payers: () => Payers): void {
  const getStatuses = async (invoiceID: string) => (await payers().payments(invoiceID)).map(({ status }) => status);

  /** Opens a page and delays some of its requests until they are released or aborted. */
  async function openHeld(held: string, end: 'continue' | 'abort' = 'continue') {
    const page = await payers().newPage();
    const letGo = await hold(page, held, end);
    await page.goto(buildAddress(payers().platform, await payers().invoice()), { waitUntil: 'commit' });
    return Object.assign(page, { letGo });
  }

  /** Opens the page of an invoice in a frame of a shop. */
  async function openFramed(sandbox: string) {
    const shop = await startShop();
    const page = await payers().newPage();
    page.on('close', shop.stop);
    const address = buildAddress(payers().platform, await payers().invoice()).replaceAll('&', '&amp;');
    await page.goto(shop.page(`<iframe title="pay" sandbox="${sandbox}" src="${address}"></iframe>`));
    return page;
  }

  test('the page without its script can be read and has no inputs', async () => {
    await using page = await openHeld('**/assets/render-*.js');
    await page.getByText('Данные карты уходят только в платёжную систему').waitFor();
    await page.getByText('Номер карты').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(CARDS.good);
    await page.keyboard.press('Enter');
    expect(await page.locator('form, input, button, a').count()).toBe(0);
    page.letGo();
    await payButton(page).waitFor();
    expect(page.sent.filter(({ body }) => body)).toEqual([]);
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
  });

  test.each([
    ['ru', 'Чтобы заплатить, включите JavaScript'],
    ['en', 'To pay, turn on JavaScript'],
    ['kk', 'Төлеу үшін'],
  ])('a browser in %s without JavaScript shows what to do in place of the outline', async (locale, words) => {
    await using page = await payers().open(await payers().invoice(), { locale, javaScriptEnabled: false });
    expect(await page.locator('noscript').innerText()).toContain(words);
    expect(await page.locator('.bone').first().isVisible()).toBe(false);
  });

  test.each([
    ['allow-scripts', 'allow-same-origin'],
    ['allow-scripts allow-forms', 'allow-same-origin'],
    ['allow-scripts allow-same-origin', 'allow-forms'],
    ['allow-scripts allow-same-origin allow-forms', 'Номер карты'],
  ])('a frame with sandbox="%s" says what the shop has to allow', async (sandbox, words) => {
    await using page = await openFramed(sandbox);
    const frame = page.frameLocator('iframe');
    const isAllowed = words === 'Номер карты';
    await (isAllowed ? frame.getByLabel(words) : frame.getByText(words)).waitFor();
    expect(await frame.getByText('Проверьте интернет').isVisible()).toBe(false);
    expect(await frame.getByText('Номер карты').isVisible()).toBe(isAllowed);
    expect(await frame.getByText('пусть добавит в sandbox').count()).toBe(isAllowed ? 0 : 1);
  });

  test('a frame without scripts says that the shop has to allow them', async () => {
    await using page = await openFramed('');
    const frame = page.frameLocator('iframe');
    expect(await frame.locator('noscript').innerText()).toContain('пусть добавит в sandbox allow-scripts');
    expect(await frame.getByText('Номер карты').isVisible()).toBe(false);
  });

  test('a page that resumes a payment shows no card form', async () => {
    await using page = await payers().open(await payers().invoice());
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
    await page.route('**/assets/render-*.js', (route) => route.abort());
    await page.reload();
    await page.locator('.late').waitFor();
    expect(await page.getByText('Номер карты').isVisible()).toBe(false);
  });

  test('loading the amount form does not look like a payment', async () => {
    const { open, template } = payers();
    await using page = await open(await template({ costType: 'InvoiceTemplateLineCostUnlim' }));
    const amount = page.getByLabel(/^Сумма/);
    await amount.waitFor();
    const letGo = await hold(page, '**/assets/amount-form-*.js');
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Пожертвование', level: 1 }).waitFor();
    expect(await page.getByText('Проводим платёж').count()).toBe(0);
    letGo();
    await amount.waitFor();
  });

  test('typed text stays while other ways load', async () => {
    await using page = await openHeld('**/assets/ways-*.js');
    await typeCard(page, { number: CARDS.good });
    page.letGo();
    await page.getByRole('button', { name: 'Евросеть' }).waitFor();
    await payButton(page).click();
    await heading(page, 'Оплачено').waitFor();
  });

  test('a card can be paid with while the other ways load or fail to load', async () => {
    await using page = await openHeld('**/assets/ways-*.js', 'abort');
    await typeCard(page, { number: CARDS.good });
    const isLost = page.waitForEvent('requestfailed');
    page.letGo();
    await isLost;
    await payButton(page).click();
    await heading(page, 'Оплачено').waitFor();
  });

  test.each(['pay', 'render', 'ru'])('a missing %s.js is reported at once', async (part) => {
    await using page = await payers().newPage();
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
    await page.goto(buildAddress(payers().platform, await payers().invoice()), { waitUntil: 'commit' });
    await page.locator('[data-loading="failed"] .late').waitFor();
  });

  test('an early response that never ends is requested again', async () => {
    await using page = await payers().newPage();
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
    await page.goto(buildAddress(payers().platform, await payers().invoice()));
    // The page's script has taken over the early responses.
    await page.locator('html[data-mode]').waitFor();
    await page.clock.fastForward(36_000);
    await payButton(page).waitFor();
  });

  test('a copied tab that missed an attempt can pay', async () => {
    const { open, invoice } = payers();
    const ref = await invoice();
    await using page = await open(ref);
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
      expect(await getStatuses(ref.invoiceID)).toHaveLength(count);
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
  });

  test('a payment made while the page loads shows its receipt although the events are older', async () => {
    const { open, invoice, merchant, payments } = payers();
    const { invoiceID, ...token } = await invoice();
    await using page = await open({ invoiceID, ...token });
    await payWith(page, { number: CARDS.threeDSecure });
    const bank = (await bankFrame(page)).url();
    const letGo = await hold(page, `**/invoices/${invoiceID}`);
    const reported = page.waitForResponse((response) => /\/events\?limit=\d+$/.test(response.url()));
    await page.reload({ waitUntil: 'commit' });
    await (await reported).finished();
    await decideAt(bank, 'confirm');
    const [payment] = await payments(invoiceID);
    await untilPayment(merchant, { invoiceID, paymentID: payment!.id }, 'captured');
    letGo();
    await heading(page, 'Оплачено').waitFor();
    expect(await page.locator('.facts').innerText()).toContain('•• 1881');
  });

  test('the back button leads from the shop to the receipt without a second payment', async () => {
    const { open, invoice, platform } = payers();
    const ref = await invoice();
    const shop = `${platform.sandboxUrl}/readyz`;
    await using page = await open({ ...ref, redirectUrl: shop });
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
    await page.getByRole('link', { name: 'Вернуться в магазин' }).click();
    await page.waitForURL(shop);
    await page.goBack();
    await heading(page, 'Оплачено').waitFor();
    expect(await getStatuses(ref.invoiceID)).toEqual(['captured']);
  });

  test('sixteen tabs that pay concurrently pay once, and each shows the result', async () => {
    const { newPage, platform, invoice } = payers();
    const ref = await invoice();
    await using first = await newPage();
    const others = await Promise.all(Array.from({ length: TABS - 1 }, () => first.context().newPage()));
    const tabs = [first, ...others];
    await inTurn(tabs, async (tab) => {
      await tab.goto(buildAddress(platform, ref));
      await typeCard(tab, { number: CARDS.good });
    });
    // A click waits for a paint, which only the front tab gets.
    await Promise.all(tabs.map((tab) => payUnlessBegun(tab, (button) => button.dispatchEvent('click'))));
    await Promise.all(tabs.map((tab) => heading(tab, 'Оплачено').waitFor()));
    expect(await getStatuses(ref.invoiceID)).toEqual(['captured']);
  });
}

/** Delays requests until the result is called. */
async function hold(page: Page, held: string, end: 'continue' | 'abort' = 'continue'): Promise<() => void> {
  let letGo = () => {};
  const isFree = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(held, async (route) => {
    await isFree;
    await route[end]();
  });
  return letGo;
}

async function inTurn(tabs: readonly Page[], work: (tab: Page) => Promise<void>): Promise<void> {
  for (const tab of tabs) await work(tab);
}

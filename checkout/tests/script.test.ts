import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../tests/harness/browser';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { accessibilityViolations } from '../../tests/harness/axe';
import { startCheckout } from './checkout-process';
import { startShop, type TestShop } from './shop';

/* checkout.js in other sites' pages; no payment is made, so no API is needed. */

let checkout: Awaited<ReturnType<typeof startCheckout>>;
let shop: TestShop;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let said: string[];

const SUBJECT = "invoiceID: '1AbCd', invoiceAccessToken: 'aaa.bbb.ccc'";
const ATTRIBUTES = 'data-invoice-id="1AbCd" data-invoice-access-token="aaa.bbb.ccc"';

beforeAll(async () => {
  [checkout, shop, browser] = await Promise.all([startCheckout(), startShop(), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  shop?.stop();
  await checkout?.stop();
});

beforeEach(async () => {
  context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 1000, height: 700 } });
  page = await context.newPage();
  page.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
  said = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`thrown: ${error.message}`));
});

afterEach(() => context.close());

const script = () => `<script src="${checkout.url}/checkout.js"></script>`;

const shopPage = (options = '') => `
  <body style="min-height:3000px"><button id="pay">Купить</button><div id="place"></div>${script()}
  <script>
    window.reported = [];
    const callbacks = {};
    for (const name of ['opened', 'closed', 'finished', 'failed']) callbacks[name] = (what) => reported.push([name, what]);
    const checkout = HoldfastCheckout.configure({ ${SUBJECT}, ...callbacks, ${options} });
    document.querySelector('#pay').onclick = checkout.open;
  </script></body>`;

const reported = () => page.evaluate<[string, unknown][]>('reported');
/** Polls from here, because a strict CSP would block waiting within the page. */
async function waitForCallback(name: string): Promise<void> {
  const endMs = Date.now() + ARRIVAL_TIMEOUT_MS;
  while (!(await reported()).some(([one]) => one === name)) {
    if (Date.now() > endMs) throw new Error(`callback was not called: ${name}`);
    await page.waitForTimeout(50);
  }
}

const dialog = () => page.getByRole('dialog');

async function openPopup(options = '', headers: Record<string, string> = {}): Promise<Page> {
  await page.goto(shop.page(shopPage(options), headers));
  const opening = context.waitForEvent('page');
  await page.locator('#pay').click();
  const popup = await opening;
  await popup.waitForLoadState();
  return popup;
}

const postFrom = (popup: Page, message: object) =>
  popup.evaluate((data) => (window.opener as Window).postMessage(data, '*'), message);

describe('a tag', () => {
  test('makes a button that opens the payment, and logs invalid attributes', async () => {
    const tag = (attributes: string) =>
      `<script class="holdfast-checkout" src="${checkout.url}/checkout.js" ${attributes}></script>`;
    const tags = [ATTRIBUTES, `${ATTRIBUTES} data-locale="kk"`, `${ATTRIBUTES} data-label="Взять"`].map(tag);
    await page.goto(shop.page(`<body>${tags.join('')}${tag('data-invoice-id="1AbCd"')}</body>`));
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Оплатить', 'Төлеу', 'Взять']);
    expect(said).toEqual([expect.stringContaining('invoiceAccessToken: is missing')]);
    const opening = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Оплатить' }).click();
    expect(new URL((await opening).url()).origin).toBe(checkout.url);
    await dialog().waitFor();
  });

  test('shows the payment itself in mode inline', async () => {
    const tag = `<script class="holdfast-checkout" src="${checkout.url}/checkout.js" data-mode="inline" ${ATTRIBUTES}></script>`;
    await page.goto(shop.page(`<body>${tag}</body>`));
    expect(await page.locator('iframe[title="Оплата"]').count()).toBe(1);
    expect(await page.getByRole('button').count()).toBe(0);
  });

  test('works when loaded later, and with unknown attributes', async () => {
    await page.goto(shop.page('<body></body>'));
    await page.evaluate(
      ([src]) => {
        const tag = document.createElement('script');
        tag.className = 'holdfast-checkout';
        Object.assign(tag.dataset, { invoiceId: '1AbCd', invoiceAccessToken: 'a.b.c', turboTrack: 'reload' });
        tag.src = src;
        document.body.append(tag);
      },
      [`${checkout.url}/checkout.js`] as const,
    );
    await page.getByRole('button', { name: 'Оплатить' }).waitFor();
    expect(said).toEqual([expect.stringMatching(/^warning: .*turboTrack: is no option/)]);
  });
});

describe('configure', () => {
  test.each([
    ['paymentFlowHodl: true', 'paymentFlowHodl: is no option'],
    ['invoiceId: 1', 'invoiceId: is no option: write invoiceID'],
    ["mode: 'window'", 'mode: must be one of popup, inline, redirect'],
    ["mode: 'inline'", 'container: must be an element'],
    ["mode: 'inline', container: '#absent'", 'container: must be an element'],
    ["container: '#place'", 'container: means nothing without mode inline'],
    ['finished: 1', 'finished: must be a function'],
    ["mode: 'redirect'", 'opened: is never called in mode redirect'],
    ["redirectUrl: 'javascript:alert(1)'", 'redirectUrl: must be a full http(s) address'],
  ])('throws at { %s }, naming the option and the rule', async (options, words) => {
    await page.goto(shop.page(shopPage(options)));
    expect(said).toEqual([expect.stringContaining(`thrown: HoldfastCheckout: ${words}`)]);
  });

  test('ignores known options of other implementations with a warning', async () => {
    await page.goto(shop.page(shopPage("logo: '/logo.png', popupMode: true")));
    expect(said).toEqual(['logo', 'popupMode'].map((name) => expect.stringContaining(`${name}: is ignored here`)));
    expect(await page.evaluate('typeof checkout.open')).toBe('function');
  });
});

describe('a popup', () => {
  test('has the token only in its fragment, and the page removes it at once', async () => {
    const popup = await openPopup();
    await waitForCallback('opened');
    const address = await popup.evaluate(() => location.href);
    expect(address.split('#')[0]).toBe(`${checkout.url}/pay`);
    expect(address).not.toContain('aaa.bbb.ccc');
    expect(shop.requested.join('\n')).not.toContain('aaa.bbb.ccc');
  });

  test('shows an accessible dialog over the shop, which Escape ends', async () => {
    const popup = await openPopup("theme: 'light'");
    await waitForCallback('opened');
    await page.bringToFront();
    expect(await dialog().getAttribute('aria-labelledby')).toBe('t');
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.screenshot({ path: '.cache/screenshots/checkout-dialog.png' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('pay');
    const closing = popup.waitForEvent('close');
    await page.keyboard.press('Escape');
    await closing;
    await dialog().waitFor({ state: 'detached' });
    expect(await reported()).toEqual([
      ['opened', undefined],
      ['closed', { isFinished: false }],
    ]);
    expect(await page.evaluate(() => [document.documentElement.style.overflow, document.activeElement?.id])).toEqual([
      '',
      'pay',
    ]);
  });

  test('reports when the payer closes it', async () => {
    const popup = await openPopup();
    await waitForCallback('opened');
    await popup.close();
    await waitForCallback('closed');
    expect(await dialog().count()).toBe(0);
  });

  test('gets the focus when already open, and no second one opens', async () => {
    await openPopup();
    await waitForCallback('opened');
    await page.evaluate('checkout.open()');
    await page.getByRole('button', { name: 'Вернуться к оплате' }).click();
    expect(context.pages()).toHaveLength(2);
    await page.evaluate('checkout.close()');
    await waitForCallback('closed');
    await page.evaluate('checkout.close()');
    expect((await reported()).filter(([name]) => name === 'closed')).toHaveLength(1);
  });

  test('accepts messages only under this opening’s nonce and from its own window', async () => {
    const popup = await openPopup();
    await waitForCallback('opened');
    const forged = { channel: 'holdfast-checkout', type: 'finished', invoiceID: '1AbCd' };
    await postFrom(popup, { ...forged, nonce: 'a0'.repeat(16) });
    await page.evaluate((data) => window.postMessage(data, '*'), forged);
    await popup.close();
    await waitForCallback('closed');
    expect((await reported()).map(([name]) => name)).toEqual(['opened', 'closed']);
  });

  test('can be opened again when blocked, or replaced by navigation with the same opening', async () => {
    await page.goto(shop.page(shopPage()));
    await page.evaluate(() => {
      const refuse = (address: string) => void (document.title = new URLSearchParams(address).get('nonce') ?? '');
      Object.assign(window, { open: refuse });
    });
    await page.locator('#pay').click();
    const nonce = await page.title();
    await page.getByText('Браузер не открыл окно оплаты').waitFor();
    await page.screenshot({ path: '.cache/screenshots/checkout-blocked.png' });
    const address = page.url();
    await page.getByRole('button', { name: 'Открыть оплату' }).click();
    await page.waitForURL(`${checkout.url}/pay*`);
    // The new window finds what was made under the first window's nonce.
    const kept = await page.evaluate(() => JSON.stringify(Object.values(sessionStorage)));
    expect(kept).toContain(`attemptID\\":\\"${nonce}\\"`);
    expect(nonce).toMatch(/^\w{20,40}$/);
    await page.goBack();
    expect(page.url()).toBe(address);
  });

  test('leaves the end to the payer when the shop’s COOP cuts it off', async () => {
    const popup = await openPopup('', { 'Cross-Origin-Opener-Policy': 'same-origin' });
    await page.getByText('Оплата идёт в другом окне').waitFor();
    await page.screenshot({ path: '.cache/screenshots/checkout-lost.png' });
    expect(popup.isClosed()).toBe(false);
    expect(await popup.evaluate(() => location.pathname)).toBe('/pay');
    await page.getByRole('button', { name: 'Закрыть сообщение' }).click();
    expect(await reported()).toEqual([['closed', { isFinished: false }]]);
    expect(popup.isClosed()).toBe(false);
  });

  test('works in a browser without dialogs', async () => {
    await page.addInitScript(() => {
      for (const name of ['showModal', 'close']) Reflect.deleteProperty(HTMLDialogElement.prototype, name);
    });
    const popup = await openPopup();
    await waitForCallback('opened');
    await popup.close();
    await waitForCallback('closed');
    expect(await page.locator('holdfast-checkout').count()).toBe(0);
  });

  test('logs a callback’s exception to the console', async () => {
    const popup = await openPopup("opened() { throw new Error('the shop’s own mistake') }");
    await popup.close();
    await waitForCallback('closed');
    expect(said).toContain('thrown: the shop’s own mistake');
  });
});

describe('a shop with a strict policy', () => {
  const policy = (more: string) => ({
    'Content-Security-Policy':
      `default-src 'none'; script-src 'unsafe-inline' ${checkout.url}/checkout.js; ` +
      `require-trusted-types-for 'script'; style-src 'none'; ${more}`,
  });

  test('needs to allow only the script for a popup', async () => {
    // Removes the page's own inline style, which the policy would block.
    await page.goto(shop.page(shopPage().replace(/ style="[^"]*"/, ''), policy('img-src data:')));
    await page.locator('#pay').click();
    await waitForCallback('opened');
    expect(await dialog().evaluate((it) => getComputedStyle(it).borderRadius)).toBe('14px');
    expect(said.filter((line) => line.includes('Security Policy'))).toEqual([]);
  });

  test('needs to allow the frame for inline', async () => {
    const html = shopPage("mode: 'inline', container: '#place'").replace(/ style="[^"]*"/, '');
    await page.goto(shop.page(html, policy(`frame-src ${checkout.url}; img-src data:`)));
    await page.locator('#pay').click();
    await waitForCallback('opened');
    expect(said.filter((line) => line.includes('Security Policy'))).toEqual([]);
  });
});

test('a script pinned by its hash runs, and is blocked under another hash', async () => {
  const { src, integrity } = (await (await fetch(`${checkout.url}/integrity.json`)).json()) as Record<string, string>;
  const pinned = (hash: string) =>
    `<script src="${checkout.url}${src}" integrity="${hash}" crossorigin="anonymous" class="holdfast-checkout" ${ATTRIBUTES}></script>`;
  await page.goto(shop.page(`<body>${pinned(integrity ?? '')}</body>`));
  expect(await page.getByRole('button').count()).toBe(1);
  await page.goto(shop.page(`<body>${pinned(`sha384-${'A'.repeat(64)}`)}</body>`));
  expect(await page.getByRole('button').count()).toBe(0);
});

test('mode redirect navigates the page to the payment', async () => {
  await page.goto(
    shop.page(`<body>${script()}<script>HoldfastCheckout.configure({ ${SUBJECT}, mode: 'redirect' }).open()</script>`),
  );
  await page.waitForURL((address) => address.href.startsWith(`${checkout.url}/pay`));
});

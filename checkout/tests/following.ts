import type { Page } from 'playwright-core';
import { CARDS } from '../../testing/factories/payment';
import { answerInstead, heading, lookNow, payButton, typeCard, type Payers } from './payer';

const EVENTS = '**/events?*';
/** Long enough for a request that is made at once to be seen. */
const SEEN_MS = 500;

/** How often the platform is asked what has happened, and what the page makes of the answers. */
export function following(payers: () => Payers): void {
  /** A page that has a clock of its own and looks at the events from time to time. */
  async function openIdle() {
    const payer = await payers().open(await payers().invoice());
    const { page } = payer;
    await payButton(page).waitFor();
    const looks: string[] = [];
    page.on('request', (request) => void (request.url().includes('/events?') && looks.push(request.url())));
    await page.clock.install();
    await looksAtOnce(page, () => lookNow(page));
    return { ...payer, looks };
  }

  test.concurrent('a page that nobody sees asks for nothing, and asks at once when it is seen again', async () => {
    const { page, looks, close } = await openIdle();
    await show(page, false);
    // A look that was due already may still be on its way.
    await page.waitForTimeout(SEEN_MS);
    const before = looks.length;
    for (const _minute of [1, 2, 3]) await pass(page, 60_000);
    await lookNow(page);
    await page.waitForTimeout(SEEN_MS);
    expect(looks.length).toBe(before);
    await looksAtOnce(page, () => show(page, true));
    await looksAtOnce(page, () => page.clock.fastForward(11_000));
    await close();
  });

  test.concurrent(
    'where nothing happens for long the page asks more seldom, and anew when somebody is back',
    async () => {
      const { page, looks, close } = await openIdle();
      await looksAtOnce(page, () => page.clock.fastForward(20 * 60_000));
      const before = looks.length;
      await pass(page, 15_000);
      expect(looks.length).toBe(before);
      await looksAtOnce(page, () => page.clock.fastForward(31_000));
      await looksAtOnce(page, () => show(page, true));
      await looksAtOnce(page, () => page.clock.fastForward(11_000));
      await close();
    },
  );

  test.concurrent.each([429, 503])(
    'events are not asked for again before the time that an answer %i names',
    async (status) => {
      const { page, looks, close } = await openIdle();
      await page.route(EVENTS, answerInstead(status, { 'Retry-After': '55' }));
      await looksAtOnce(page, () => lookNow(page));
      await page.getByText('Платёжная система сейчас перегружена').waitFor();
      await page.unroute(EVENTS);
      const before = looks.length;
      await pass(page, 12_000);
      await lookNow(page);
      await pass(page, 12_000);
      expect(looks.length).toBe(before);
      await looksAtOnce(page, () => page.clock.fastForward(56_000));
      await page.getByText('Платёжная система сейчас перегружена').waitFor({ state: 'detached' });
      await close();
    },
  );

  test.concurrent('who asks to be left alone for years is asked again after ten minutes', async () => {
    const { page, looks, close } = await openIdle();
    await page.route(EVENTS, answerInstead(503, { 'Retry-After': '99999999' }));
    await looksAtOnce(page, () => lookNow(page));
    await page.unroute(EVENTS);
    const before = looks.length;
    await pass(page, 9 * 60_000);
    expect(looks.length).toBe(before);
    await looksAtOnce(page, () => page.clock.fastForward(61_000));
    await close();
  });

  test.concurrent.each([
    ['ru', /перегружена.*продолжим сами/, 'Оплачено'],
    ['en', /is busy.*go on by ourselves/, 'Paid'],
    ['kk', /жүктеме көп.*жалғастырамыз/, 'Төленді'],
  ] as const)('in %s a busy platform is said to be busy, and asked again when it wants', async (locale, said, paid) => {
    const { page, requests, close } = await payers().open({ ...(await payers().invoice()), locale });
    await typeCard(page, { number: CARDS.good });
    await page.clock.install();
    await page.route('**/payment-resources', answerInstead(503, { 'Retry-After': '55' }), { times: 1 });
    const asked = () => requests.filter(({ url }) => url.endsWith('/payment-resources')).length;
    await payButton(page).click();
    await page.getByText(said).waitFor();
    await pass(page, 12_000);
    await lookNow(page);
    await pass(page, 12_000);
    expect(asked()).toBe(1);
    await page.clock.fastForward(56_000);
    await heading(page, paid).waitFor();
    expect(asked()).toBe(2);
    await close();
  });

  test.concurrent('a platform that is busy for longer is no lost network, and the payer may try again', async () => {
    const { page, close } = await payers().open(await payers().invoice());
    await payButton(page).waitFor();
    await page.route('**/v2/processing/**', answerInstead(503, { 'Retry-After': '600' }));
    await page.reload();
    await heading(page, 'Платёжная система перегружена').waitFor();
    expect(await page.getByText('Проверьте интернет').count()).toBe(0);
    await page.unroute('**/v2/processing/**');
    await page.getByRole('button', { name: 'Попробовать ещё раз' }).click();
    await payButton(page).waitFor();
    await close();
  });

  test.concurrent('an invoice that was read before it was cancelled is not opened again', async () => {
    const { open, invoice, merchant } = payers();
    const ref = await invoice();
    const { page, close } = await open(ref);
    await payButton(page).waitFor();
    const { body: read } = await merchant.get(`/v2/processing/invoices/${ref.invoiceID}`);
    await merchant.post(`/v2/processing/invoices/${ref.invoiceID}/rescind`, { reason: 'Нет в наличии' });
    await page.route(`**/invoices/${ref.invoiceID}`, (route) =>
      route.fulfill({ json: read, headers: { 'Access-Control-Allow-Origin': '*' } }),
    );
    await page.reload();
    await heading(page, 'Магазин отменил счёт').waitFor();
    await close();
  });
}

/** Does something that the page answers with a look at the events, and waits until it has read it. */
async function looksAtOnce(page: Page, act: () => Promise<unknown>): Promise<void> {
  const looked = page.waitForResponse((response) => response.url().includes('/events?'));
  await act();
  await (await looked).finished();
  await page.waitForTimeout(SEEN_MS);
}

async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.fastForward(ms);
  await page.waitForTimeout(SEEN_MS);
}

async function show(page: Page, isShown: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !isShown);
}

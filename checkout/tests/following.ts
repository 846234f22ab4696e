import type { Page } from 'playwright-core';
import { CARDS } from '../../tests/harness/factories/payment';
import { createAnswer, heading, pollNow, payButton, typeCard, type Payers } from './payer';

const EVENTS = '**/events?*';
/** Long enough to see a request that is sent at once. */
const SEEN_MS = 500;

export function following(payers: () => Payers): void {
  /** Opens a page with a fake clock that polls events. */
  async function openIdle() {
    const page = await payers().open(await payers().invoice());
    await payButton(page).waitFor();
    const polls: string[] = [];
    page.on('request', (request) => void (request.url().includes('/events?') && polls.push(request.url())));
    await page.clock.install();
    await causesPoll(page, () => pollNow(page));
    return Object.assign(page, { polls });
  }

  test.concurrent('a hidden page sends no requests, and polls at once when shown again', async () => {
    await using page = await openIdle();
    await show(page, false);
    // A poll may already be in flight.
    await page.waitForTimeout(SEEN_MS);
    const before = page.polls.length;
    for (const _minute of [1, 2, 3]) await advanceClock(page, 60_000);
    await pollNow(page);
    await page.waitForTimeout(SEEN_MS);
    expect(page.polls.length).toBe(before);
    await causesPoll(page, () => show(page, true));
    await causesPoll(page, () => page.clock.fastForward(11_000));
  });

  test.concurrent('an idle page polls less often, and normally again when the payer returns', async () => {
    await using page = await openIdle();
    await causesPoll(page, () => page.clock.fastForward(20 * 60_000));
    const before = page.polls.length;
    await advanceClock(page, 15_000);
    expect(page.polls.length).toBe(before);
    await causesPoll(page, () => page.clock.fastForward(31_000));
    await causesPoll(page, () => show(page, true));
    await causesPoll(page, () => page.clock.fastForward(11_000));
  });

  test.concurrent.each([429, 503])('events are not polled before Retry-After of a %i', async (status) => {
    await using page = await openIdle();
    await page.route(EVENTS, createAnswer(status, { 'Retry-After': '55' }));
    await causesPoll(page, () => pollNow(page));
    await page.getByText('Платёжная система сейчас перегружена').waitFor();
    await page.unroute(EVENTS);
    const before = page.polls.length;
    await advanceClock(page, 12_000);
    await pollNow(page);
    await advanceClock(page, 12_000);
    expect(page.polls.length).toBe(before);
    await causesPoll(page, () => page.clock.fastForward(56_000));
    await page.getByText('Платёжная система сейчас перегружена').waitFor({ state: 'detached' });
  });

  test.concurrent('a Retry-After of years is capped at ten minutes', async () => {
    await using page = await openIdle();
    await page.route(EVENTS, createAnswer(503, { 'Retry-After': '99999999' }));
    await causesPoll(page, () => pollNow(page));
    await page.unroute(EVENTS);
    const before = page.polls.length;
    await advanceClock(page, 9 * 60_000);
    expect(page.polls.length).toBe(before);
    await causesPoll(page, () => page.clock.fastForward(61_000));
  });

  test.concurrent.each([
    ['ru', /перегружена.*продолжим сами/, 'Оплачено'],
    ['en', /is busy.*go on by ourselves/, 'Paid'],
    ['kk', /жүктеме көп.*жалғастырамыз/, 'Төленді'],
  ] as const)('in %s an overloaded platform is reported, and retried when it allows', async (locale, said, paid) => {
    await using page = await payers().open({ ...(await payers().invoice()), locale });
    await typeCard(page, { number: CARDS.good });
    await page.clock.install();
    await page.route('**/payment-resources', createAnswer(503, { 'Retry-After': '55' }), { times: 1 });
    const requested = () => page.sent.filter(({ url }) => url.endsWith('/payment-resources')).length;
    await payButton(page).click();
    await page.getByText(said).waitFor();
    await advanceClock(page, 12_000);
    await pollNow(page);
    await advanceClock(page, 12_000);
    expect(requested()).toBe(1);
    await page.clock.fastForward(56_000);
    await heading(page, paid).waitFor();
    expect(requested()).toBe(2);
  });

  test.concurrent('a long overload is not reported as a lost network, and the payer may retry', async () => {
    await using page = await payers().open(await payers().invoice());
    await payButton(page).waitFor();
    await page.route('**/v2/processing/**', createAnswer(503, { 'Retry-After': '600' }));
    await page.reload();
    await heading(page, 'Платёжная система перегружена').waitFor();
    expect(await page.getByText('Проверьте интернет').count()).toBe(0);
    await page.unroute('**/v2/processing/**');
    await page.getByRole('button', { name: 'Попробовать ещё раз' }).click();
    await payButton(page).waitFor();
  });

  test.concurrent('an invoice read before its cancellation stays cancelled', async () => {
    const { open, invoice, merchant } = payers();
    const ref = await invoice();
    await using page = await open(ref);
    await payButton(page).waitFor();
    const { body: read } = await merchant.get(`/v2/processing/invoices/${ref.invoiceID}`);
    await merchant.post(`/v2/processing/invoices/${ref.invoiceID}/rescind`, { reason: 'Нет в наличии' });
    await page.route(`**/invoices/${ref.invoiceID}`, (route) =>
      route.fulfill({ json: read, headers: { 'Access-Control-Allow-Origin': '*' } }),
    );
    await page.reload();
    await heading(page, 'Магазин отменил счёт').waitFor();
  });
}

/** Performs an action that causes a poll, and waits for the response. */
async function causesPoll(page: Page, act: () => Promise<unknown>): Promise<void> {
  const looked = page.waitForResponse((response) => response.url().includes('/events?'));
  await act();
  await (await looked).finished();
  await page.waitForTimeout(SEEN_MS);
}

async function advanceClock(page: Page, ms: number): Promise<void> {
  await page.clock.fastForward(ms);
  await page.waitForTimeout(SEEN_MS);
}

async function show(page: Page, isShown: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !isShown);
}

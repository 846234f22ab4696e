import type { Page } from 'playwright-core';
import { accessibilityViolations, colourViolations } from '../../tests/harness/axe';
import { CARDS } from '../../tests/harness/factories/payment';
import {
  createAnswer,
  bankFrame,
  heading,
  pollNow,
  payButton,
  payWith,
  typeCard,
  type BrowserPayer,
  type Payers,
} from './payer';
import { chooseWay } from './methods';

const ZOOMED = { width: 320, height: 256 };

export function states(payers: () => Payers): void {
  test.concurrent('every step of a payer is accessible in light and dark, and fits at a zoom of 400 %', async () => {
    const ways: [string, string][] = [
      ['Евросеть', 'Заплатите в терминале'],
      ['Система быстрых платежей', 'Отсканируйте QR-код'],
      ['Криптовалюта', 'Переведите криптовалюту'],
      ['Uzcard', 'Подтвердите оплату у своего банка'],
    ];
    const looked = ways.map(async ([way, title]) => {
      const payer = await payers().open(await payers().invoice());
      await chooseWay(payer.page, way);
      await heading(payer.page, title).waitFor();
      await inspectStep(payer, title);
    });
    await Promise.all(looked);
  });

  test.concurrent('an end without a receipt is accessible and takes the focus', async () => {
    const { open, invoice, merchant, platform } = payers();
    const cancelled = await invoice();
    await merchant.post(`/v2/processing/invoices/${cancelled.invoiceID}/rescind`, { reason: 'Нет в наличии' });
    const ends: [object, string][] = [
      [cancelled, 'Магазин отменил счёт'],
      [{ invoiceID: 'x', invoiceAccessToken: 'a.b.c' }, 'Ссылка устарела'],
      [{}, 'Ссылка неполная'],
    ];
    const looked = ends.map(async ([options, title]) => {
      const payer = await open({ ...options, redirectUrl: `${platform.sandboxUrl}/readyz` });
      await heading(payer.page, title).waitFor();
      await payer.page.waitForFunction((text) => document.activeElement?.textContent === text, title);
      await inspectStep(payer, title);
    });
    await Promise.all(looked);
  });

  test('a slow bank is reported, without movement under reduced motion', async () => {
    const { open, invoice, template, platform } = payers();
    const payer = await open(await invoice(), { reducedMotion: 'reduce' });
    // A template's link would make another invoice, so the page does not suggest to close it.
    const ofTemplate = await open(await template());
    for (const { page } of [payer, ofTemplate]) {
      await typeCard(page, { number: CARDS.good });
      await page.clock.install();
    }
    process.kill(platform.processes.worker.pid(), 'SIGSTOP');
    try {
      await saysItIsSlow(ofTemplate.page, 'Не закрывайте страницу: итог появится здесь');
      await saysItIsSlow(payer.page, 'Страницу можно закрыть');
      expect(await fastestMovementMs(payer.page)).toBeGreaterThanOrEqual(4_000);
      await inspectStep(payer, 'Проводим платёж', { isOpen: true });
    } finally {
      process.kill(platform.processes.worker.pid(), 'SIGCONT');
    }
    for (const { page, close } of [payer, ofTemplate]) {
      await heading(page, 'Оплачено').waitFor();
      await close();
    }
  });

  test.concurrent.each([
    ['nothing is begun', (page: Page) => typeCard(page, { number: CARDS.good }), 'Ссылка устарела'],
    ['a payment is pending', payUntilTheBank, 'Срок ссылки вышел'],
  ])('a token that expires while the page is open and %s is reported permanently', async (_name, act, title) => {
    const { page, close } = await payers().open(await payers().invoice());
    await act(page);
    await page.route('**/events?*', createAnswer(401));
    await page.clock.install();
    await pollNow(page);
    await heading(page, new RegExp(title)).waitFor();
    await staysShown(page, title);
    await close();
  });

  test.concurrent('a payment rejected for an expired token ends with an explanation, not an empty form', async () => {
    const { page, close } = await payers().open(await payers().invoice());
    await typeCard(page, { number: CARDS.good });
    await page.clock.install();
    // The token expires with the click: an earlier poll would have removed the button.
    let isDead = false;
    const refuse = createAnswer(401);
    await page.route('**/v2/processing/**', (route) => {
      isDead ||= route.request().method() === 'POST';
      return isDead ? refuse(route) : route.fallback();
    });
    await payButton(page).click();
    await heading(page, 'Ссылка устарела').waitFor();
    await staysShown(page, 'Ссылка устарела');
    await close();
  });

  test.concurrent('an accepted attempt is waited for, and an earlier decline is not shown as its result', async () => {
    const { page, close } = await payers().open(await payers().invoice());
    await payWith(page, { number: CARDS.noMoney });
    await heading(page, 'Не хватает денег').waitFor();
    await typeCard(page, { number: CARDS.good });
    let isAway = true;
    const refuse = createAnswer(503);
    await page.route('**/events?*', (route) => (isAway ? refuse(route) : route.fallback()));
    await payButton(page).click();
    await heading(page, 'Проводим платёж').waitFor();
    await page.waitForTimeout(2_000);
    expect(await heading(page, /./).allInnerTexts()).toEqual(['Проводим платёж']);
    isAway = false;
    await heading(page, 'Оплачено').waitFor();
    await close();
  });
}

async function payUntilTheBank(page: Page): Promise<void> {
  await payWith(page, { number: CARDS.threeDSecure });
  await bankFrame(page);
}

async function saysItIsSlow(page: Page, advice: string): Promise<void> {
  await payButton(page).click();
  await heading(page, 'Проводим платёж').waitFor();
  await page.clock.fastForward(13_000);
  await page
    .getByRole('status')
    .filter({ hasText: 'Ответ идёт дольше обычного' })
    .filter({ hasText: advice })
    .waitFor();
}

/** Waits longer than the interval of polls. */
async function staysShown(page: Page, title: string): Promise<void> {
  await page.clock.fastForward(12_000);
  await page.waitForTimeout(500);
  expect(await heading(page, new RegExp(title)).isVisible()).toBe(true);
}

/** Returns the shortest duration of an infinite animation. */
function fastestMovementMs(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.min(
      Number.MAX_SAFE_INTEGER,
      ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0)),
    ),
  );
}

async function inspectStep({ page, close }: BrowserPayer, name: string, { isOpen = false } = {}): Promise<void> {
  const found: Record<string, unknown> = {};
  for (const [colorScheme, look] of [
    ['light', accessibilityViolations],
    ['dark', colourViolations],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    found[colorScheme] = await look(page);
    await page.screenshot({ path: `.cache/screenshots/checkout/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.setViewportSize(ZOOMED);
  found['overflow'] = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.screenshot({ path: `.cache/screenshots/checkout/${name}-zoomed.png` });
  expect({ [name]: found }).toEqual({ [name]: { light: [], dark: [], overflow: 0 } });
  if (!isOpen) await close();
}

import type { Page } from 'playwright-core';
import { accessibilityViolations, colourViolations } from '../../tests/harness/axe';
import { CARDS } from '../../tests/harness/factories/payment';
import { createAnswer, bankFrame, heading, pollNow, payButton, payWith, typeCard, type Payers } from './payer';
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
      await using page = await payers().open(await payers().invoice());
      await chooseWay(page, way);
      await heading(page, title).waitFor();
      await inspectStep(page, title);
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
      await using page = await open({ ...options, redirectUrl: `${platform.sandboxUrl}/readyz` });
      await heading(page, title).waitFor();
      await page.waitForFunction((text) => document.activeElement?.textContent === text, title);
      await inspectStep(page, title);
    });
    await Promise.all(looked);
  });

  test('a slow bank is reported, without movement under reduced motion', async () => {
    const { open, invoice, template, platform } = payers();
    await using ofInvoice = await open(await invoice(), { reducedMotion: 'reduce' });
    // A template's link would make another invoice, so the page does not suggest to close it.
    await using ofTemplate = await open(await template());
    for (const page of [ofInvoice, ofTemplate]) {
      await typeCard(page, { number: CARDS.good });
      await page.clock.install();
    }
    process.kill(platform.processes.worker.pid(), 'SIGSTOP');
    try {
      await saysItIsSlow(ofTemplate, 'Не закрывайте страницу: итог появится здесь');
      await saysItIsSlow(ofInvoice, 'Страницу можно закрыть');
      expect(await fastestMovementMs(ofInvoice)).toBeGreaterThanOrEqual(4_000);
      await inspectStep(ofInvoice, 'Проводим платёж');
    } finally {
      process.kill(platform.processes.worker.pid(), 'SIGCONT');
    }
    for (const page of [ofInvoice, ofTemplate]) await heading(page, 'Оплачено').waitFor();
  });

  test.concurrent.each([
    ['nothing is begun', (page: Page) => typeCard(page, { number: CARDS.good }), 'Ссылка устарела'],
    ['a payment is pending', payUntilTheBank, 'Срок ссылки вышел'],
  ])('a token that expires while the page is open and %s is reported permanently', async (_name, act, title) => {
    await using page = await payers().open(await payers().invoice());
    await act(page);
    await page.route('**/events?*', createAnswer(401));
    await page.clock.install();
    await pollNow(page);
    await heading(page, new RegExp(title)).waitFor();
    await staysShown(page, title);
  });

  test.concurrent('a payment rejected for an expired token ends with an explanation, not an empty form', async () => {
    await using page = await payers().open(await payers().invoice());
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
  });

  test.concurrent('an accepted attempt is waited for, and an earlier decline is not shown as its result', async () => {
    await using page = await payers().open(await payers().invoice());
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

async function inspectStep(page: Page, name: string): Promise<void> {
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
}

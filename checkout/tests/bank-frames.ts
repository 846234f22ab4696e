import { CARDS } from '../../tests/harness/factories/payment';
import { bankFrame, payWith, PHONE, type Payers } from './payer';

/** A bank's page with its button as far down as on real pages. */
const BANK = `<!doctype html><meta name="viewport" content="width=device-width"><body style="margin:0">
<div style="height:510px"></div><button style="height:44px">Подтвердить</button></body>`;

export function bankFrames(payers: () => Payers): void {
  test.concurrent('the page of the test bank fits the frame of a phone and breaks no word', async () => {
    await using page = await payers().open(await payers().invoice(), { viewport: PHONE });
    await payWith(page, { number: CARDS.threeDSecure });
    const bank = await bankFrame(page);
    const lines = await bank
      .getByText('Демонстрационный магазин')
      .evaluate((name) => Math.round(name.clientHeight / parseFloat(getComputedStyle(name).lineHeight)));
    expect(lines).toBeLessThanOrEqual(2);
    const below = await bank
      .locator('.card')
      .evaluate((card) => card.getBoundingClientRect().bottom - document.documentElement.clientHeight);
    expect(below).toBeLessThanOrEqual(0);
  });

  test.concurrent.each([
    { width: 390, height: 844, leastPx: 700 },
    { width: 480, height: 780, leastPx: 640 },
    { width: 1350, height: 1200, leastPx: 800 },
    { width: 1350, height: 940, leastPx: 745 },
    { width: 1280, height: 720, leastPx: 600 },
    { width: 768, height: 1024, leastPx: 800 },
  ])('at $width × $height the bank’s button is visible without scrolling', async ({ leastPx, ...viewport }) => {
    await using page = await payers().open(await payers().invoice(), { viewport });
    await page.route('**/3ds/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: BANK }));
    await payWith(page, { number: CARDS.threeDSecure });
    await bankFrame(page);
    const frame = await page.locator('iframe').boundingBox();
    expect(frame?.height).toBeGreaterThanOrEqual(leastPx);
    const button = await page.frameLocator('iframe').getByRole('button').boundingBox();
    const bottom = (button?.y ?? Infinity) + (button?.height ?? 0);
    expect(bottom).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
    expect(bottom).toBeLessThanOrEqual(viewport.height);
    for (const name of ['Открыть страницу банка во всё окно', 'Выбрать другой способ']) {
      const own = await page.getByRole('button', { name }).boundingBox();
      expect((own?.y ?? Infinity) + (own?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    }
    await page.screenshot({ path: `.cache/screenshots/checkout/bank-room-${viewport.width}x${viewport.height}.png` });
  });
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { CARDS } from '../../tests/harness/factories/payment';
import { bankFrame, payButton, payWith, type Payers } from './payer';

const folder = join(__dirname, '../../content/pictures');
const screenshots = join(__dirname, '../../.cache/screenshots/pictures');

/** `PICTURES=write npm test -- checkout/tests/checkout.test -t 'pictures of the guides'` replaces the committed ones. */
const target = process.env['PICTURES'] === 'write' ? folder : screenshots;
const MAX_BYTES = 18_000;
const NAMES = ['form', 'bank', 'receipt'];

/** The guides' pictures of a payment, taken from the real pages on a phone. */
export function pictures(payers: () => Payers): void {
  test('name every step that is taken', () => {
    expect(Object.keys(JSON.parse(readFileSync(join(folder, 'pictures.json'), 'utf8')) as object)).toEqual(NAMES);
  });

  test.each(['light', 'dark'] as const)('are taken in the %s mode and stay small', async (theme) => {
    mkdirSync(target, { recursive: true });
    const cart = [{ product: 'Чай чёрный байховый', quantity: 2, price: 99_995 }];
    const ref = await payers().invoice({ amount: 199_990, body: { cart, product: 'Заказ № 1044' } });
    await using page = await payers().open(
      { ...ref, locale: 'ru', theme, name: 'Чайная лавка', email: 'anna@example.com' },
      { reducedMotion: 'reduce' },
    );
    const sizes: Record<string, number> = {};
    const take = async (name: string) => {
      sizes[name] = await takePicture(page, join(target, `${name}-${theme}.webp`));
    };
    await payButton(page).waitFor();
    await take('form');
    await payWith(page, { number: CARDS.threeDSecure });
    const bank = await bankFrame(page);
    await nameHost(bank);
    await take('bank');
    await bank.getByRole('button').first().click();
    await page.locator('.facts').waitFor();
    await take('receipt');
    expect(Object.keys(sizes)).toEqual(NAMES);
    for (const size of Object.values(sizes)) expect(size).toBeLessThanOrEqual(MAX_BYTES);
  });
}

/** The page names the host to return to, which is this machine here. */
async function nameHost(bank: Frame): Promise<void> {
  const host = bank.getByText(/^127\.0\.0\.1:\d+$/);
  await host.evaluate((element) => (element.textContent = 'pay.holdfast.example'));
}

async function takePicture(page: Page, file: string): Promise<number> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.waitForTimeout(500);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 42 });
  const picture = Buffer.from(data, 'base64');
  writeFileSync(file, picture);
  return picture.length;
}

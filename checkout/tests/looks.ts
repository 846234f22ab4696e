import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../../tests/harness/axe';
import { CARDS } from '../../tests/harness/factories/payment';
import { bankFrame, heading, payButton, payWith, PHONE, type Payers } from './payer';

const WIDTHS = [320, PHONE.width, 1350];
const shots = join(__dirname, '../../.cache/screenshots/checkout');

export function looks(payers: () => Payers): void {
  beforeAll(() => mkdirSync(shots, { recursive: true }));

  test.each([
    ['ru', 'light', 'Не хватает денег'],
    ['en', 'dark', 'Not enough money'],
    ['kk', 'light', 'Ақша жеткіліксіз'],
  ] as const)('in %s, %s, every step is accessible and fits every width', async (locale, theme, decline) => {
    const cart = [
      { product: 'Чай чёрный крупнолистовой байховый, 100 г', quantity: 2, price: 50_000 },
      { product: 'Чашка', quantity: 1, price: 99_990 },
    ];
    const ref = await payers().invoice({ amount: 199_990, body: { cart } });
    await using page = await payers().open({ ...ref, locale, theme, name: 'Чайная лавка' });
    const look = async (name: string) => inspect(page, `${locale}-${theme}-${name}`);
    await page.locator('.way-button').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
    await page.locator('.way-button').nth(6).click();
    const tops = await page
      .locator('.field-pair input')
      .evaluateAll((all) => all.map((input) => Math.round(input.getBoundingClientRect().top)));
    expect(tops).toEqual([tops[0], tops[0]]);
    await look('form');
    await payButton(page).click();
    await look('problems');
    await payWith(page, { number: CARDS.noMoney });
    await heading(page, decline).waitFor();
    await look('declined');
    await payWith(page, { number: CARDS.threeDSecure });
    const bank = await bankFrame(page);
    await look('bank');
    await bank.getByRole('button').first().click();
    await page.locator('.facts').waitFor();
    await look('receipt');
  });

  test('marks of direction in texts of a shop are isolated, and amounts never wrap', async () => {
    const mark = '\u202e';
    const cart = [{ product: `Чай ${mark}1`, quantity: 2, price: 123_456_789_01 }];
    const ref = await payers().invoice({ amount: 246_913_578_02, body: { cart, product: `Заказ ${mark}2` } });
    const shown = { ...ref, name: `Лавка ${mark}3`, description: `Описание ${mark}4` };
    await using page = await payers().open(shown);
    await payButton(page).waitFor();
    await page.locator('.order-lines summary').click();
    expect(await page.locator('.order bdi').allInnerTexts()).toEqual([
      `Лавка ${mark}3`,
      `Заказ ${mark}2`,
      `Описание ${mark}4`,
      `Чай ${mark}1`,
    ]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      for (const amount of await page.locator('.order-amount, .order-cost').all()) {
        const { lines, overflow } = await amount.evaluate((element) => ({
          lines: element.clientHeight / parseFloat(getComputedStyle(element).lineHeight),
          overflow: element.getBoundingClientRect().right - window.innerWidth,
        }));
        expect(Math.round(lines)).toBe(1);
        expect(overflow).toBeLessThanOrEqual(0);
      }
    }
  });

  test('a payer pays with the keyboard alone, and screen readers announce each step', async () => {
    await using page = await payers().open(await payers().invoice());
    await payButton(page).waitFor();
    await page.keyboard.press('Tab');
    for (const text of ['4242424242424242', '1229', '123', '']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await heading(page, 'Оплачено').waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Оплачено');
  });

  test('fields have the right phone keyboards and autocomplete hints', async () => {
    await using page = await payers().open(await payers().invoice());
    await payButton(page).waitFor();
    const fields = await page
      .locator('form input')
      .evaluateAll((inputs) =>
        inputs.map((input) => `${input.getAttribute('autocomplete')}: ${input.getAttribute('inputmode')}`),
      );
    expect(fields).toEqual(['cc-number: numeric', 'cc-exp: numeric', 'cc-csc: numeric', 'email: email']);
  });
}

export async function inspect(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(`${name} at ${width}: ${Math.max(0, overflow)}`).toBe(`${name} at ${width}: 0`);
    await page.screenshot({ path: join(shots, `${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize(PHONE);
  expect({ [name]: await accessibilityViolations(page) }).toEqual({ [name]: [] });
}

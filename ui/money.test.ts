import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import fc from 'fast-check';
import { CURRENCIES, type Currency } from '../domain/platform/currency/currency';
import { decimalText as bookedText } from '../domain/platform/money/amount-text';
import { amountText as bankText } from '../sandbox/pages/amount-text';
import { launchBrowser } from '../tests/harness/browser';
import type * as Money from './money';
import { decimalText, parseMinorUnits, moneyText } from './money';

const LANGUAGES = ['ru', 'en', 'kk'] as const;
const currencies = [...CURRENCIES.values()];
const amounts = [0, 1, 99, 100, 10_000, 99_999, 100_000, 150_000, 199_990, 123_456_789, Number.MAX_SAFE_INTEGER];

/** Digits of `Intl` without the currency sign; Kazakh ones are written as in Russian. */
function figures(amount: number, { id, exponent }: Currency, language: string): string {
  const decimal = bookedText({ amountMinor: BigInt(amount), currency: id });
  const isWhole = /^\d+(\.0+)?$/.test(decimal);
  const format = new Intl.NumberFormat(language === 'kk' ? 'ru' : language, {
    minimumFractionDigits: isWhole ? 0 : exponent,
    maximumFractionDigits: exponent,
  });
  return format.format(decimal as unknown as number);
}

test.each(LANGUAGES)('every currency is shown with its decimals and sign, as %s writes digits', (language) => {
  for (const currency of currencies) {
    for (const amount of amounts) {
      const shown = moneyText(amount, currency.id, language);
      const sign = currency.sign ?? currency.id;
      expect(shown.replace(sign, '').trim()).toBe(figures(amount, currency, language));
      expect(shown).toContain(sign);
    }
  }
});

test.each([
  ['HUF', 150_000, '1\u00a0500\u00a0Ft', 'Ft\u00a01,500'],
  ['COP', 150_050, '1\u00a0500,50\u00a0COP', 'COP\u00a01,500.50'],
  ['USD', 199_990, '1\u00a0999,90\u00a0$', '$1,999.90'],
  ['CAD', 100, '1\u00a0CA$', 'CA$1'],
  ['JPY', 1_500, '1\u00a0500\u00a0¥', '¥1,500'],
  ['KWD', 1_500_500, '1\u00a0500,500\u00a0KWD', 'KWD\u00a01,500.500'],
])('%s: %d minor units are shown as %s and %s', (currency, amount, russian, english) => {
  expect([moneyText(amount, currency, 'ru'), moneyText(amount, currency, 'en')]).toEqual([russian, english]);
});

test.each([
  [-25_050, 'RUB', '-250,50\u00a0₽', '-₽250.50'],
  [100_000, 'RUB', '1\u00a0000,00\u00a0₽', '₽1,000.00'],
  [0, 'JPY', '0\u00a0¥', '¥0'],
])('with zeros, %d minor units of %s are shown as %s and %s', (amount, currency, russian, english) => {
  const shown = ['ru', 'en'].map((language) => moneyText(amount, currency, language, true));
  expect(shown).toEqual([russian, english]);
});

const anAmount = fc.maxSafeNat();
const aCurrency = fc.constantFrom(...currencies);
const aLanguage = fc.constantFrom(...LANGUAGES);

test('an amount keeps its value when shown, typed again, sent to a wallet, shown by the bank and booked', () => {
  fc.assert(
    fc.property(anAmount, aCurrency, aLanguage, (amount, { id, sign, exponent }, language) => {
      const shown = moneyText(amount, id, language).replace(sign ?? id, '');
      expect(parseMinorUnits(shown, id, language)).toBe(amount);
      const sent = decimalText(amount, id);
      expect(sent).toBe(bookedText({ amountMinor: BigInt(amount), currency: id }));
      expect(parseMinorUnits(sent, id, language)).toBe(amount);
      const bank = bankText(BigInt(amount), id);
      expect(bank.split(',')[1]?.replace(/\D/g, '').length ?? 0).toBe(exponent);
      expect(parseMinorUnits(bank.replace(sign ?? id, ''), id, 'ru')).toBe(amount);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['1 999,9', 'RUB', 'ru', 199_990],
  ['1,999', 'KWD', 'en', 1_999_000],
  ['1,999', 'KWD', 'ru', 1_999],
  ['150,50', 'USD', 'en', 15_050],
  ['1,999,999.90', 'USD', 'en', 199_999_990],
  ['1999,9', 'JPY', 'ru', undefined],
  ['1,5', 'XAF', 'ru', undefined],
  ['0,00001', 'CLF', 'ru', undefined],
  ['9007199254740,992', 'KWD', 'ru', undefined],
  ['', 'RUB', 'ru', undefined],
])('%s typed in %s in %s is parsed as %p minor units', (text, currency, language, amount) => {
  expect(parseMinorUnits(text, currency, language)).toBe(amount);
});

test('Chromium shows, parses and sends every currency with its booked decimals', async () => {
  const cases = currencies.flatMap(({ id, sign }) =>
    amounts.map((amount) => {
      const booked = bookedText({ amountMinor: BigInt(amount), currency: id });
      const shown = LANGUAGES.map((language) => ({ language, text: moneyText(amount, id, language) }));
      return { id, sign: sign ?? id, amount, booked, shown };
    }),
  );
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: moneyScript() });
    const differing = await page.evaluate((all) => {
      const money = (globalThis as unknown as { money: typeof Money }).money;
      const isSame = ({ id, sign, amount, booked, shown }: (typeof all)[number]) =>
        money.decimalText(amount, id) === booked &&
        shown.every(
          ({ language, text }) =>
            money.moneyText(amount, id, language) === text &&
            money.parseMinorUnits(text.replace(sign, ''), id, language) === amount,
        );
      return all.filter((one) => !isSame(one));
    }, cases);
    expect(differing).toEqual([]);
    expect(cases.length).toBeGreaterThan(2_000);
  } finally {
    await browser.close();
  }
});

/** Builds the page's module as a script that exports its functions as `money`. */
function moneyScript(): string {
  const file = join(__dirname, 'money.ts');
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2020' },
    module: { type: 'commonjs' },
  });
  const table = readFileSync(join(__dirname, '../specs/currencies.json'), 'utf8');
  return `globalThis.money = {}; ((exports, require) => {${code}})(globalThis.money, () => (${table}));`;
}

import { ADYEN_CARDS } from '../../connectors/adyen/testing/adyen-book';
import { AdyenStandIn } from '../../connectors/adyen/testing/adyen-stand-in';
import { accessibilityViolations } from '../../tests/harness/axe';
import { addAccount } from '../../tests/harness/stored-account';
import { copyShop } from './currencies';
import { heading, payButton, payWith, typeCard, type Payers } from './payer';

const SHOP = 'shop-of-adyen';

/** Card payments by a stand-in of Adyen, which compares billing addresses. */
export function billingAddress(payers: () => Payers): void {
  const hmacKey = Buffer.alloc(32, 9);
  const merchantAccount = 'HoldfastTEST';
  const standIn = new AdyenStandIn({
    ...{ hmacKey, merchantAccount },
    deliver: async (body) => {
      const url = `${payers().platform.apiUrl}/callbacks/adyen/adyen`;
      const headers = { 'Content-Type': 'application/json' };
      expect((await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })).status).toBe(200);
    },
  });
  const collects = (collectBillingAddress: boolean) =>
    payers().sql('UPDATE shops SET terms = terms || $2::jsonb WHERE id = $1', [
      SHOP,
      JSON.stringify({ routes: [{ connector: 'adyen' }], collectBillingAddress }),
    ]);
  const lastPayment = () => standIn.calls.findLast(({ path }) => path === '/payments')?.body;

  beforeAll(async () => {
    await addAccount(payers().platform, {
      ...{ id: 'adyen', connector: 'adyen' },
      credentials: { apiKey: 'test-key', merchantAccount, hmacKey: hmacKey.toString('hex') },
      settings: { checkoutUrl: await standIn.start() },
    });
    await copyShop(payers(), { shopID: SHOP, currency: 'RUB' });
  });

  afterAll(() => standIn.stop());

  test.each(['USA', 'DEU'])('an address in %s arrives at Adyen from a shop that collects it', async (country) => {
    await collects(true);
    await using page = await payers().open(await payers().invoice({ shopID: SHOP }), { locale: 'ru' });
    await page.getByLabel('Страна').waitFor();
    await typeCard(page, { number: ADYEN_CARDS.approved });
    await payButton(page).click();
    await page.getByText('Выберите страну').waitFor();
    expect(await page.locator('.field-error').allInnerTexts()).toEqual([
      ...['Выберите страну', 'Укажите улицу и дом', 'Укажите город', 'Укажите индекс, до 10 знаков'],
    ]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('billing country');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Страна').selectOption(country);
    await page.getByLabel('Улица, дом, квартира').fill('Main St. 1');
    await page.getByLabel('Город').fill('City');
    await page.getByLabel('Почтовый индекс').fill('10115');
    if (country === 'USA') await page.getByLabel('Код штата').fill('ny');
    else expect(await page.getByLabel('Код штата').count()).toBe(0);
    await payButton(page).click();
    await heading(page, 'Оплачено').waitFor();
    expect(lastPayment()).toMatchObject({
      billingAddress: {
        ...{ country: country.slice(0, 2), street: 'Main St. 1', city: 'City', postalCode: '10115' },
        ...(country === 'USA' ? { stateOrProvince: 'NY' } : {}),
      },
      browserInfo: { timeZoneOffset: expect.any(Number), colorDepth: expect.any(Number) },
    });
  });

  test('a declined payer finds the address again', async () => {
    await collects(true);
    await using page = await payers().open(await payers().invoice({ shopID: SHOP }), { locale: 'ru-KZ' });
    await page.getByLabel('Страна').waitFor();
    expect(await page.getByLabel('Страна').inputValue()).toBe('KAZ');
    await typeCard(page, { number: ADYEN_CARDS.declined });
    await page.getByLabel('Улица, дом, квартира').fill('Абая 1');
    await page.getByLabel('Город').fill('Алматы');
    await page.getByLabel('Почтовый индекс').fill('050000');
    await payButton(page).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Город').inputValue()).toBe('Алматы');
  });

  test('a shop that does not collect addresses asks for none', async () => {
    await collects(false);
    await using page = await payers().open(await payers().invoice({ shopID: SHOP }));
    await payButton(page).waitFor();
    expect(await page.getByLabel('Страна').count()).toBe(0);
    await payWith(page, { number: ADYEN_CARDS.approved });
    await heading(page, 'Оплачено').waitFor();
    expect(lastPayment()).not.toHaveProperty('billingAddress');
  });
}

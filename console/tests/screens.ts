import { accessibilityViolations } from '../../tests/harness/axe';
import type { CreatedPayment } from '../../tests/harness/factories/payment';
import { makeMovements, type Movements } from './movements';
import { DESKTOP, PHONE, type People, type BrowserPerson } from './people';

/** Every screen in both themes, on a desktop and on a phone. */
export function screens(getPeople: () => People): void {
  let payment: CreatedPayment;
  let movements: Movements;
  const paths = (): [name: string, path: string, shows: string][] => {
    const { shop, webhookID } = getPeople();
    const { partyID, shopID } = shop.platform.demo;
    const { invoiceID, paymentID } = payment;
    return [
      ['queue', '/queue/endingHolds', 'h2'],
      ['payments', `/payments?shopID=${shopID}`, 'tbody tr'],
      ['payment', `/payments/${invoiceID}/${paymentID}`, '.lanes .connector'],
      ['refunds', `/refunds?shopID=${shopID}`, 'tbody tr'],
      ['chargebacks', `/chargebacks?shopID=${shopID}`, '.state'],
      ['withdrawals', `/withdrawals?partyID=${partyID}`, 'tbody tr'],
      ['withdrawal', `/withdrawals/${movements.withdrawal}`, '.lanes'],
      ['deposits', `/deposits?partyID=${partyID}`, 'tbody tr'],
      ['deposit', `/deposits/${movements.deposit}`, '.details'],
      ['registries', '/registries', 'tbody tr .row-actions'],
      ['today', '/today', '.figure'],
      ['webhooks', `/webhooks?partyID=${partyID}`, 'tbody tr'],
      ['webhook', `/webhooks/${webhookID}`, 'tbody tr'],
      ['merchants', '/merchants', 'tbody tr'],
      ['merchant', `/merchants/${partyID}`, '.card'],
      ['audit', '/audit', 'tbody tr'],
      ['invoice', `/history/invoice/${invoiceID}`, '.lanes'],
      ['nothing', '/nothing', '.state'],
    ];
  };

  beforeAll(async () => {
    const { shop } = getPeople();
    await shop.held({ amount: 70_000 });
    payment = await shop.captured({ amount: 125_050 });
    const ref = `/v2/processing/invoices/${payment.invoiceID}/payments/${payment.paymentID}/refunds`;
    movements = await makeMovements(getPeople());
    const from = new Date(0).toISOString();
    const order = { kind: 'payments', ownerID: shop.shopID, from, to: new Date().toISOString() };
    await getPeople().operators.post('/registries', order);
    await shop.merchant.post(ref, { amount: 25_050, currency: 'RUB', reason: 'Товар с браком' });
  });

  test.each([
    ['desktop', DESKTOP, 'light', 'dark'],
    ['phone', PHONE, 'dark', 'light'],
  ] as const)('screens on a %s have no accessibility violations in either theme', async (_, viewport, theme, other) => {
    const people = getPeople();
    const { platform } = people.shop;
    const person = await people.person(platform.demo.operatorKey, { viewport, theme });
    const { page } = person;
    for (const [name, path, shows] of paths()) {
      await person.open(path);
      await page.locator(shows).first().waitFor();
      expect([name, theme, await accessibilityViolations(page)]).toEqual([name, theme, []]);
      await person.picture(name);
      await page.evaluate((given) => (document.documentElement.dataset['theme'] = given), other);
      expect([name, other, await accessibilityViolations(page)]).toEqual([name, other, []]);
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([name, excess]).toEqual([name, 0]);
    }
    expect(person.faults).toEqual([]);
    expect(person.requests.filter((url) => !url.startsWith(people.url) && !url.startsWith('data:'))).toEqual([]);
    await person.context.close();
  });

  test('dialogs have no accessibility violations', async () => {
    const people = getPeople();
    const person: BrowserPerson = await people.person(people.shop.platform.demo.operatorKey);
    const { page } = person;
    await person.open(`/payments/${payment.invoiceID}/${payment.paymentID}`);
    await page.getByRole('button', { name: 'Вернуть деньги' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await person.picture('refund');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('searchbox').fill(payment.invoiceID);
    await page.keyboard.press('Enter');
    await page.locator('a.found-link').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await person.picture('search');
    expect(person.faults).toEqual([]);
    await person.context.close();
  });
}

import { accessibilityViolations, colourViolations } from '../../tests/harness/axe';
import type { CreatedPayment } from '../../tests/harness/factories/payment';
import { fillStatistics } from './statistics';
import { endedKeys } from './own-keys';
import { makeMovements, type Movements } from './movements';
import { settle, type SettledPaths } from './settled';
import { DESKTOP, people, PHONE, type BrowserPerson } from './people';

const MAX_FIRST_PAINT_BYTES = 120 * 1_024;
/** Browsers call a page stable up to 0.1. */
const MAX_LAYOUT_SHIFT = 0.005;

/** From the smallest phone to a large desktop; the first is also a window of 1280 × 1024 at 400 %. */
const SIZES = [
  { width: 320, height: 256 },
  { width: 768, height: 1_024 },
  { width: 1_920, height: 1_080 },
];

/** Every screen in both themes and both languages, on a desktop and on a phone. */
export function screens(): void {
  let payment: CreatedPayment;
  let customerID: string;
  let movements: Movements;
  let settled: SettledPaths;
  const paths = (): [name: string, path: string, shows: string][] => {
    const { shop, webhookID } = people;
    const { partyID, shopID } = shop.platform.demo;
    const { invoiceID, paymentID } = payment;
    return [
      ['queue', '/queue/endingHolds', 'h2'],
      ['payments', `/payments?shopID=${shopID}`, 'tbody tr'],
      ['payment', `/payments/${invoiceID}/${paymentID}`, '.story .connector'],
      ['today', '/today', '.pivot-cell'],
      ['month', '/today?span=month', '.pivot-cell'],
      ['hand-over', '/queue/shift', 'tbody tr'],
      ['wallets', `/wallets?partyID=${partyID}`, 'tbody tr'],
      ['wallet', `/wallets/${movements.wallet}`, 'tbody tr'],
      ['provider-accounts', '/payouts/accounts', 'tbody tr'],
      ['attempts', '/today/attempts', '.state, tbody tr'],
      ['onboarding-form', '/onboarding', '.form-section'],
      ['refunds', `/refunds?shopID=${shopID}`, 'tbody tr'],
      ['chargebacks', `/chargebacks?shopID=${shopID}`, '.state, tbody tr'],
      ['withdrawals', `/withdrawals?partyID=${partyID}`, 'tbody tr'],
      ['withdrawal', `/withdrawals/${movements.withdrawal}`, '.story'],
      ['deposits', `/deposits?partyID=${partyID}`, 'tbody tr'],
      ['deposit', `/deposits/${movements.deposit}`, '.details'],
      ['payouts', '/payouts', 'section .help, tbody tr'],
      ['payout', settled.payout, '.story'],
      ['balance-line', settled.line, '.story'],
      ['bank-files', '/payouts/files', 'tbody tr'],
      ['bank-file', settled.file, 'tbody tr'],
      ['bank-statements', '/payouts/statements', 'tbody tr'],
      ['bank-statement', settled.statement, 'tbody tr'],
      ['negative-balances', '/payouts/debts', 'tbody tr'],
      ['margins', '/payouts/margin', 'tbody tr'],
      ['settlement-reports', '/payouts/reports', 'section .help, tbody tr'],
      ['payouts-of-shop', `/payouts?shopID=${shopID}`, 'tbody tr'],
      ['registries', '/registries', 'tbody tr .row-actions'],
      ['webhooks', `/webhooks?partyID=${partyID}`, 'tbody tr'],
      ['webhook', `/webhooks/${webhookID}`, 'tbody tr'],
      ['merchants', '/merchants', 'tbody tr'],
      ['merchant', `/merchants/${partyID}`, '.card'],
      ['institutions', '/configuration/institutions', 'tbody tr'],
      ['categories', '/configuration/categories', 'tbody tr'],
      ['audit', '/audit', 'tbody tr'],
      ['invoice', `/invoices/${invoiceID}`, '.story'],
      ['customer', `/customers/${customerID}`, '.story'],
      ['operators', '/administration/operators', 'tbody tr'],
      ['limits', '/administration/limits', 'tbody tr'],
      ['accounts', '/administration/accounts', '.card'],
      ['go-live', `/merchants/${partyID}/${shopID}`, '.lines .status'],
      ['reconciliation', '/administration/reconciliation', 'tbody tr'],
      ['erasures', '/administration/erasures', 'section .help, tbody tr'],
      ['nothing', '/nothing', '.state'],
    ];
  };

  beforeAll(async () => {
    const { shop } = people;
    await fillStatistics(shop.platform.databaseUrl);
    await shop.held({ amount: 70_000 });
    payment = await shop.captured({ amount: 125_050 });
    const contactInfo = { email: 'maria@example.com', phoneNumber: '+79123456789' };
    const created = await shop.merchant.post<any>('/v2/processing/customers', {
      ...{ shopID: shop.shopID, contactInfo, metadata: {} },
    });
    customerID = created.body.customer.id;
    const ref = `/v2/processing/invoices/${payment.invoiceID}/payments/${payment.paymentID}/refunds`;
    movements = await makeMovements(people);
    settled = await settle(people);
    const from = new Date(0).toISOString();
    const order = { kind: 'payments', ownerID: shop.shopID, from, to: new Date().toISOString() };
    await people.operators.post('/registries', order);
    await endedKeys(shop.merchant);
    await shop.merchant.post(ref, { amount: 25_050, currency: 'RUB', reason: 'Товар с браком' });
    await people.destination();
    const note = await people.operators.post(`/payments/${payment.invoiceID}/${payment.paymentID}/notes`, {
      text: 'Брак',
    });
    expect(note.status).toBeLessThan(300);
  });

  const ownPaths = (): [name: string, path: string, shows: string][] => [
    ['own-desk', '/home', 'tbody tr'],
    ['own-months', '/home/months', 'tbody tr'],
    ['own-payments', '/payments', 'tbody tr'],
    ['own-payment', `/payments/${payment.invoiceID}/${payment.paymentID}`, '.lines .delivery'],
    ['own-chargebacks', '/chargebacks', '.state, tbody tr'],
    ['own-payouts', `/payouts`, '.state, tbody tr'],
    ['own-keys', '/keys', '.lines .row-actions'],
    ['own-shops', '/shops', 'tbody tr'],
    ['own-webhooks', '/webhooks', '.card'],
  ];

  test.each([
    ['an operator', 'desktop', DESKTOP, 'light', 'dark', 'ru'],
    ['an operator', 'phone', PHONE, 'dark', 'light', 'en'],
    ['a merchant', 'desktop', DESKTOP, 'light', 'dark', 'en'],
    ['a merchant', 'phone', PHONE, 'dark', 'light', 'ru'],
  ] as const)(
    'screens of %s on a %s have no accessibility violations in either theme',
    async (who, _, viewport, theme, other, language) => {
      const { operatorKey, apiKey } = people.shop.platform.demo;
      const isMerchant = who === 'a merchant';
      const person = await people.person(isMerchant ? apiKey : operatorKey, { viewport, theme, language });
      const { page } = person;
      const shifts: string[] = [];
      for (const [name, path, shows] of isMerchant ? ownPaths() : paths()) {
        await person.open(path);
        await page.locator(shows).first().waitFor();
        expect([name, theme, await accessibilityViolations(page)]).toEqual([name, theme, []]);
        await person.picture(name);
        await page.evaluate((given) => (document.documentElement.dataset['theme'] = given), other);
        expect([name, other, await colourViolations(page)]).toEqual([name, other, []]);
        const moved = await page.evaluate(() => (globalThis as unknown as { layoutShifts: string[] }).layoutShifts);
        shifts.push(...moved.map((shift) => `${name} ${shift}`));
        for (const size of [...SIZES, viewport]) {
          await page.setViewportSize(size);
          expect([name, size.width, await page.evaluate(wideElements)]).toEqual([name, size.width, []]);
        }
      }
      expect(shifts.filter((shift) => Number(/ ([\d.]+):/.exec(shift)?.[1]) > MAX_LAYOUT_SHIFT)).toEqual([]);
      expect(person.faults).toEqual([]);
      expect(person.requests.filter((url) => !url.startsWith(people.url) && !url.startsWith('data:'))).toEqual([]);
    },
  );

  test('the first paint of the queue takes at most 120 KB compressed', async () => {
    const { page, open, context } = await people.person(people.keys.viewer);
    const client = await context.newCDPSession(page);
    let bytes = 0;
    await client.send('Network.enable');
    client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await open('/queue');
    await page.locator('.queue-kinds a').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(MAX_FIRST_PAINT_BYTES);
  });

  test('dialogs have no accessibility violations', async () => {
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
  });
}

/** Runs in the page. What makes the page scroll sideways; a part with a scroll bar of its own does not. */
export async function wideElements(): Promise<string[]> {
  // Observers of sizes run with the frame.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  return [...document.querySelectorAll('body *')]
    .filter((node) => node.getBoundingClientRect().right > innerWidth + 0.5 && !node.closest('.table-scroll'))
    .map(({ tagName, className }) => `${tagName}.${className}`);
}

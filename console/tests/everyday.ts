import type { Page } from 'playwright-core';
import type { CreatedPayment } from '../../tests/harness/factories/payment';
import { declined } from './jobs';
import { wideElements } from './screens';
import { DESKTOP, pathOf, people, PHONE, type People } from './people';

/** What people meet every day: refusals, outages of a moment, two tabs, a phone, a printer. */
export function everyday(): void {
  let payment: CreatedPayment;
  const listOf = ({ shop }: People): string => `/payments?shopID=${shop.shopID}`;

  beforeAll(async () => {
    payment = await people.shop.captured({ amount: 123_450 });
  });

  /** Answers the next matching request with 503. */
  async function failOnce(page: Page, url: string): Promise<void> {
    await page.route(url, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  }

  test('a refused dialog keeps the focus, and Escape closes it', async () => {
    const { page, open } = await people.person(people.keys.support);
    await open(pathOf(payment));
    await page.getByRole('button', { name: 'Вернуть деньги' }).click();
    await page.getByLabel('Причина').fill('Просьба');
    await page.route('**/api/**/commands', (route) =>
      route.fulfill({ status: 400, json: { code: 'invalidPaymentStatus', message: 'refused' } }),
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Вернуть деньги' }).press('Enter');
    await page.getByRole('alert').getByText('Статус платежа этого не позволяет').waitFor();
    expect(await page.evaluate(() => document.querySelector('[role=dialog]')?.contains(document.activeElement))).toBe(
      true,
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('a search that met an outage is sent again, and finds an amount as the console prints it', async () => {
    const { page, open } = await people.person(people.keys.support);
    await open('/queue');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('searchbox').fill('1\u00a0234,50\u00a0₽');
    await failOnce(page, '**/api/operators/v1/search');
    await page.keyboard.press('Enter');
    await page.getByText('Платформа не отвечает').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('a.found-link', { hasText: payment.invoiceID }).first().waitFor();
  });

  test('a page of a list that cannot be read says so', async () => {
    const { page, open } = await people.person(people.keys.viewer);
    await page.route('**/api/operators/v1/shops/*/payments*', async (route) => {
      if (route.request().url().includes('continuationToken')) return route.fulfill({ status: 400, json: {} });
      const answer = await route.fetch();
      return route.fulfill({ json: { ...((await answer.json()) as object), continuationToken: 'next' } });
    });
    await open(listOf(people));
    await page.getByRole('button', { name: 'Показать ещё' }).click();
    await page.getByRole('alert').getByText('Не получилось загрузить').waitFor();
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(0);
  });

  test('a day that the calendar does not have is not applied', async () => {
    const { page, open, requests } = await people.person(people.keys.viewer);
    await open(`${listOf(people)}&from=2026-02-31&to=2026-13-01`);
    await page.locator('tbody tr').first().waitFor();
    expect(requests.filter((url) => /payments\?.*(from|to)=/.test(url) && url.includes('/api/'))).toEqual([]);
  });

  test('another person who signs in in another tab replaces the first on both pages', async () => {
    const { keys, url } = people;
    const { page, open, context } = await people.person(keys.viewer);
    await open('/queue');
    await page.locator('.person-roles', { hasText: 'наблюдатель' }).waitFor();
    const data = { key: keys.finance };
    expect((await context.request.post(`${url}/session`, { data, headers: { Origin: url } })).status()).toBe(200);
    await page.getByRole('link', { name: 'Платежи' }).first().click();
    await page.locator('.person-roles', { hasText: 'финансы' }).waitFor();
  });

  test('a person sees the own sessions and signs out everywhere', async () => {
    const { keys } = people;
    const [desk, other] = [await people.person(keys.configuration), await people.person(keys.configuration)];
    await desk.open('/queue');
    await desk.page.locator('a.person-name').click();
    await desk.page.getByText('эта сессия').waitFor();
    expect(await desk.page.getByText(/Chrome \d+, Linux/).count()).toBeGreaterThan(1);
    await desk.picture('sessions');
    await desk.page.getByRole('button', { name: 'Выйти везде' }).click();
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Выйти везде' }).click();
    await desk.page.getByLabel('Ключ').waitFor();
    await other.open('/queue');
    await other.page.getByLabel('Ключ').waitFor();
  });

  test.each([
    ['a merchant', 'merchant', DESKTOP],
    ['a merchant on a phone', 'merchant', PHONE],
    ['an operator', 'support', DESKTOP],
  ] as const)(
    '%s reads why a payment was declined, who paid with what, and for which order',
    async (_, who, viewport) => {
      const { page, open, picture, faults } = await people.person(people.keys[who], { viewport });
      const ref = await declined(people);
      await open(pathOf(ref));
      await page.getByText('Недостаточно средств').first().waitFor();
      const facts = await page.locator('main').innerText();
      expect(facts).toContain('authorization_failed:insufficient_funds');
      expect(facts).toMatch(/Visa.••.\d{4}/);
      expect(facts).toContain('@');
      await page.getByRole('link', { name: ref.invoiceID, exact: true }).waitFor();
      await picture(`declined-${who}`);
      expect(faults).toEqual([]);
    },
  );

  test('the first payment stands in the first half of a phone, nothing is wider than 360 pixels, and paper has no menu', async () => {
    const { page, open, picture } = await people.person(people.keys.viewer, { viewport: PHONE });
    await open(listOf(people));
    const row = page.locator('tbody tr').first();
    await row.waitFor();
    await picture('payments-list');
    expect((await row.boundingBox())?.y).toBeLessThan(PHONE.height / 2);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of [listOf(people), '/queue', pathOf(payment)]) {
      await open(path);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await page.evaluate(wideElements)]).toEqual([path, []]);
    }
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.top-bar:visible, .sections:visible, .filter-fold:visible').count()).toBe(0);
  });
}

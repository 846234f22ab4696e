import type { CreatedPayment } from '../../tests/harness/factories/payment';
import { makeMovements, type Movements } from './movements';
import { fillStatistics } from './statistics';
import { pathOf, people } from './people';

/** The work of an operator's shift: wallets, statistics of a month, notes, and the hand-over to the next shift. */
export function shift(): void {
  let payment: CreatedPayment;
  let movements: Movements;

  beforeAll(async () => {
    await fillStatistics(people.shop.platform.databaseUrl);
    movements = await makeMovements(people);
    payment = await people.shop.captured({ amount: 44_000 });
    await people.destination();
  });

  test('finance finds a wallet with its balance and what moved last, and the accounts of the platform', async () => {
    const { page, open, faults } = await people.person(people.keys.finance);
    await open(`/wallets?partyID=${people.shop.platform.demo.partyID}`);
    await page.getByRole('link', { name: movements.wallet }).click();
    await page.getByRole('heading', { name: `Кошелёк ${movements.wallet}` }).waitFor();
    const last = page.getByRole('table', { name: 'Последние проводки' });
    await last.getByRole('link', { name: movements.withdrawal }).first().waitFor();
    await last.getByText('пополнение').first().waitFor();
    await open('/payouts/accounts');
    await page.getByRole('row').filter({ hasText: 'Источник пополнений' }).getByText('Bank').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('the statistics of a month stand beside those of a day', async () => {
    const { page, open, faults } = await people.person(people.keys.viewer);
    await open('/today');
    await page.locator('.pivot-cell').first().waitFor();
    await page.getByRole('radio', { name: 'Месяц' }).click();
    await page.getByRole('heading', { name: 'По дням' }).waitFor();
    expect(new URL(page.url()).searchParams.get('span')).toBe('month');
    await page.getByText('Те же данные таблицей').click();
    await page.getByRole('table', { name: 'День' }).locator('tbody tr').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('a note on a payment is read in its story by operators, as it was written, and never by the merchant', async () => {
    const support = await people.person(people.keys.support);
    await support.open(pathOf(payment));
    await support.page.getByRole('button', { name: 'Добавить заметку' }).click();
    const dialog = support.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Записать' }).click();
    await dialog.getByText('Напишите заметку').waitFor();
    await dialog.getByLabel('Заметка').fill('<img src=x onerror=alert(1)> клиент перезвонит');
    await dialog.getByRole('button', { name: 'Записать' }).click();
    await support.page.locator('.story').getByText('<img src=x onerror=alert(1)> клиент перезвонит').waitFor();
    await support.page.locator('.story').getByText('support: заметка').waitFor();
    const merchant = await people.person(people.keys.merchant);
    await merchant.open(pathOf(payment));
    await merchant.page.locator('.money-amount').waitFor();
    expect(await merchant.page.getByText('перезвонит').count()).toBe(0);
    expect([...support.faults, ...merchant.faults]).toEqual([]);
  });

  test('the next shift sees what is open and who opened it last', async () => {
    const first = await people.person(people.keys.finance);
    await first.open('/queue/destinations');
    const card = first.page.locator('.card').first();
    const id = (await card.locator('code').first().textContent()) ?? '';
    const recorded = first.page.waitForResponse((response) => response.url().endsWith('/queue/destinations/opened'));
    await card.getByRole('link', { name: 'Открыть' }).click();
    expect((await recorded).status()).toBe(204);
    const second = await people.person(people.keys.approver);
    await second.open('/queue');
    await second.page.getByRole('link', { name: 'Передача смены' }).click();
    const row = second.page.getByRole('row').filter({ hasText: id });
    await row.getByText(/^finance,/).waitFor();
    expect([...first.faults, ...second.faults]).toEqual([]);
  });
}

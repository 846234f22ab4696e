import { CARDS } from '../../tests/harness/factories/payment';
import { bankFrame, heading, payButton, payWith, type Payers } from './payer';

const UNLIMITED = { costType: 'InvoiceTemplateLineCostUnlim' };
const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ');

/** Amounts are shown, typed and paid with the decimals of ISO 4217, whatever the browser's tables say. */
export function currencies(payers: () => Payers): void {
  test.concurrent.each([
    ['HUF', '1 500,05', 150_005, '1 500,05 Ft'],
    ['COP', '1500', 150_000, '1 500 COP'],
    ['JPY', '1 500', 1_500, '1 500 ¥'],
    ['KWD', '1,505', 1_505, '1,505 KWD'],
  ])('a template without a currency uses that of a shop in %s', async (currency, typed, amount, shown) => {
    const { merchant } = payers();
    const shopID = `shop-${currency}`;
    await copyShop(payers(), { shopID, currency });
    await using page = await payers().open(await payers().template(UNLIMITED, shopID));
    await page.getByLabel(`Сумма, ${currency}`).fill(typed);
    const made = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && /\/invoices$/.test(answer.url()),
    );
    await page.getByRole('button', { name: 'Продолжить' }).click();
    const { invoice } = (await (await made).json()) as { invoice: { id: string } };
    await payButton(page).waitFor();
    expect(plain(await payButton(page).textContent())).toBe(`Оплатить ${shown}`);
    await payWith(page, { number: CARDS.threeDSecure });
    const bank = await bankFrame(page);
    expect(plain(await bank.locator('.amount').innerText())).toBe(shown.replace(/^1 500 COP$/, '1 500,00 COP'));
    await bank.getByRole('button', { name: 'Подтвердить' }).click();
    await heading(page, 'Оплачено').waitFor();
    expect(plain(await page.locator('.facts').innerText())).toContain(shown);
    const { body } = await merchant.get(`/v2/processing/invoices/${invoice.id}`);
    expect(body).toMatchObject({ amount, currency, status: 'paid' });
    const booked = await payers().sql('SELECT DISTINCT amount, currency FROM payments WHERE invoice_id = $1', [
      invoice.id,
    ]);
    expect(booked).toEqual([{ amount: BigInt(amount), currency }]);
    expect(page.faults).toEqual([]);
  });
}

export async function copyShop(payers: Payers, fields: { shopID: string; currency: string }): Promise<void> {
  await payers.sql(
    `INSERT INTO shops SELECT (jsonb_populate_record(s, jsonb_build_object('id', $1::text, 'currency', $2::text))).*
     FROM shops s WHERE id = $3`,
    [fields.shopID, fields.currency, payers.platform.demo.shopID],
  );
}

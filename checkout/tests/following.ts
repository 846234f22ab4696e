import { heading, payButton, type Payers } from './payer';

/** How often the platform is asked what has happened, and what the page makes of the answers. */
export function following(payers: () => Payers): void {
  test('an invoice that was read before it was cancelled is not opened again', async () => {
    const { open, invoice, merchant } = payers();
    const ref = await invoice();
    const { page, close } = await open(ref);
    await payButton(page).waitFor();
    const { body: read } = await merchant.get(`/v2/processing/invoices/${ref.invoiceID}`);
    await merchant.post(`/v2/processing/invoices/${ref.invoiceID}/rescind`, { reason: 'Нет в наличии' });
    await page.route(`**/invoices/${ref.invoiceID}`, (route) =>
      route.fulfill({ json: read, headers: { 'Access-Control-Allow-Origin': '*' } }),
    );
    await page.reload();
    await heading(page, 'Магазин отменил счёт').waitFor();
    await close();
  });
}

import cards from '../../specs/test-cards.json';
import { bankFrame, heading, payButton, payWith, typeCard, type Payers } from './payer';

const ENDINGS: Readonly<Record<string, string>> = {
  success: 'Оплачено',
  threeDSecureSuccess: 'Оплачено',
  threeDSecure2Success: 'Оплачено',
  threeDSecureFailure: 'Платёж не подтверждён',
  invalidCard: 'Банк не принял карту',
  cvvFailure: 'Банк не принял карту',
  expiredCard: 'Банк не принял карту',
  unknownFailure: 'Платёж не прошёл',
  insufficientFunds: 'Не хватает денег',
};
const AT_ONCE = 4;

export function cardPayments(payers: () => Payers): void {
  test('a payer pays with 4242…, and gets a printable receipt with shop, order, time, mask and approval code', async () => {
    const { invoice, open } = payers();
    await using page = await open({ ...(await invoice({ amount: 199_990 })), name: 'Чайная лавка' });
    await payWith(page, { number: '4242424242424242' });
    await heading(page, 'Оплачено').waitFor();
    await page.getByText('Код подтверждения').waitFor();
    const print = page.getByRole('button', { name: 'Распечатать' });
    await page.evaluate(() => (window.print = () => void (document.title = 'printed')));
    await print.click();
    expect(await page.title()).toBe('printed');
    await page.emulateMedia({ media: 'print' });
    expect(await print.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    const receipt = await page.locator('.facts').innerText();
    expect(receipt.replace(/\s/g, ' ')).toMatch(
      /Магазин Чайная лавка Заказ .+ Номер счёта .+ 1 999,90 ₽.*20\d\d.*Visa •• 4242.*Код подтверждения \w+/,
    );
    expect(page.faults).toEqual([]);
  });

  test('every card of the sandbox shows its outcome', async () => {
    const waiting = cards.cards.filter(({ kind }) => ENDINGS[kind]);
    expect(waiting.length).toBeGreaterThan(20);
    const count = waiting.length;
    let begun = 0;
    // After a decline the same page takes the next card, which saves opening a new one for each.
    const work = async () => {
      while (waiting.length > 0) {
        const ref = await payers().invoice();
        await using page = await payers().open(ref);
        for (let card = waiting.shift(); card; card = waiting.shift()) {
          await payWith(page, { number: card.pan });
          if (card.threeDSecure) await (await bankFrame(page)).getByRole('button').first().click();
          const ending = ENDINGS[card.kind] ?? '';
          await heading(page, ending).waitFor();
          if (ending === 'Оплачено') break;
        }
        const { length } = await payers().payments(ref.invoiceID);
        begun += length;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(begun).toBe(count);
  });

  test('a card without a printed code needs none and sends none', async () => {
    await using page = await payers().open(await payers().invoice());
    await page.getByLabel(/^CVV/).waitFor();
    await typeCard(page, { number: '9860099104199734' });
    expect(await page.getByLabel(/^CVV/).count()).toBe(0);
    await payButton(page).click();
    await heading(page, 'Оплачено').waitFor();
    const sent = page.sent.filter(({ url }) => url.endsWith('/payment-resources')).map(({ body }) => body);
    expect(sent).toEqual([expect.stringMatching(/"cardNumber":"9860099104199734","expDate":"12\/29"}/)]);
  });

  test('a declined card keeps its number and expiry without CVV, and another card pays the invoice', async () => {
    await using page = await payers().open(await payers().invoice());
    await page.getByLabel(/^Почта/).fill('anna@example.com');
    await payWith(page, { number: '4000000000000002' });
    await heading(page, 'Не хватает денег').waitFor();
    const typed = await page
      .locator('form input')
      .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
    expect(typed).toEqual(['4000 0000 0000 0002', '12 / 29', '', 'anna@example.com']);
    expect(await page.content()).not.toMatch(/4000\s?0000\s?0000/);
    await payWith(page, { number: '5555555555554444' });
    await heading(page, 'Оплачено').waitFor();
  });

  test('a double click pays once, even with a slow script', async () => {
    const ref = await payers().invoice();
    await using page = await payers().open(ref);
    await typeCard(page, { number: '4242424242424242' });
    const debuggerOfPage = await page.context().newCDPSession(page);
    await debuggerOfPage.send('Emulation.setCPUThrottlingRate', { rate: 10 });
    await payButton(page).dblclick();
    await heading(page, 'Оплачено').waitFor();
    expect(await payers().payments(ref.invoiceID)).toHaveLength(1);
  });

  test('a hold is shown as a hold', async () => {
    await using page = await payers().open({ ...(await payers().invoice()), paymentFlowHold: true });
    await payWith(page, { number: '4242424242424242' });
    await heading(page, 'Деньги удержаны').waitFor();
  });

  test('an invalid field shows its error before anything is sent, and the first one gets the focus', async () => {
    await using page = await payers().open(await payers().invoice());
    await typeCard(page, { number: '4242424242424243', expiry: '13/29', cvv: '12' });
    await payButton(page).click();
    for (const problem of ['в нём ошибка', 'Проверьте месяц', 'Укажите 3 цифры'])
      await page.getByText(problem).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('cc-number');
    expect(page.sent.filter(({ body }) => body)).toEqual([]);
  });
}

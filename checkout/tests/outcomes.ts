import { pay, CARDS, INSTANT } from '../../tests/harness/factories/payment';
import {
  bankFrame,
  decideAt,
  heading,
  pollNow,
  payButton,
  payUnlessBegun,
  payWith,
  typeCard,
  type Payers,
} from './payer';

export function outcomes(payers: () => Payers): void {
  test.concurrent.each([
    ['a token that is over', { invoiceID: 'x', invoiceAccessToken: 'a.b.c' }, 'Ссылка устарела'],
    ['no token', {}, 'Ссылка неполная'],
  ])('a link with %s shows its error with the way back to the shop', async (_name, options, title) => {
    const { page, close } = await payers().open({ ...options, redirectUrl: 'https://shop.example/cart' });
    await heading(page, title).waitFor();
    if ('invoiceID' in options) {
      const back = page.getByRole('link', { name: 'Вернуться в магазин' });
      expect(await back.getAttribute('href')).toBe('https://shop.example/cart');
    }
    await close();
  });

  test.concurrent('a paid, cancelled or overdue invoice shows its state', async () => {
    const { open, invoice, merchant } = payers();
    const [paid, cancelled, overdue] = [await invoice(), await invoice(), await invoice({ dueInMs: 10_000 })];
    await pay(merchant.as(paid.invoiceAccessToken), paid.invoiceID, { card: CARDS.good, flow: INSTANT });
    await merchant.post(`/v2/processing/invoices/${cancelled.invoiceID}/rescind`, { reason: 'Нет в наличии' });
    const shown = async (ref: typeof paid, title: string) => {
      const { page, close } = await open(ref);
      await heading(page, title).waitFor();
      await close();
    };
    await shown(paid, 'Оплачено');
    await shown(cancelled, 'Магазин отменил счёт');
    await shown(overdue, 'Срок оплаты прошёл');
  });

  test.concurrent(
    'the page resumes after a reload at each step, in a second tab, and after a bank used the whole window',
    async () => {
      const { open, invoice, platform } = payers();
      const ref = await invoice();
      const { page, close } = await open(ref);
      await payButton(page).waitFor();
      await page.reload();
      await payWith(page, { number: CARDS.threeDSecure });
      await bankFrame(page);
      await page.reload();
      await bankFrame(page);
      const other = await open(ref);
      await bankFrame(other.page);
      await page.getByRole('button', { name: 'Открыть страницу банка во всё окно' }).click();
      await page.waitForURL(`${platform.sandboxUrl}/3ds/**`);
      await page.goBack();
      await bankFrame(page);
      await page.getByRole('button', { name: 'Открыть страницу банка во всё окно' }).click();
      await page.waitForURL(`${platform.sandboxUrl}/3ds/**`);
      await page.getByRole('button').first().click();
      await heading(page, 'Оплачено').waitFor();
      await heading(other.page, 'Оплачено').waitFor();
      await page.reload();
      await heading(page, 'Оплачено').waitFor();
      await other.close();
      await close();
    },
  );

  test.concurrent('a payment begun in another tab is followed, not repeated', async () => {
    const { open, invoice, merchant } = payers();
    const ref = await invoice();
    const { page, close } = await open(ref);
    await typeCard(page, { number: CARDS.good });
    await pay(merchant.as(ref.invoiceAccessToken), ref.invoiceID, { card: CARDS.threeDSecure, flow: INSTANT });
    await payUnlessBegun(page, (button) => button.click());
    await (await bankFrame(page)).getByRole('button').first().click();
    await heading(page, 'Оплачено').waitFor();
    await close();
  });

  test.concurrent('a lost network is retried, and typed text stays', async () => {
    const ref = await payers().invoice();
    const { page, close } = await payers().open(ref);
    let isCut = true;
    await page.route('**/v2/processing/**', (route) => (isCut ? route.abort() : route.fallback()));
    await payWith(page, { number: CARDS.good });
    await page.getByText('Нет связи').waitFor();
    await page.getByRole('alert').getByRole('heading', { name: 'Не удалось связаться' }).waitFor();
    isCut = false;
    await payButton(page).click();
    await heading(page, 'Оплачено').waitFor();
    await close();
  });

  test.concurrent('a lost response does not make the payer pay twice', async () => {
    const ref = await payers().invoice();
    const { page, close } = await payers().open(ref);
    // The platform receives the request; its response is lost.
    await page.route('**/payments', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
    const { body } = await payers().merchant.get(`/v2/processing/invoices/${ref.invoiceID}/payments`);
    expect(body).toHaveLength(1);
    await close();
  });

  test.concurrent('a decline is shown when the network is back', async () => {
    const { page, close } = await payers().open(await payers().invoice());
    await typeCard(page, { number: CARDS.noMoney });
    await page.route('**/events?*', (route) => route.abort());
    await page.route('**/payments', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payButton(page).click();
    await heading(page, 'Не удалось связаться').waitFor();
    await page.unroute('**/events?*');
    await pollNow(page);
    await heading(page, 'Не хватает денег').waitFor();
    await close();
  });

  test.concurrent(
    'a payer rejected because of another tab’s payment sees its result and keeps typed text',
    async () => {
      const { open, invoice, merchant } = payers();
      const ref = await invoice();
      const [{ page, close }, other] = [await open(ref), await open(ref)];
      await typeCard(page, { number: CARDS.good });
      let isPending = true;
      await page.route('**/events?*', (route) => (isPending ? route.abort() : route.fallback()));
      await payWith(other.page, { number: CARDS.threeDSecure });
      const bank = (await bankFrame(other.page)).url();
      const refused: unknown[] = [];
      await page.route('**/payments', async (route) => {
        if (!isPending) return route.fallback();
        const answer = await route.fetch();
        refused.push(await answer.json());
        await decideAt(bank, 'refuse');
        await heading(other.page, 'Платёж не подтверждён').waitFor();
        isPending = false;
        return route.fulfill({ response: answer });
      });
      await payButton(page).click();
      await heading(page, 'Платёж не подтверждён').waitFor();
      expect(refused).toMatchObject([{ code: 'invoicePaymentPending' }]);
      await payButton(page).click();
      await heading(page, 'Оплачено').waitFor();
      const { body } = await merchant.get(`/v2/processing/invoices/${ref.invoiceID}/payments`);
      expect(body).toHaveLength(2);
      await other.close();
      await close();
    },
  );

  test.concurrent('the receipt returns to the shop after five seconds, unless stopped', async () => {
    const { open, invoice } = payers();
    const options = { ...(await invoice()), redirectUrl: `${payers().platform.sandboxUrl}/healthz` };
    const { page, close } = await open(options);
    await page.clock.install();
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
    await page.getByRole('button', { name: 'Остаться здесь' }).click();
    await page.clock.runFor(20_000);
    await heading(page, 'Оплачено').waitFor();
    await page.reload();
    await page.clock.runFor(6_000);
    await page.waitForURL(options.redirectUrl);
    await close();
  });

  test.concurrent('a template is paid with the chosen amount, which is asked for again after a refusal', async () => {
    const { open, template } = payers();
    // The shop's maximum is a billion roubles.
    const range = { lowerBound: 5_000, upperBound: 200_000_000_000 };
    const price = { costType: 'InvoiceTemplateLineCostRange', currency: 'RUB', range };
    const { page, close } = await open(await template(price));
    const amount = page.getByLabel(/^Сумма/);
    const goOn = page.getByRole('button', { name: 'Продолжить' });
    await amount.fill('20');
    await goOn.click();
    await page.getByText(/Укажите сумму/).waitFor();
    await amount.fill('1000000001');
    await goOn.click();
    await heading(page, 'Такую сумму принять нельзя').waitFor();
    await page.getByText('Измените сумму').waitFor();
    // The platform makes the invoice; its response is lost, and the payer retries.
    const made: unknown[] = [];
    await page.route('**/invoices', async (route) => {
      made.push((await (await route.fetch()).json()).invoice.id);
      await route.abort();
    });
    await amount.fill('150,50');
    await goOn.click();
    await heading(page, 'Не удалось связаться').waitFor();
    await page.unroute('**/invoices');
    const again = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/invoices'),
    );
    await page.getByRole('button', { name: 'Попробовать ещё раз' }).click();
    made.push((await (await again).json()).invoice.id);
    expect(new Set(made).size).toBe(1);
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
    expect((await page.locator('.facts').innerText()).replace(/\s/g, ' ')).toContain('150,50 ₽');
    await close();
  });

  test.concurrent('an amount that the platform refuses marks its field and stays in it', async () => {
    const { open, template } = payers();
    const { page, close } = await open(await template({ costType: 'InvoiceTemplateLineCostUnlim' }));
    await page.getByLabel(/^Сумма/).fill('1000000000,01');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await heading(page, 'Такую сумму принять нельзя').waitFor();
    const amount = page.getByLabel(/^Сумма/);
    expect([await amount.getAttribute('aria-invalid'), await amount.inputValue()]).toEqual(['true', '1000000000,01']);
    await amount.fill('150');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await payButton(page).waitFor();
    await close();
  });

  test.concurrent('a link whose amount is refused does not suggest to change it', async () => {
    const { open, template } = payers();
    const price = { costType: 'InvoiceTemplateLineCostUnlim' };
    const { page, close } = await open({ ...(await template(price)), amount: 100_000_000_001 });
    await heading(page, 'Такую сумму принять нельзя').waitFor();
    await page.getByText('Напишите в магазин').waitFor();
    expect(await page.getByText('Измените сумму').count()).toBe(0);
    await close();
  });

  test.concurrent('a reopened window of the same opening pays the same invoice of a template', async () => {
    const { open, template } = payers();
    const opening = { mode: 'popup', origin: 'https://shop.example', nonce: 'a0'.repeat(32) } as const;
    const link = { ...(await template()), ...opening };
    const first = await open(link);
    await payWith(first.page, { number: CARDS.good });
    await heading(first.page, 'Оплачено').waitFor();
    const again = await open(link);
    await heading(again.page, 'Оплачено').waitFor();
    await first.close();
    await again.close();
  });

  test.concurrent('a card is bound to a customer, and later another one', async () => {
    const { open, merchant, platform } = payers();
    const made = await merchant.post('/v2/processing/customers', {
      shopID: platform.demo.shopID,
      contactInfo: { email: 'anna@example.com' },
      metadata: {},
    });
    const customerID = made.body.customer.id;
    const link = { customerID, customerAccessToken: made.body.customerAccessToken.payload };
    const first = await open(link);
    await typeCard(first.page, { number: CARDS.good });
    await first.page.getByRole('button', { name: 'Привязать карту' }).click();
    await heading(first.page, 'Карта привязана').waitFor();
    await first.page.reload();
    await heading(first.page, 'Карта привязана').waitFor();
    await first.close();
    const opening = { mode: 'popup', origin: 'https://shop.example', nonce: 'a0'.repeat(16) } as const;
    const { page, close } = await open({ ...link, ...opening });
    // The opener receives the messages.
    await page.addInitScript(() => {
      const reported: object[] = [];
      Object.assign(window, { reported, opener: { postMessage: (message: object) => reported.push(message) } });
    });
    await page.reload();
    await typeCard(page, { number: '5555555555554444' });
    await page.getByRole('button', { name: 'Привязать карту' }).click();
    await heading(page, 'Карта привязана').waitFor();
    expect(await page.locator('.facts').innerText()).toContain('•• 4444');
    const { body } = await merchant.get(`/v2/processing/customers/${customerID}/bindings`);
    const reported = await page.evaluate(() => (globalThis as unknown as { reported: { type: string }[] }).reported);
    expect(reported.filter(({ type }) => type === 'finished')).toMatchObject([{ bindingID: body[1].id }]);
    await close();
  });
}

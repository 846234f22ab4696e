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
    await using page = await payers().open({ ...options, redirectUrl: 'https://shop.example/cart' });
    await heading(page, title).waitFor();
    if ('invoiceID' in options) {
      const back = page.getByRole('link', { name: 'Вернуться в магазин' });
      expect(await back.getAttribute('href')).toBe('https://shop.example/cart');
    }
  });

  test.concurrent('a paid, cancelled or overdue invoice shows its state', async () => {
    const { open, invoice, merchant } = payers();
    const [paid, cancelled, overdue] = [await invoice(), await invoice(), await invoice({ dueInMs: 10_000 })];
    await pay(merchant.as(paid.invoiceAccessToken), paid.invoiceID, { card: CARDS.good, flow: INSTANT });
    await merchant.post(`/v2/processing/invoices/${cancelled.invoiceID}/rescind`, { reason: 'Нет в наличии' });
    const shown = async (ref: typeof paid, title: string) => {
      await using page = await open(ref);
      await heading(page, title).waitFor();
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
      await using page = await open(ref);
      await payButton(page).waitFor();
      await page.reload();
      await payWith(page, { number: CARDS.threeDSecure });
      await bankFrame(page);
      await page.reload();
      await bankFrame(page);
      await using other = await open(ref);
      await bankFrame(other);
      await page.getByRole('button', { name: 'Открыть страницу банка во всё окно' }).click();
      await page.waitForURL(`${platform.sandboxUrl}/3ds/**`);
      await page.goBack();
      await bankFrame(page);
      await page.getByRole('button', { name: 'Открыть страницу банка во всё окно' }).click();
      await page.waitForURL(`${platform.sandboxUrl}/3ds/**`);
      await page.getByRole('button').first().click();
      await heading(page, 'Оплачено').waitFor();
      await heading(other, 'Оплачено').waitFor();
      await page.reload();
      await heading(page, 'Оплачено').waitFor();
    },
  );

  test.concurrent('a payment begun in another tab is followed, not repeated', async () => {
    const { open, invoice, merchant } = payers();
    const ref = await invoice();
    await using page = await open(ref);
    await typeCard(page, { number: CARDS.good });
    await pay(merchant.as(ref.invoiceAccessToken), ref.invoiceID, { card: CARDS.threeDSecure, flow: INSTANT });
    await payUnlessBegun(page, (button) => button.click());
    await (await bankFrame(page)).getByRole('button').first().click();
    await heading(page, 'Оплачено').waitFor();
  });

  test.concurrent('a lost network is retried, and typed text stays', async () => {
    const ref = await payers().invoice();
    await using page = await payers().open(ref);
    let isCut = true;
    await page.route('**/v2/processing/**', (route) => (isCut ? route.abort() : route.fallback()));
    await payWith(page, { number: CARDS.good });
    await page.getByText('Нет связи').waitFor();
    await page.getByRole('alert').getByRole('heading', { name: 'Не удалось связаться' }).waitFor();
    isCut = false;
    await payButton(page).click();
    await heading(page, 'Оплачено').waitFor();
  });

  test.concurrent('a lost response does not make the payer pay twice', async () => {
    const ref = await payers().invoice();
    await using page = await payers().open(ref);
    // The platform receives the request; its response is lost.
    await page.route('**/payments', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
    expect(await payers().payments(ref.invoiceID)).toHaveLength(1);
  });

  test.concurrent('a decline is shown when the network is back', async () => {
    await using page = await payers().open(await payers().invoice());
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
  });

  test.concurrent(
    'a payer rejected because of another tab’s payment sees its result and keeps typed text',
    async () => {
      const { open, invoice, payments } = payers();
      const ref = await invoice();
      await using page = await open(ref);
      await using other = await open(ref);
      await typeCard(page, { number: CARDS.good });
      let isPending = true;
      await page.route('**/events?*', (route) => (isPending ? route.abort() : route.fallback()));
      await payWith(other, { number: CARDS.threeDSecure });
      const bank = (await bankFrame(other)).url();
      const refused: unknown[] = [];
      await page.route('**/payments', async (route) => {
        if (!isPending) return route.fallback();
        const answer = await route.fetch();
        refused.push(await answer.json());
        await decideAt(bank, 'refuse');
        await heading(other, 'Платёж не подтверждён').waitFor();
        isPending = false;
        return route.fulfill({ response: answer });
      });
      await payButton(page).click();
      await heading(page, 'Платёж не подтверждён').waitFor();
      expect(refused).toMatchObject([{ code: 'invoicePaymentPending' }]);
      await payButton(page).click();
      await heading(page, 'Оплачено').waitFor();
      expect(await payments(ref.invoiceID)).toHaveLength(2);
    },
  );

  test.concurrent('the receipt returns to the shop after five seconds, unless stopped', async () => {
    const { open, invoice } = payers();
    const options = { ...(await invoice()), redirectUrl: `${payers().platform.sandboxUrl}/healthz` };
    await using page = await open(options);
    await page.clock.install();
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
    await page.getByRole('button', { name: 'Остаться здесь' }).click();
    await page.clock.runFor(20_000);
    await heading(page, 'Оплачено').waitFor();
    await page.reload();
    await page.clock.runFor(6_000);
    await page.waitForURL(options.redirectUrl);
  });

  test.concurrent('a template is paid with the chosen amount, which is asked for again after a refusal', async () => {
    const { open, template } = payers();
    // The shop's maximum is a billion roubles.
    const range = { lowerBound: 5_000, upperBound: 200_000_000_000 };
    const price = { costType: 'InvoiceTemplateLineCostRange', currency: 'RUB', range };
    await using page = await open(await template(price));
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
  });

  test.concurrent('an amount that the platform refuses marks its field and stays in it', async () => {
    const { open, template } = payers();
    await using page = await open(await template({ costType: 'InvoiceTemplateLineCostUnlim' }));
    await page.getByLabel(/^Сумма/).fill('1000000000,01');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await heading(page, 'Такую сумму принять нельзя').waitFor();
    const amount = page.getByLabel(/^Сумма/);
    expect([await amount.getAttribute('aria-invalid'), await amount.inputValue()]).toEqual(['true', '1000000000,01']);
    await amount.fill('150');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await payButton(page).waitFor();
  });

  test.concurrent('a link whose amount is refused does not suggest to change it', async () => {
    const { open, template } = payers();
    const price = { costType: 'InvoiceTemplateLineCostUnlim' };
    await using page = await open({ ...(await template(price)), amount: 100_000_000_001 });
    await heading(page, 'Такую сумму принять нельзя').waitFor();
    await page.getByText('Напишите в магазин').waitFor();
    expect(await page.getByText('Измените сумму').count()).toBe(0);
  });

  test.concurrent('a reopened window of the same opening pays the same invoice of a template', async () => {
    const { open, template } = payers();
    const opening = { mode: 'popup', origin: 'https://shop.example', nonce: 'a0'.repeat(32) } as const;
    const link = { ...(await template()), ...opening };
    await using first = await open(link);
    await payWith(first, { number: CARDS.good });
    await heading(first, 'Оплачено').waitFor();
    await using again = await open(link);
    await heading(again, 'Оплачено').waitFor();
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
    await using first = await open(link);
    await typeCard(first, { number: CARDS.good });
    await first.getByRole('button', { name: 'Привязать карту' }).click();
    await heading(first, 'Карта привязана').waitFor();
    await first.reload();
    await heading(first, 'Карта привязана').waitFor();
    const opening = { mode: 'popup', origin: 'https://shop.example', nonce: 'a0'.repeat(16) } as const;
    await using page = await open({ ...link, ...opening });
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
  });
}

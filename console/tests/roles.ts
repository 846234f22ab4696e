import { anInvoice, untilPayment } from '../../tests/harness/factories/payment';
import { accessibilityViolations } from '../../tests/harness/axe';
import { Keyboard } from './keyboard';
import { callAs, pathOf, people, SUPPORT_LIMIT, type People, type SignedIn } from './people';

interface Refused {
  who: SignedIn;
  path: string;
  button: string;
  call: string;
  body: object;
}

async function refusedJobs(people: People): Promise<Refused[]> {
  const { shop, webhookID } = people;
  const { partyID, shopID } = shop.platform.demo;
  const payment = await shop.captured({ amount: 33_000 });
  const { id: invoiceID } = await anInvoice(shop.merchant, shopID);
  const destinationID = await people.destination();
  const disputed = await people.disputed();
  const command = (type: string, parameters: object) => ({
    ...{ call: '/commands', body: { type, parameters, reason: 'Попытка' } },
  });
  const refund = { path: pathOf(payment), button: 'Вернуть деньги' };
  const refundCommand = command('refundPayment', { ...payment, amount: 100, currency: 'RUB' });
  const block = { path: `/merchants/${partyID}`, button: 'Заблокировать', ...command('blockShop', { shopID }) };
  const approve = {
    path: '/queue/destinations',
    button: 'Одобрить',
    ...command('approveDestination', { destinationID }),
  };
  const contest = command('rejectChargeback', { ...disputed, chargebackID: '1' });
  const rescind = { path: `/invoices/${invoiceID}`, button: 'Отозвать', ...command('rescindInvoice', { invoiceID }) };
  const pause = { call: `/webhooks/${webhookID}/pause`, body: { reason: 'Попытка' } };
  return [
    { who: 'viewer', ...refund, ...refundCommand },
    { who: 'configuration', ...refund, ...refundCommand },
    { who: 'support', ...block },
    { who: 'finance', ...block },
    { who: 'support', ...approve },
    { who: 'support', path: '/queue/chargebacks', button: 'Оспорить', ...contest },
    { who: 'viewer', ...rescind },
    { who: 'finance', path: `/webhooks/${webhookID}`, button: 'Приостановить', ...pause },
  ];
}

/** Who may not do a job sees no button, and the API refuses it. */
export function roles(): void {
  test('a person without the role sees no button and is refused by the API', async () => {
    for (const { who, path, button, call, body } of await refusedJobs(people)) {
      const { page, open } = await people.person(people.keys[who]);
      await open(path);
      await page.locator('.money-amount, .card, .facts').first().waitFor();
      expect([who, button, await page.getByRole('button', { name: button }).count()]).toEqual([who, button, 0]);
      expect([who, button, await callAs(page, `/operators/v1${call}`, body)]).toEqual([who, button, 403]);
    }
  });

  test('a refund above the limit waits for a second person; the first cannot approve it', async () => {
    const payment = await people.shop.captured({ amount: 90_000 });
    const amount = SUPPORT_LIMIT + 100;
    const support = await people.person(people.keys.support);
    await support.open(pathOf(payment));
    const keys = new Keyboard(support.page);
    await keys.activate(support.page.getByRole('button', { name: 'Вернуть деньги' }));
    await keys.decide({ button: 'Вернуть деньги', amount: String(amount / 100), reason: 'Отмена заказа' });
    await support.page.getByText('свою просьбу одобрить нельзя').waitFor();
    expect(await support.page.getByRole('button', { name: 'Одобрить' }).count()).toBe(0);
    const { invoiceID, paymentID } = payment;
    const subject = `/commands?subjectID=${invoiceID}.${paymentID}`;
    const [{ id }] = (await people.operators.get<any>(subject)).body.commands;
    expect(await callAs(support.page, `/operators/v1/commands/${id}/approve`)).toBe(403);
    expect(await people.refunds(payment)).toEqual([]);

    const approver = await people.person(people.keys.approver);
    await approver.open('/queue/approvals');
    const card = approver.page.locator('.card', { hasText: 'Отмена заказа' });
    await card
      .getByRole('row', { name: /^Возвращено/ })
      .locator('ins', { hasText: '301,00' })
      .waitFor();
    await card.getByText('Решает: ').waitFor();
    expect(await accessibilityViolations(approver.page)).toEqual([]);
    await approver.picture('approval-of-refund');
    await new Keyboard(approver.page).activate(approver.page.getByRole('button', { name: 'Одобрить' }).first());
    await new Keyboard(approver.page).decide({ button: 'Одобрить', reason: 'Согласовано' });
    await support.page.getByRole('heading', { name: 'Возвраты' }).waitFor();
    expect(await people.refunds(payment)).toMatchObject([{ amount }]);
    expect([...support.faults.filter((fault) => !fault.includes('403')), ...approver.faults]).toEqual([]);
  });

  test('a form survives the end of the session', async () => {
    const payment = await people.shop.held({ amount: 20_000 });
    const { page, open, context } = await people.person(people.keys.finance);
    await open(pathOf(payment));
    const keys = new Keyboard(page);
    await keys.activate(page.getByRole('button', { name: 'Списать' }));
    await keys.prepare({ amount: '55', reason: 'Отгружена часть' });
    await context.clearCookies();
    const dialog = page.getByRole('dialog', { name: 'Списать' });
    await keys.activate(dialog.getByRole('button', { name: 'Списать' }));
    const ended = page.getByRole('dialog', { name: 'Сессия закончилась' });
    await keys.fill(ended.getByLabel('Ключ'), people.keys.finance);
    await keys.press('Enter');
    await ended.waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Причина').inputValue()).toBe('Отгружена часть');
    await keys.activate(dialog.getByRole('button', { name: 'Списать' }));
    expect(await untilPayment(people.shop.merchant, payment, 'captured')).toMatchObject({ amount: 5_500 });
  });

  test('a shop is edited with a comparison, and the audit chain is intact', async () => {
    const { page, open } = await people.person(people.keys.configuration);
    await open(`/merchants/${people.shop.platform.demo.partyID}`);
    const card = page.locator('.card', { hasText: 'demo-shop-brief-hold' });
    await card.getByRole('button', { name: 'Изменить' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Название', { exact: true }).fill('Магазин на паузе');
    await dialog.getByRole('button', { name: 'Что изменится' }).click();
    await dialog.locator('ins').first().waitFor();
    expect(await dialog.locator('ins').allTextContents()).toEqual(['Магазин на паузе']);
    await dialog.getByLabel('Причина').fill('Просьба магазина');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open('/audit?subjectType=shop&subjectID=demo-shop-brief-hold');
    await page.getByText('Просьба магазина').waitFor();
    await page.getByRole('button', { name: 'Проверить цепочку' }).click();
    await page.getByText('Цепочка цела').waitFor();
  });

  test('support replays webhooks after their count, and pauses an endpoint', async () => {
    const { page, open } = await people.person(people.keys.support);
    await open(`/webhooks/${people.webhookID}`);
    await page.locator('tbody tr').first().waitFor();
    await page.getByRole('button', { name: 'Отправить ещё раз за период' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Посчитать' }).click();
    await dialog.getByText(/Будет отправлено сообщений: [1-9]/).waitFor();
    await dialog.getByRole('button', { name: 'Отправить' }).click();
    await dialog.getByText('Готово').waitFor();
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await page.getByRole('button', { name: 'Приостановить' }).click();
    await new Keyboard(page).decide({ button: 'Приостановить', reason: 'Переезд магазина' });
    await page.getByText('приостановлен').waitFor();
    await page.getByRole('button', { name: 'Возобновить' }).click();
    await page.getByText('работает').waitFor();
  });
}

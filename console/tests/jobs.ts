import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anInvoice, CARDS, INSTANT, pay, untilPayment } from '../../tests/harness/factories/payment';
import type { CreatedPayment } from '../../tests/harness/factories/payment';
import { Keyboard } from './keyboard';
import { summariseNow } from './statistics';
import { pathOf, people, pictures, visit, type BrowserPerson, type People, type SignedIn } from './people';

const MINUTE_MS = 60_000;

interface JobRun extends BrowserPerson {
  people: People;
  keys: Keyboard;
}

type Job = [name: string, person: SignedIn, run: (job: JobRun) => Promise<void>];

/** The weekly jobs, each by the person whose job it is, with the keyboard alone. Onboarding is tested with its screen. */
const JOBS: readonly Job[] = [
  ['find a payment', 'support', findPayment],
  ['explain a declined payment', 'support', explainPayment],
  ['refund a part', 'support', refundPart],
  ['resend webhooks', 'support', resendWebhooks],
  ['download a registry', 'merchant', downloadRegistry],
  ['answer a chargeback', 'finance', answerChargeback],
  ['block a shop', 'configuration', blockShop],
  ['see why payments fail today', 'viewer', seeFailures],
  ['approve a destination', 'finance', approveDestination],
];

/** Each job takes under a minute; the times are stored beside the pictures. */
export function jobs(): void {
  const times: Record<string, number> = {};

  afterAll(() => writeFile(join(pictures, 'jobs.json'), `${JSON.stringify(times, null, 2)}\n`));

  test.each(JOBS)('the job "%s" is done by %s with the keyboard alone', async (name, who, run) => {
    const person = await people.person(people.keys[who]);
    const started = performance.now();
    await run({ ...person, people, keys: new Keyboard(person.page) });
    times[name] = Math.round(performance.now() - started);
    expect(times[name]).toBeLessThan(MINUTE_MS);
    expect(person.faults).toEqual([]);
  });

  test('a person signs in with the keyboard and stays on the page of the link', async () => {
    const payment = await people.shop.captured({ amount: 12_100 });
    const { page, open, requests } = await visit(people);
    await open(`${pathOf(payment)}?from=letter`);
    const keys = new Keyboard(page);
    await keys.fill(page.getByLabel('Ключ'), people.keys.support);
    await keys.press('Enter');
    await page.locator('.money-amount', { hasText: '121,00' }).waitFor();
    expect(page.url()).toBe(`${people.url}${pathOf(payment)}?from=letter`);
    expect(requests.filter((url) => /session=|hfo_/.test(url))).toEqual([]);
    const stored = await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain(people.keys.support);
  });
}

/** An e-mail address stands in no address, neither of pages nor of requests, and in no log. */
async function findPayment({ people, page, keys, open, requests }: JobRun): Promise<void> {
  const payment = await people.shop.captured({ amount: 51_000 });
  await open('/queue');
  await page.getByRole('heading', { name: 'Очередь дел' }).waitFor();
  await keys.find('anna@example.com', `${payment.invoiceID}.${payment.paymentID}`);
  await page.locator('.money-amount', { hasText: '510,00' }).waitFor();
  expect([page.url(), ...requests].filter((url) => /anna/i.test(url))).toEqual([]);
  const { api, console: server } = people.shop.platform.processes;
  for (const { logFile } of [api, server]) expect(await readFile(logFile, 'utf8')).not.toContain('anna@');
}

async function explainPayment({ people, page, keys, open }: JobRun): Promise<void> {
  await open(pathOf(await declined(people)));
  const history = page.getByRole('list', { name: 'Что происходило' });
  for (const text of ['Плательщик нажал «Оплатить»', 'Запрос к sandbox', 'sandbox: отклонено', 'Платёж не прошёл']) {
    await history.getByText(text).first().waitFor();
  }
  await history.getByText('Платёж не прошёл: ответ 200').first().waitFor();
  // Numbers are folded, and three lanes stay to compare sides.
  expect(await history.locator('.entry-more').first().isVisible()).toBe(false);
  await keys.activate(history.locator('summary').first());
  await history.locator('.entry-more').first().waitFor();
  await keys.activate(page.getByRole('button', { name: 'Сравнить стороны' }));
  const lanes = page.getByRole('region', { name: 'Что происходило' });
  await keys.tabTo(lanes);
  await lanes.getByRole('columnheader', { name: 'Банк' }).waitFor();
  await keys.activate(page.locator('summary', { hasText: 'Проводки и процессы' }));
  await page.getByRole('link', { name: 'Открыть в Temporal UI' }).first().waitFor();
}

async function refundPart({ people, page, keys, open }: JobRun): Promise<void> {
  const payment = await people.shop.captured({ amount: 50_000 });
  await open(pathOf(payment));
  // The same once more is a refund of its own.
  for (const place of [0, 1]) {
    await keys.activate(page.getByRole('button', { name: 'Вернуть деньги' }));
    await keys.decide({ button: 'Вернуть деньги', amount: '123,45', reason: 'Размер не подошёл' });
    await page.locator('.lines li', { hasText: '123,45' }).getByText('выполнен').nth(place).waitFor();
  }
  const refund = { amount: 12_345, status: 'succeeded' };
  expect(await people.refunds(payment)).toMatchObject([refund, refund]);
}

async function resendWebhooks({ people, page, keys, open }: JobRun): Promise<void> {
  const payment = await people.shop.captured({ amount: 52_000 });
  const messages = () => people.receiver.deliveries.filter(({ body }) => body.includes(payment.invoiceID)).length;
  await people.receiver.until(() => messages() >= 5);
  const before = messages();
  await open(pathOf(payment));
  await keys.activate(page.getByRole('button', { name: 'Отправить вебхуки ещё раз' }));
  await keys.activate(page.getByRole('dialog').getByRole('button', { name: 'Отправить' }));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await people.receiver.until(() => messages() >= 2 * before);
}

async function downloadRegistry({ people, page, keys, open }: JobRun): Promise<void> {
  const payment = await people.shop.captured({ amount: 77_700 });
  await open(`/payments?shopID=${people.shop.shopID}`);
  await keys.activate(page.getByRole('link', { name: 'Заказать реестр' }));
  await keys.activate(page.getByRole('button', { name: 'Заказать реестр' }));
  const saved = page.waitForEvent('download');
  await keys.activate(page.getByRole('button', { name: /CSV: Платежи/ }).first());
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text.startsWith('\uFEFFИнвойс;Платёж;')).toBe(true);
  expect(text).toContain(`${payment.invoiceID};${payment.paymentID};`);
  expect(text).toContain(';777,00;RUB;');
}

async function answerChargeback({ people, page, keys, open }: JobRun): Promise<void> {
  const payment = await people.disputed();
  await open('/queue/chargebacks');
  const card = page.locator('.card', { hasText: payment.invoiceID });
  await keys.activate(card.getByRole('button', { name: 'Оспорить' }));
  await keys.decide({ button: 'Оспорить', reason: 'Доставлено, подпись есть' });
  await card.waitFor({ state: 'detached' });
  await open(pathOf(payment));
  await page.locator('.lines', { hasText: 'оспорить чарджбэк' }).getByText('исполнена').first().waitFor();
}

async function blockShop({ people, page, keys, open }: JobRun): Promise<void> {
  await open(`/merchants/${people.shop.platform.demo.partyID}`);
  const card = page.locator('.card', { hasText: 'demo-shop-brief-hold' });
  await keys.activate(card.getByRole('button', { name: 'Заблокировать' }));
  await keys.decide({ button: 'Заблокировать', reason: 'Жалобы плательщиков' });
  await card.getByText('заблокирован', { exact: true }).waitFor();
  await open('/audit?subjectType=shop&subjectID=demo-shop-brief-hold');
  await page.getByText('Жалобы плательщиков').waitFor();
}

async function seeFailures({ people, page, keys, open }: JobRun): Promise<void> {
  await declined(people);
  // As the worker does once a minute.
  await summariseNow(people.shop.platform.databaseUrl);
  await open('/today');
  await keys.tabTo(page.locator('.section-title select').first());
  await page.locator('tbody tr', { hasText: 'insufficient_funds' }).first().waitFor();
}

async function approveDestination({ people, page, keys, open }: JobRun): Promise<void> {
  const destinationID = await people.destination();
  await open('/queue/destinations');
  const card = page.locator('.card', { hasText: destinationID });
  await keys.activate(card.getByRole('button', { name: 'Одобрить' }));
  await keys.decide({ button: 'Одобрить', reason: 'Документы проверены' });
  await card.waitFor({ state: 'detached' });
  const { body } = await people.shop.merchant.get<any>(`/wallet/v0/destinations/${destinationID}`);
  expect(body.status).toBe('Authorized');
}

export async function declined({ shop }: People): Promise<CreatedPayment> {
  const invoice = await anInvoice(shop.merchant, shop.shopID, { amount: 45_000 });
  const payer = shop.merchant.as(invoice.token);
  const paymentID = await pay(payer, invoice.id, { card: CARDS.noMoney, flow: INSTANT });
  const payment = { invoiceID: invoice.id, paymentID };
  await untilPayment(shop.merchant, payment, 'failed');
  return payment;
}

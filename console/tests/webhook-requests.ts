import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../../tests/harness/axe';
import type { CreatedPayment } from '../../tests/harness/factories/payment';
import { untilBody } from '../../tests/harness/http-client';
import { pathOf, people, PHONE, untilCopied } from './people';

const EMAIL = 'anna@example.com';

/** The requests of delivery attempts, on the page of the webhook and in the history of a payment. */
export function webhookRequests(): void {
  let payment: CreatedPayment;
  let attempt: { eventID: string; number: number };
  const button = (page: Page) =>
    page.getByRole('button', { name: `Запрос: ${attempt.eventID}, ${attempt.number}`, exact: true });

  beforeAll(async () => {
    const { shop, operators, webhookID } = people;
    payment = await shop.captured({ amount: 52_000 });
    const path = `/webhooks/${webhookID}/attempts?subject=invoice/${payment.invoiceID}`;
    const { attempts } = await untilBody(
      () => operators.get<any>(path),
      (body) => body.attempts.some(({ eventType }: any) => eventType === 'PaymentCaptured'),
    );
    attempt = attempts.find(({ eventType }: any) => eventType === 'PaymentCaptured');
  });

  test('support reads what was sent and copies the exact body', async () => {
    const { page, open, faults, picture } = await people.person(people.keys.support);
    await open(`/webhooks/${people.webhookID}`);
    await button(page).click();
    const dialog = page.getByRole('dialog', { name: 'Отправленный запрос' });
    await dialog.getByText(`"email": "${EMAIL}"`).waitFor();
    await dialog.getByText('Content-Signature').waitFor();
    await dialog.getByText('не хранится').first().waitFor();
    expect(await dialog.getByText('скрыты').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('webhook-request');
    await dialog.getByRole('button', { name: 'Скопировать: Тело' }).click();
    const eventID = Number(attempt.eventID);
    const sent = people.receiver.deliveries.find((delivery) => delivery.json<any>().eventID === eventID);
    expect(sent?.json<any>()).toMatchObject({ eventType: 'PaymentCaptured' });
    await untilCopied(page, sent?.body.toString('utf8') ?? '');
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  test('a viewer reads masked data in the history of the payment, also on a phone', async () => {
    const { page, open, faults, picture } = await people.person(people.keys.viewer, { viewport: PHONE });
    await open(pathOf(payment));
    await button(page).scrollIntoViewIfNeeded();
    await picture('payment-requests');
    await button(page).click();
    const dialog = page.getByRole('dialog', { name: 'Отправленный запрос' });
    await dialog.getByText('Персональные данные и metadata скрыты').waitFor();
    await dialog.getByText('"email": "a***@example.com"').waitFor();
    expect(await page.content()).not.toContain(EMAIL);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await picture('webhook-request');
    expect(faults).toEqual([]);
  });

  test('an outage and a deleted attempt are said in the dialog, and the retry helps', async () => {
    const { page, open } = await people.person(people.keys.finance);
    await open(`/webhooks/${people.webhookID}`);
    const request = `**/attempts/${attempt.eventID}/${attempt.number}`;
    await page.route(request, (route) => route.abort('connectionreset'));
    await button(page).click();
    const dialog = page.getByRole('dialog', { name: 'Отправленный запрос' });
    await dialog.getByText('Платформа не отвечает').waitFor();
    await page.unroute(request);
    await dialog.getByRole('button', { name: 'Повторить' }).click();
    await dialog.getByText(`"email": "${EMAIL}"`).waitFor();
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    // The page keeps the attempt that it has shown.
    await page.route('**/attempts?*', (route) => route.abort('connectionreset'));
    const { eventID, number } = attempt;
    const values = [people.webhookID, eventID, number];
    const name = 'webhook_id = $1 AND event_id = $2 AND number = $3';
    await people.shop.sql(`DELETE FROM webhook_attempts WHERE ${name}`, values);
    await button(page).click();
    await dialog.getByText('Попытки хранятся 90 дней').waitFor();
  });
}

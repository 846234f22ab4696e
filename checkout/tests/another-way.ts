import type { Page } from 'playwright-core';
import { CARDS } from '../../tests/harness/factories/payment';
import { chooseWay } from './methods';
import { bankFrame, decideAt, heading, payWith, type Payers } from './payer';

const ANOTHER = 'Выбрать другой способ';
const UNCHARGED = 'Деньги не списаны';
const MAYBE_SENT = 'Если вы уже отправили деньги';

/** Giving up a pending way to pay, and the texts when such a payment fails. */
export function anotherWay(payers: () => Payers): void {
  test.concurrent.each([
    ['Евросеть', 'Заплатите в терминале'],
    ['Система быстрых платежей', 'Отсканируйте QR-код'],
    ['Криптовалюта', 'Переведите криптовалюту'],
    ['Uzcard', 'Подтвердите оплату у своего банка'],
  ])('a payer gives up %s, also after a reload, and pays by card', async (way, title) => {
    const ref = await payers().invoice();
    await using page = await payers().open(ref);
    await chooseWay(page, way);
    await heading(page, title).waitFor();
    await page.reload();
    await heading(page, title).waitFor();
    await page.getByRole('button', { name: ANOTHER }).click();
    await heading(page, 'Прежний платёж отменён').waitFor();
    await page.getByText(MAYBE_SENT).waitFor();
    expect(await page.getByText(UNCHARGED).count()).toBe(0);
    await page.reload();
    await heading(page, 'Прежний платёж отменён').waitFor();
    await payWith(page, { number: CARDS.good });
    await heading(page, 'Оплачено').waitFor();
    expect(await payers().payments(ref.invoiceID)).toMatchObject([
      { status: 'failed', error: { code: 'preauthorization_failed' } },
      { status: 'captured' },
    ]);
  });

  test.concurrent(
    'a payer leaves the page of his bank for another card, and reads that nothing was charged',
    async () => {
      await using page = await payers().open(await payers().invoice());
      await payWith(page, { number: CARDS.threeDSecure });
      await bankFrame(page);
      await page.getByRole('button', { name: ANOTHER }).click();
      await heading(page, 'Прежний платёж отменён').waitFor();
      await page.getByText(UNCHARGED).waitFor();
      await payWith(page, { number: CARDS.good });
      await heading(page, 'Оплачено').waitFor();
    },
  );

  test.concurrent('a second browser offers other ways as soon as the first gives up its own', async () => {
    const ref = await payers().invoice();
    await using first = await payers().open(ref);
    await using second = await payers().open(ref);
    await chooseWay(first, 'Система быстрых платежей');
    await heading(second, 'Отсканируйте QR-код').waitFor();
    await first.getByRole('button', { name: ANOTHER }).click();
    await heading(second, 'Платёж не подтверждён').waitFor();
    await second.getByText(MAYBE_SENT).waitFor();
  });

  test.concurrent('a payer who has paid before giving up sees the receipt', async () => {
    await using page = await payers().open(await payers().invoice());
    await chooseWay(page, 'Система быстрых платежей');
    const link = (await page.getByRole('link', { name: 'Открыть на этом устройстве' }).getAttribute('href')) ?? '';
    await page.route('**/cancel', async (route) => {
      await decideAt(link, 'confirm');
      await route.continue();
    });
    await page.getByRole('button', { name: ANOTHER }).click();
    await heading(page, 'Оплачено').waitFor();
  });

  test.concurrent('a failed request to give up keeps the code', async () => {
    await using page = await payers().open(await payers().invoice());
    await chooseWay(page, 'Система быстрых платежей');
    await heading(page, 'Отсканируйте QR-код').waitFor();
    await page.route('**/cancel', (route) => route.abort());
    await page.getByRole('button', { name: ANOTHER }).click();
    await heading(page, 'Отменяем прежний платёж').waitFor();
    await heading(page, 'Отсканируйте QR-код').waitFor();
  });

  test.concurrent('a terminal code is valid for three days, or until the invoice is due', async () => {
    const day = 24 * 3_600_000;
    const shownFor = async (dueInMs: number) => {
      await using page = await payers().open(await payers().invoice({ dueInMs }));
      await chooseWay(page, 'Евросеть');
      const moment = await page.locator('time').getAttribute('datetime');
      return (Date.parse(moment ?? '') - Date.now()) / day;
    };
    expect(await shownFor(10 * day)).toBeCloseTo(3, 1);
    expect(await shownFor(day / 2)).toBeCloseTo(0.5, 1);
  });

  test.concurrent('a payment asks for more time only when its payer pays outside the page', async () => {
    const getRequestedMinutes = async (act: (page: Page) => Promise<unknown>) => {
      await using page = await payers().open(await payers().invoice());
      await act(page);
      const sent = page.sent.find(({ url, body }) => url.endsWith('/payments') && body)?.body ?? '{}';
      return (JSON.parse(sent) as { processingDeadline?: string }).processingDeadline;
    };
    const paid = (page: Page) => heading(page, 'Оплачено').waitFor();
    const byCard = async (page: Page) => (await payWith(page, { number: CARDS.good }), await paid(page));
    expect(await getRequestedMinutes(byCard)).toBeUndefined();
    const byCoins = async (page: Page) => (
      await chooseWay(page, 'Криптовалюта'),
      await heading(page, 'Переведите криптовалюту').waitFor()
    );
    // The invoice is due in an hour.
    expect(Date.parse((await getRequestedMinutes(byCoins)) ?? '') - Date.now()).toBeLessThanOrEqual(3_600_000);
  });

  test.concurrent.each([
    ['a phone', 'Счёт телефона', '9151111112', 'Пополните счёт телефона'],
    ['a number that its operator does not know', 'Счёт телефона', '9150000000', 'Оператор не принял номер'],
    ['a wallet', 'QIWI Кошелёк', 'sandbox-insufficient-funds', 'Пополните кошелёк'],
    ['a wallet that is not known', 'QIWI Кошелёк', 'sandbox-not-found', 'Кошелёк не принят'],
  ])('a failure of %s has its own text, not that of a card', async (_, way, typed, words) => {
    await using page = await payers().open(await payers().invoice());
    await chooseWay(page, way, (opened) => opened.getByLabel(/^Номер (телефона|кошелька)/).fill(typed));
    const problem = page.getByRole('alert');
    await problem.getByText(words).waitFor();
    expect(await problem.innerText()).not.toMatch(/карт|банк/i);
    await problem.getByText(UNCHARGED).waitFor();
  });

  test.concurrent('a payer who has a code never reads that nothing was charged', async () => {
    await using page = await payers().open(await payers().invoice());
    await chooseWay(page, 'Система быстрых платежей');
    const link = (await page.getByRole('link', { name: 'Открыть на этом устройстве' }).getAttribute('href')) ?? '';
    await decideAt(link, 'refuse');
    await heading(page, 'Платёж не подтверждён').waitFor();
    await payWith(page, { number: CARDS.noMoney });
    await heading(page, 'Не хватает денег').waitFor();
    await page.getByText(MAYBE_SENT).waitFor();
    expect(await page.getByText(UNCHARGED).count()).toBe(0);
  });
}

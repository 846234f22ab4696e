import type { Page } from 'playwright-core';
import { anInvoice, buildPath, untilPayment } from '../../tests/harness/factories/payment';
import { untilBody } from '../../tests/harness/http-client';
import { Keyboard } from './keyboard';
import { pathOf, people, type BrowserPerson, type People, type SignedIn } from './people';

interface Interrupted {
  /** The page of the job. */
  path: string;
  /** The text of the card whose buttons are meant, where there are several. */
  card?: string;
  amount?: string;
  /** Fails unless the job was done exactly once. */
  check: () => Promise<void>;
}

interface OutageJob {
  name: string;
  who: SignedIn;
  button: string;
  prepare: (people: People) => Promise<Interrupted>;
}

const REASON = 'Просьба магазина';

/** The jobs that move money or change something. */
const JOBS: readonly OutageJob[] = [
  {
    ...{ name: 'a refund by support', who: 'support', button: 'Вернуть деньги' },
    prepare: async (people) => {
      const payment = await people.shop.captured({ amount: 40_100 });
      const check = async () => {
        expect(await people.refunds(payment)).toMatchObject([{ amount: 9_900, status: 'succeeded' }]);
        expect((await people.shop.atSandbox(payment)).refunded).toBe(9_900);
      };
      return { path: pathOf(payment), amount: '99', check };
    },
  },
  {
    ...{ name: 'a refund by the merchant', who: 'merchant', button: 'Вернуть деньги' },
    prepare: async (people) => {
      const payment = await people.shop.captured({ amount: 40_200 });
      const check = async () => expect(await people.refunds(payment)).toMatchObject([{ amount: 5_000 }]);
      return { path: pathOf(payment), amount: '50', check };
    },
  },
  {
    ...{ name: 'a capture', who: 'finance', button: 'Списать' },
    prepare: async (people) => {
      const payment = await people.shop.held({ amount: 40_300 });
      const check = async () => {
        expect(await untilPayment(people.shop.merchant, payment, 'captured')).toMatchObject({ amount: 30_000 });
        expect((await people.shop.atSandbox(payment)).captured).toBe(30_000);
      };
      return { path: pathOf(payment), amount: '300', check };
    },
  },
  {
    ...{ name: 'a release of a hold', who: 'finance', button: 'Отменить удержание' },
    prepare: async (people) => {
      const payment = await people.shop.held({ amount: 40_400 });
      const check = async () => {
        await untilPayment(people.shop.merchant, payment, 'cancelled');
        expect((await people.shop.atSandbox(payment)).voided).toBe(40_400);
      };
      return { path: pathOf(payment), check };
    },
  },
  {
    ...{ name: 'a rescinded invoice', who: 'support', button: 'Отозвать' },
    prepare: async (people) => {
      const { id } = await anInvoice(people.shop.merchant, people.shop.shopID);
      const check = async () => {
        const { body } = await people.shop.merchant.get<any>(`/v2/processing/invoices/${id}`);
        expect(body).toMatchObject({ status: 'cancelled', reason: REASON });
      };
      return { path: `/invoices/${id}`, check };
    },
  },
  {
    ...{ name: 'a contested chargeback', who: 'finance', button: 'Оспорить' },
    prepare: async (people) => {
      const payment = await people.disputed();
      const check = async () => {
        const { body } = await people.shop.merchant.get<any>(buildPath(payment, '/chargebacks'));
        expect(body).toMatchObject([{ status: 'rejected' }]);
      };
      return { path: '/queue/chargebacks', card: payment.invoiceID, check };
    },
  },
  {
    ...{ name: 'an approved destination', who: 'finance', button: 'Одобрить' },
    prepare: async (people) => {
      const id = await people.destination();
      const check = async () => {
        const { body } = await people.shop.merchant.get<any>(`/wallet/v0/destinations/${id}`);
        expect(body.status).toBe('Authorized');
      };
      return { path: '/queue/destinations', card: id, check };
    },
  },
  {
    ...{ name: 'an unblocked shop', who: 'configuration', button: 'Разблокировать' },
    prepare: async ({ shop, operators }) => {
      const id = 'demo-shop-brief-hold';
      await operators.post('/commands', { type: 'blockShop', parameters: { shopID: id }, reason: 'Жалобы' });
      await untilBody(
        () => operators.get<any>(`/configuration/shops/${id}`),
        ({ value }) => Boolean(value.blocked),
      );
      const check = async () => {
        const { body } = await operators.get<any>(`/audit?subjectType=shop&subjectID=${id}`);
        expect(
          body.actions.filter((action: any) => action.operation === 'unblockShop' && action.subjectType === 'shop'),
        ).toHaveLength(1);
      };
      return { path: `/merchants/${shop.platform.demo.partyID}`, card: id, check };
    },
  },
];

interface OpenJob extends BrowserPerson, Interrupted {
  name: string;
  send: () => Promise<void>;
}

async function openJob(people: People, { name, who, button, prepare }: OutageJob): Promise<OpenJob> {
  const interrupted = await prepare(people);
  const person = await people.person(people.keys[who]);
  const { page } = person;
  await person.open(interrupted.path);
  const place = interrupted.card === undefined ? page : page.locator('.card', { hasText: interrupted.card });
  await place.getByRole('button', { name: button }).click();
  await new Keyboard(page).prepare({
    reason: REASON,
    ...(interrupted.amount === undefined ? {} : { amount: interrupted.amount }),
  });
  const send = () => page.getByRole('dialog').getByRole('button', { name: button }).click();
  return { ...person, ...interrupted, name, send };
}

/** The request is carried out, but the connection breaks before the answer. */
async function loseAnswers(page: Page): Promise<{ statuses: number[]; stop: () => Promise<void> }> {
  const statuses: number[] = [];
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    statuses.push((await route.fetch()).status());
    await route.abort('connectionreset');
  });
  return { statuses, stop: () => page.unroute('**/api/**') };
}

async function expectKept({ page, amount, name }: OpenJob): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Платформа не отвечает').waitFor();
  expect([name, await dialog.getByLabel('Причина').inputValue()]).toEqual([name, REASON]);
  if (amount !== undefined) expect(await dialog.getByLabel(/Сумма/).inputValue()).toBe(amount);
}

/** Jobs in the middle of which the API and the worker are killed. All share one outage. */
export function outages(): void {
  test('killed processes lose no entered text, and retries double nothing', async () => {
    const { api, worker } = people.shop.platform.processes;
    const open: OpenJob[] = [];
    for (const job of JOBS) open.push(await openJob(people, job));

    await worker.kill();
    for (const job of open) {
      const { statuses, stop } = await loseAnswers(job.page);
      await job.send();
      await expectKept(job);
      await stop();
      expect([job.name, statuses.map((status) => status < 300)]).toEqual([job.name, [true]]);
    }

    await api.kill();
    for (const job of open) {
      const refused = job.page.waitForResponse(
        (answer) => answer.request().method() !== 'GET' && answer.status() >= 502,
      );
      await job.send();
      await refused;
      await expectKept(job);
    }

    await Promise.all([api.start(), worker.start()]);
    for (const job of open) {
      // A list that no longer has the item, because the first request was carried out, takes the dialog with it.
      job.send().catch(() => undefined);
      await job.page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    for (const { page, name, check } of open) {
      await untilChecked(check, name);
      expect([name, await page.getByRole('dialog').count()]).toEqual([name, 0]);
    }
  });
}

const CHECK_MS = 30_000;
const PAUSE_MS = 200;

/** The workflows continue once the worker is back. */
async function untilChecked(check: () => Promise<void>, name: string): Promise<void> {
  const end = Date.now() + CHECK_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw new Error(`${name}: ${(error as Error).message}`);
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }
}

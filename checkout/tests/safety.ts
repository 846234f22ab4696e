import type { Page } from 'playwright-core';
import { heading, payWith, typeCard, type BrowserPayer, type Payers } from './payer';

/** A valid number of a real range that occurs nowhere else; it is declined because no issuer has it. */
const CARD = { number: '4111117310285515', cvv: '739' };
const SPELLINGS = [/4111[\s-]?1173[\s-]?1028[\s-]?5515/, /(?<![\w.-])739(?![\w.-])/];

export function safety(payers: () => Payers): void {
  test('a failed card appears in no address, storage, log, message or text', async () => {
    const { open, invoice, platform } = payers();
    const failing: [string, (payer: BrowserPayer) => Promise<void>][] = [
      ['declined', async ({ page }) => pays(page, /.+/)],
      [
        'no network',
        async ({ page }) => {
          await page.route('**/payment-resources', (route) => route.abort());
          await pays(page, 'Не удалось связаться');
        },
      ],
      [
        'no network for the payment',
        async ({ page }) => {
          await page.route('**/payments', (route) => route.abort());
          await pays(page, 'Не удалось связаться');
        },
      ],
      [
        'refused',
        async ({ page }) => {
          await page.route('**/payment-resources', (route) =>
            route.fulfill({
              status: 400,
              json: { code: 'invalidRequest', message: `body: ${route.request().postData()}` },
            }),
          );
          await pays(page, 'Проверьте, что вы ввели');
        },
      ],
      [
        'a defect',
        async ({ page }) => {
          await page.route('**/payment-resources', (route) =>
            route.fulfill({ status: 500, body: route.request().postData() ?? '' }),
          );
          await pays(page, 'Не удалось связаться');
        },
      ],
    ];
    await Promise.all(
      failing.map(async ([name, fail]) => {
        const payer = await open({ ...(await invoice()), redirectUrl: 'https://shop.example/' });
        await payer.page.evaluate(() => {
          const seen: string[] = [];
          Object.assign(window, { seen });
          addEventListener('message', ({ data }) => seen.push(JSON.stringify(data)));
        });
        await fail(payer);
        const left = await readTraces(payer);
        for (const spelling of SPELLINGS) expect(`${name}: ${left}`).not.toMatch(spelling);
        const withCard = payer.requests.filter(({ body, url }) => SPELLINGS[0]?.test(`${body} ${url}`));
        for (const { url } of withCard) expect(url).toBe(`${platform.apiUrl}/v2/processing/payment-resources`);
        await payer.close();
      }),
    );
  });

  test('the page’s forms submit nothing natively, even with a broken script', async () => {
    const { page, requests, close } = await payers().open(await payers().invoice());
    await typeCard(page, CARD);
    const before = page.url();
    const fields = await page.evaluate(() => {
      const form = document.querySelector('form');
      const sent = form ? [...new FormData(form)].length : -1;
      HTMLFormElement.prototype.submit.call(form);
      return {
        sent,
        action: form?.getAttribute('action'),
        names: document.querySelectorAll('[name]:not(meta)').length,
      };
    });
    expect(fields).toEqual({ sent: 0, action: null, names: 0 });
    expect(page.url()).toBe(before);
    expect(requests.filter(({ body }) => body)).toEqual([]);
    await close();
  });

  test('the token is removed from the address at once, and is sent only to the API', async () => {
    const ref = await payers().invoice();
    const { page, requests, close } = await payers().open(ref);
    await heading(page, /.*/).first().waitFor({ state: 'attached' });
    expect(page.url()).toMatch(/\/pay#s=[0-9a-f]{32}$/);
    const { apiUrl, processes } = payers().platform;
    for (const { url, headers, body } of requests) {
      expect([new URL(apiUrl).origin, new URL(processes.checkout.url).origin]).toContain(new URL(url).origin);
      expect(url).not.toContain(ref.invoiceAccessToken);
      expect(headers['referer'] ?? '').toBe('');
      if (!url.startsWith(apiUrl)) expect(JSON.stringify({ headers, body })).not.toContain(ref.invoiceAccessToken);
    }
    await close();
  });
}

async function pays(page: Page, title: string | RegExp): Promise<void> {
  await payWith(page, CARD);
  await page.getByRole('alert').getByRole('heading', { name: title }).waitFor();
}

/** Returns everything that a page stores or shows, except typed fields. */
async function readTraces({ page, faults }: BrowserPayer): Promise<string> {
  const kept = await page.evaluate(() => {
    const storages = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage }));
    const { seen } = window as unknown as { seen: string[] };
    return [
      location.href,
      document.cookie,
      ...storages,
      JSON.stringify(history.state),
      document.body.innerText,
      document.title,
      ...seen,
    ];
  });
  // The page's ids and times contain digits by chance.
  return [...kept, ...faults].join('\n').replace(/[0-9a-f]{32}/g, '');
}

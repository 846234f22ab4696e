import type { Route } from 'playwright-core';
import { heading, payWith, typeCard, type PayerPage, type Payers } from './payer';

/** A valid number of a real range that occurs nowhere else; it is declined because no issuer has it. */
const CARD = { number: '4111117310285515', cvv: '739' };
const SPELLINGS = [/4111[\s-]?1173[\s-]?1028[\s-]?5515/, /(?<![\w.-])739(?![\w.-])/];

export function safety(payers: () => Payers): void {
  test('a failed card appears in no address, storage, log, message or text', async () => {
    const { open, invoice, platform } = payers();
    const [cards, payments, lost] = ['**/payment-resources', '**/payments', 'Не удалось связаться'];
    const abort = (route: Route) => route.abort();
    const refuse = (route: Route) =>
      route.fulfill({ status: 400, json: { code: 'invalidRequest', message: `body: ${route.request().postData()}` } });
    const fail = (route: Route) => route.fulfill({ status: 500, body: route.request().postData() ?? '' });
    const failing: [string, string, (route: Route) => Promise<void>, string | RegExp][] = [
      ['declined', cards, (route) => route.continue(), /.+/],
      ['no network', cards, abort, lost],
      ['no network for the payment', payments, abort, lost],
      ['refused', cards, refuse, 'Проверьте, что вы ввели'],
      ['a defect', cards, fail, lost],
    ];
    await Promise.all(
      failing.map(async ([name, address, answer, title]) => {
        await using page = await open({ ...(await invoice()), redirectUrl: 'https://shop.example/' });
        await page.evaluate(() => {
          const seen: string[] = [];
          Object.assign(window, { seen });
          addEventListener('message', ({ data }) => seen.push(JSON.stringify(data)));
        });
        await page.route(address, answer);
        await payWith(page, CARD);
        await page.getByRole('alert').getByRole('heading', { name: title }).waitFor();
        const left = await readTraces(page);
        for (const spelling of SPELLINGS) expect(`${name}: ${left}`).not.toMatch(spelling);
        const withCard = page.sent.filter(({ body, url }) => SPELLINGS[0]?.test(`${body} ${url}`));
        for (const { url } of withCard) expect(url).toBe(`${platform.apiUrl}/v2/processing/payment-resources`);
      }),
    );
  });

  test('the page’s forms submit nothing natively, even with a broken script', async () => {
    await using page = await payers().open(await payers().invoice());
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
    expect(page.sent.filter(({ body }) => body)).toEqual([]);
  });

  test('the token is removed from the address at once, and is sent only to the API', async () => {
    const ref = await payers().invoice();
    await using page = await payers().open(ref);
    await heading(page, /.*/).first().waitFor({ state: 'attached' });
    expect(page.url()).toMatch(/\/pay#s=[0-9a-f]{32}$/);
    const { apiUrl, processes } = payers().platform;
    for (const { url, headers, body } of page.sent) {
      expect([new URL(apiUrl).origin, new URL(processes.checkout.url).origin]).toContain(new URL(url).origin);
      expect(url).not.toContain(ref.invoiceAccessToken);
      expect(headers['referer'] ?? '').toBe('');
      if (!url.startsWith(apiUrl)) expect(JSON.stringify({ headers, body })).not.toContain(ref.invoiceAccessToken);
    }
  });
}

/** Returns everything that a page stores or shows, except typed fields. */
async function readTraces(page: PayerPage): Promise<string> {
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
  return [...kept, ...page.faults].join('\n').replace(/[0-9a-f]{32}/g, '');
}

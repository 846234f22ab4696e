import type { Page, Request } from 'playwright-core';
import { CARDS } from '../../testing/factories/payment';
import { ARRIVAL_TIMEOUT_MS } from '../../testing/timeouts';
import { buildAddress, heading, payButton, PHONE, type Payers } from './payer';

const AT_ONCE = 4;
/** A step that does not get done so soon, because the page has gone on, is looked at anew. */
const SOON = { timeout: 3_000 };
/** What the page says for as long as it cannot go on by itself. */
const TOLD = '.connection p, [role="alert"], .late, .status-panel .icon-alert';

/** A network that goes away at the worst moment, whichever that is. */
export function network(payers: () => Payers): void {
  test('cut at any request of a payment, it is told, tried again, and the payer pays once', async () => {
    const kinds = [...(await payOnce(payers(), { isCutAt: () => false, goal: 'paid' })).kinds];
    const toBeShown = new Set(kinds.slice(0, kinds.indexOf('POST payment-resources')));
    expect(kinds.length).toBeGreaterThan(15);
    const [cut, untold]: [string[], string[]] = [[], []];
    const work = async () => {
      for (let kind = kinds.shift(); kind; kind = kinds.shift()) {
        const wanted = kind;
        const goal = toBeShown.has(wanted) ? 'payable' : 'paid';
        const { wasCut, wasTold } = await payOnce(payers(), { isCutAt: (met) => met === wanted, goal });
        if (wasCut) cut.push(wanted);
        if (wasCut && !wasTold) untold.push(wanted);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    // What is asked once in a while, and then not in another payment, is not cut there.
    expect(cut).toEqual(expect.arrayContaining(['POST payments', 'POST payment-resources', 'GET events 2']));
    // Without these two the page is as good as with them.
    expect(untold.filter((kind) => !/favicon|GET payments/.test(kind))).toEqual([]);
  });
}

interface Cut {
  isCutAt: (kind: string) => boolean;
  /** Cut before there is a form, it is enough that the form comes. */
  goal: 'payable' | 'paid';
}

/** Pays an invoice by a 3-D Secure card, as somebody who does what the page says, while the network is cut once. */
async function payOnce({ browser, platform, invoice, merchant }: Payers, { isCutAt, goal }: Cut) {
  const ref = await invoice();
  const context = await browser.newContext({ locale: 'ru-RU', viewport: PHONE });
  const page = await context.newPage();
  page.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
  const kinds = new Set<string>();
  let [wasCut, isAway, wasTold] = [false, true, false];
  let reloading: Promise<unknown> = Promise.resolve();
  // Where the page itself could not be had, the browser would say so, and not the page.
  const reload = () => (reloading = page.reload({ waitUntil: 'commit' }).catch(() => undefined));
  await page.route('**/*', async (route) => {
    const kind = getKind(route.request(), kinds);
    if (kind === undefined) return route.fallback();
    kinds.add(kind);
    await reloading;
    if (wasCut || !isCutAt(kind)) return route.fallback();
    wasCut = true;
    await context.setOffline(true);
    return route.abort('internetdisconnected');
  });
  await page.goto(buildAddress(platform, ref), { waitUntil: 'commit' });
  const isPaid = () => heading(page, 'Оплачено').isVisible();
  const endMs = Date.now() + ARRIVAL_TIMEOUT_MS * 2;
  while (!(await isPaid())) {
    if (Date.now() > endMs) throw new Error(`not paid: ${[...kinds].at(-1)}: ${await page.innerText('body')}`);
    if (wasCut && isAway) {
      // It may be said for a moment only: what was under way already gets through.
      wasTold = await Promise.race([
        page
          .locator(TOLD)
          .first()
          .waitFor()
          .then(() => true),
        heading(page, 'Оплачено')
          .waitFor()
          .then(() => false),
      ]);
      isAway = false;
      await context.setOffline(false);
    }
    const isBegun = kinds.has('POST payment-resources');
    if (goal === 'payable' && wasCut && !isBegun && (await payButton(page).isVisible())) break;
    // What was there a moment ago may be gone: then the next look finds what is.
    await doAsTold(page, reload).catch(() => undefined);
    await page.waitForTimeout(100);
  }
  const { body } = await merchant.get(`/v2/processing/invoices/${ref.invoiceID}/payments`);
  const expected = (await isPaid()) ? ['captured'] : [];
  expect((body as { status: string }[]).map(({ status }) => status)).toEqual(expected);
  await context.close();
  return { kinds, wasCut, wasTold };
}

async function doAsTold(page: Page, reload: () => Promise<unknown>): Promise<void> {
  const again = page.getByRole('button', { name: 'Попробовать ещё раз' });
  const confirm = page.frameLocator('iframe').getByRole('button').first();
  const pay = page.locator('.form > .button:not([aria-disabled="true"])').first();
  if (await page.locator('.late').isVisible()) await reload();
  else if (await again.isVisible()) await again.click(SOON);
  else if (await confirm.isVisible()) await confirm.click(SOON);
  else if (await pay.isVisible()) {
    await page.getByLabel('Номер карты').fill(CARDS.threeDSecure, SOON);
    await page.getByLabel('Срок действия').fill('1229', SOON);
    await page.getByLabel('CVV').fill('123', SOON);
    await pay.click(SOON);
  }
}

/** A request by what it is for; undefined for the page itself, which the browser reports, and for the bank's. */
function getKind(request: Request, met: ReadonlySet<string>): string | undefined {
  if (request.resourceType() === 'document') return undefined;
  const { pathname, search } = new URL(request.url());
  if (pathname.startsWith('/assets/')) return pathname.replace(/^\/assets\/|-[\w-]{8}(?=\.)/g, '');
  if (!pathname.startsWith('/v2/')) return undefined;
  const [, , , of = '', id, what = of] = pathname.split('/');
  if (of === 'service-providers') return 'GET provider';
  const kind = `${request.method()} ${what === id ? of : what}`;
  // The first look at the events loads the page, the others follow the payment.
  return search.includes('eventID') && met.has(kind) ? `${kind} 2` : kind;
}

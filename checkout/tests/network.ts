import type { Page, Request } from 'playwright-core';
import { CARDS } from '../../tests/harness/factories/payment';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { SHOP_PATH } from '../page/api/addresses';
import { buildAddress, heading, payButton, type Payers } from './payer';

const AT_ONCE = 4;
const BROWSER_ERROR = /^chrome-error:/;
/** A step that is not done soon, because the page has changed, is tried again. */
const SOON = { timeout: 3_000 };
/** The messages of a page that cannot continue on its own. */
const MESSAGES = '.connection p, [role="alert"], .late, .status-panel .icon-alert';

export function network(payers: () => Payers): void {
  test('a network lost at any request is reported and retried, and the payer pays once', async () => {
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
    // Requests that do not occur in every payment are not cut.
    expect(cut).toEqual(expect.arrayContaining(['POST payments', 'POST payment-resources', 'GET events 2']));
    // The page works without these two.
    expect(untold.filter((kind) => !/favicon|GET payments/.test(kind))).toEqual([]);
  });
}

interface Cut {
  isCutAt: (kind: string) => boolean;
  /** When the form has not loaded yet, it only has to load. */
  goal: 'payable' | 'paid';
}

/** Pays an invoice by 3-D Secure while the network is cut once, following the page's instructions. */
async function payOnce({ newPage, platform, invoice, payments }: Payers, { isCutAt, goal }: Cut) {
  const ref = await invoice();
  await using page = await newPage();
  const kinds = new Set<string>();
  let [wasCut, isAway, wasTold] = [false, true, false];
  let reloading: Promise<unknown> = Promise.resolve();
  // The browser itself reports a missing page.
  const reload = () => (reloading = page.reload({ waitUntil: 'commit' }).catch(() => undefined));
  await page.route('**/*', async (route) => {
    const kind = getKind(route.request(), kinds);
    if (kind === undefined) return route.fallback();
    kinds.add(kind);
    await reloading;
    if (wasCut || !isCutAt(kind)) return route.fallback();
    wasCut = true;
    await page.context().setOffline(true);
    return route.abort('internetdisconnected');
  });
  await page.goto(buildAddress(platform, ref), { waitUntil: 'commit' });
  const isPaid = () => heading(page, 'Оплачено').isVisible();
  const endMs = Date.now() + ARRIVAL_TIMEOUT_MS * 2;
  while (!(await isPaid())) {
    if (Date.now() > endMs) throw new Error(`not paid: ${[...kinds].at(-1)}: ${await page.innerText('body')}`);
    if (wasCut && isAway) {
      // The message may be short-lived, because a request in flight succeeds. The browser reports a reload itself.
      wasTold = await Promise.race([
        page
          .locator(MESSAGES)
          .first()
          .waitFor()
          .then(() => true),
        page.waitForURL(BROWSER_ERROR).then(() => true),
        heading(page, 'Оплачено')
          .waitFor()
          .then(() => false),
      ]).catch(async () => {
        throw new Error(`no message: ${[...kinds].at(-1)}: ${await page.innerText('body')}`);
      });
      isAway = false;
      await page.context().setOffline(false);
      if (BROWSER_ERROR.test(page.url())) await reload();
    }
    const isBegun = kinds.has('POST payment-resources');
    if (goal === 'payable' && wasCut && !isBegun && (await payButton(page).isVisible())) break;
    // The element may have disappeared: the next iteration finds the current one.
    await followInstructions(page, reload).catch(() => undefined);
    await page.waitForTimeout(100);
  }
  const made = await payments(ref.invoiceID);
  expect(made.map(({ status }) => status)).toEqual((await isPaid()) ? ['captured'] : []);
  return { kinds, wasCut, wasTold };
}

async function followInstructions(page: Page, reload: () => Promise<unknown>): Promise<void> {
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

/** Returns the kind of a request; undefined for the page itself, which the browser reports, and for the bank's. */
function getKind(request: Request, met: ReadonlySet<string>): string | undefined {
  if (request.resourceType() === 'document') return undefined;
  const { pathname, search } = new URL(request.url());
  if (pathname.startsWith('/assets/')) return pathname.replace(/^\/assets\/|-[\w-]{8}(?=\.)/g, '');
  if (pathname === SHOP_PATH) return 'GET shop';
  if (!pathname.startsWith('/v2/')) return undefined;
  const [, , , of = '', id, what = of] = pathname.split('/');
  const kind = `${request.method()} ${what === id ? of : what}`;
  // The first event request loads the page, the others follow the payment.
  return search.includes('eventID') && met.has(kind) ? `${kind} 2` : kind;
}

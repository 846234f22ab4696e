import type { Browser, BrowserContextOptions, Frame, Locator, Page, Route } from 'playwright-core';
import { anInvoice } from '../../tests/harness/factories/payment';
import { launchBrowser, recordFaults } from '../../tests/harness/browser';
import type { HttpClient } from '../../tests/harness/http-client';
import { startMerchantPlatform, type MerchantPlatform, type Platform } from '../../tests/harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { noteCards } from '../../tests/harness/used-cards';
import { findCardRange } from '../../domain/payments/card/card-ranges';
import { toFragment, type LinkOptions, type PaymentOptions } from '../options';

/** A real platform and a real browser, shared by all tests of a file. */
export interface Payers extends Pick<MerchantPlatform, 'platform' | 'merchant' | 'sql' | 'stop'> {
  browser: Browser;
  invoice: (fields?: { amount?: number; dueInMs?: number; body?: object; shopID?: string }) => Promise<InvoiceRef>;
  /** Creates a template, by default of the demonstration shop and 100 roubles. */
  template: (
    price?: object,
    shopID?: string,
  ) => Promise<Pick<PaymentOptions, 'invoiceTemplateID' | 'invoiceTemplateAccessToken'>>;
  open: (options: PaymentOptions & LinkOptions, context?: BrowserContextOptions) => Promise<PayerPage>;
  /** An empty page, as `open` makes it. */
  newPage: (context?: BrowserContextOptions) => Promise<PayerPage>;
  payments: (invoiceID: string) => Promise<{ id: string; status: string; error?: { code: string } }[]>;
}

export interface InvoiceRef {
  invoiceID: string;
  invoiceAccessToken: string;
}

/** A page in a browser context of its own, which `await using` closes with it. */
export interface PayerPage extends Page {
  faults: string[];
  sent: { url: string; headers: Record<string, string>; body: string | null }[];
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1350, height: 940 };

export async function startPayers(): Promise<Payers> {
  const started = await startMerchantPlatform({ processes: ['sandbox', 'worker', 'api', 'checkout'] });
  const { platform, merchant } = started;
  const browser = await launchBrowser();
  return {
    ...started,
    browser,
    invoice: async ({ shopID = platform.demo.shopID, ...fields } = {}) => {
      const { id, token } = await anInvoice(merchant, shopID, fields);
      return { invoiceID: id, invoiceAccessToken: token };
    },
    template: (price = FIXED, shopID = platform.demo.shopID) => aTemplate(merchant, shopID, price),
    open: async (options, context) => {
      const page = await newPage(browser, context);
      await page.goto(buildAddress(platform, options));
      return page;
    },
    newPage: (context) => newPage(browser, context),
    payments: async (invoiceID) => (await merchant.get(`/v2/processing/invoices/${invoiceID}/payments`)).body,
    stop: async () => {
      await browser.close();
      await started.stop();
    },
  };
}

const FIXED = { costType: 'InvoiceTemplateLineCostFixed', currency: 'RUB', amount: 10_000 };

async function aTemplate(merchant: HttpClient, shopID: string, price: object) {
  const { body } = await merchant.post('/v2/processing/invoice-templates', {
    shopID,
    lifetime: { days: 1, months: 0, years: 0 },
    details: { templateType: 'InvoiceTemplateSingleLine', product: 'Пожертвование', price },
  });
  return {
    invoiceTemplateID: body.invoiceTemplate.id,
    invoiceTemplateAccessToken: body.invoiceTemplateAccessToken.payload,
  };
}

export function buildAddress(platform: Platform, options: PaymentOptions & LinkOptions): string {
  return `${platform.processes.checkout.url}/pay#${toFragment(options)}`;
}

async function newPage(browser: Browser, options?: BrowserContextOptions): Promise<PayerPage> {
  const context = await browser.newContext({ locale: 'ru-RU', viewport: PHONE, ...options });
  context.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
  const page = await context.newPage();
  const faults = recordFaults(page);
  const sent: PayerPage['sent'] = [];
  page.on('request', (request) => {
    const body = request.postData();
    if (body) noteCards(body);
    sent.push({ url: request.url(), headers: request.headers(), body });
  });
  return Object.assign(page, { faults, sent, [Symbol.asyncDispose]: () => context.close() });
}

export interface CardInput {
  number: string;
  expiry?: string;
  cvv?: string;
}

export async function typeCard(page: Page, { number, expiry = '1229', cvv = '123' }: CardInput): Promise<void> {
  await retype(page.getByLabel(/^(Номер карты|Card number|Карта нөмірі)/), number);
  await retype(page.getByLabel(/^(Срок действия|Expiry date|Мерзімі)/), expiry);
  if (findCardRange(number)?.cvvLength !== 0) await retype(page.getByLabel(/^CVV/), cvv);
}

/** Replaces the text of a field, which may be that of a declined card. */
async function retype(field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.pressSequentially(text);
}

export async function payWith(page: Page, card: CardInput): Promise<void> {
  await typeCard(page, card);
  await payButton(page).click();
}

export function payButton(page: Page) {
  return page.getByRole('button', { name: /^Оплатить|^Pay |төлеу$/ }).first();
}

export function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { name, level: 2 });
}

/** Returns a route handler with a response of the platform and CORS headers. */
export function createAnswer(status: number, headers: Record<string, string> = {}) {
  const readable = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Retry-After' };
  return (route: Route) => route.fulfill({ status, headers: { ...readable, ...headers }, json: {} });
}

/** Triggers a poll at once with an `online` event. */
export function pollNow(page: Page): Promise<boolean> {
  return page.evaluate(() => dispatchEvent(new Event('online')));
}

export async function bankFrame(page: Page): Promise<Frame> {
  const frame = await page
    .locator('iframe')
    .elementHandle()
    .catch(async () => Promise.reject(new Error(`no bank is shown, but: ${await page.innerText('body')}`)));
  const content = await frame?.contentFrame();
  if (!content) throw new Error('the bank is not shown in a frame');
  await content.getByRole('button').first().waitFor();
  return content;
}

/** Confirms or refuses at the page of a bank or a terminal, without a browser. */
export async function decideAt(page: string, decision: 'confirm' | 'refuse'): Promise<void> {
  const answer = await fetch(`${page.replace(/\?.*$/, '')}/decision`, {
    method: 'POST',
    body: new URLSearchParams({ decision }),
  });
  expect(answer.ok).toBe(true);
}

/** Presses to pay, unless the page has already moved on to a payment of another tab. */
export async function payUnlessBegun(page: Page, press: (button: Locator) => Promise<void>): Promise<void> {
  const button = payButton(page);
  const pressed = press(button);
  pressed.catch(() => undefined);
  await Promise.race([pressed, button.waitFor({ state: 'hidden' })]);
}

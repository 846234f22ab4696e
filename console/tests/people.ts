import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Role } from '../../domain/operators/operator/roles';
import { accessibilityViolations } from '../../tests/harness/axe';
import { launchBrowser, recordFaults } from '../../tests/harness/browser';
import { aDestination, anIdentity, RUB_ACCOUNT } from '../../tests/harness/factories/wallet';
import { buildPath, subscribe, type CreatedPayment } from '../../tests/harness/factories/payment';
import { httpClient, untilBody, type HttpClient } from '../../tests/harness/http-client';
import { anOperatorKey } from '../../tests/harness/operator-key';
import { startMerchantPlatform, type MerchantPlatform } from '../../tests/harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { twoAdministrators, type TwoAdministrators } from '../../tests/harness/two-administrators';
import { startWebhookReceiver, type WebhookReceiver } from '../../tests/harness/webhook-receiver';

export const DESKTOP = { width: 1350, height: 940 };
export const PHONE = { width: 390, height: 844 };

/** Looked at after a run, and stored by CI. */
export const pictures = resolve(__dirname, '../../.cache/screenshots/console');

/** A signed-in person in a browser context of their own. */
export interface BrowserPerson {
  page: Page;
  context: BrowserContext;
  /** Errors of the page and of its console. */
  faults: string[];
  /** Addresses of all requests. */
  requests: string[];
  open: (path: string) => Promise<void>;
  picture: (name: string) => Promise<void>;
}

export type SignedIn = Role | 'approver' | 'merchant';

export const pathOf = ({ invoiceID, paymentID }: CreatedPayment): string => `/payments/${invoiceID}/${paymentID}`;

/** One platform and one browser for the whole suite. */
export interface People {
  shop: MerchantPlatform;
  url: string;
  browser: Browser;
  receiver: WebhookReceiver;
  webhookID: string;
  keys: Record<SignedIn, string>;
  refunds: (payment: CreatedPayment) => Promise<{ amount: number; status: string }[]>;
  /** A destination that waits for an operator. */
  destination: () => Promise<string>;
  /** A captured payment with an open chargeback. */
  disputed: () => Promise<CreatedPayment>;
  /** Calls the operators' API as the administrator and configurator of the demonstration. */
  operators: HttpClient;
  administrators: TwoAdministrators;
  person: (key: string, options?: PersonOptions) => Promise<BrowserPerson>;
  stop: () => Promise<void>;
}

export interface PersonOptions {
  viewport?: { width: number; height: number };
  theme?: 'light' | 'dark';
  language?: 'ru' | 'en';
}

/** Those of this suite, from its beginning. */
export let people: People;

/** Support may refund this much alone. */
export const SUPPORT_LIMIT = 30_000;

export async function startPeople(environment: Record<string, string> = {}): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  const [shop, browser, receiver] = await Promise.all([
    startMerchantPlatform({ processes: ['sandbox', 'worker', 'api', 'console'], environment }),
    launchBrowser(),
    startWebhookReceiver(),
  ]);
  const { platform } = shop;
  const url = platform.processes.console.url;
  const operators = httpClient({ baseUrl: `${platform.apiUrl}/operators/v1`, token: platform.demo.operatorKey });
  const limits = { commandLimit: SUPPORT_LIMIT, dailyLimit: 10_000_000 };
  const administrators = await twoAdministrators(platform);
  await administrators.carryOut('setOperatorLimit', { role: 'support', currency: 'RUB', ...limits });
  const names = ['viewer', 'support', 'finance', 'configuration', 'administrator'] as const;
  const keys = {} as People['keys'];
  for (const role of names) keys[role] = (await key(platform.databaseUrl, role, [role])).secret;
  keys.merchant = platform.demo.apiKey;
  keys.approver = (await key(platform.databaseUrl, 'irina', ['support', 'finance'])).secret;
  const webhook = await subscribe(shop.merchant, { shopID: shop.shopID, url: receiver.url });
  people = {
    ...{ shop, url, browser, receiver, keys, operators, administrators },
    refunds: async (payment) => (await shop.merchant.get<any>(buildPath(payment, '/refunds'))).body,
    destination: async () => {
      const identity = await anIdentity(shop.merchant, { provider: 'test-reviewed' });
      return aDestination(shop.merchant, { identity, resource: RUB_ACCOUNT });
    },
    disputed: () => dispute(shop, keys.finance),
    webhookID: webhook.id,
    person: (secret, options) => signIn({ browser, url }, secret, options),
    stop: async () => {
      await browser.close();
      await shop.stop();
      await receiver.close();
    },
  };
}

/** What Chromium tells about elements that have moved. */
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

async function dispute(shop: MerchantPlatform, financeKey: string): Promise<CreatedPayment> {
  const payment = await shop.captured({ amount: 61_000 });
  const finance = httpClient({ baseUrl: `${shop.platform.apiUrl}/operators/v1`, token: financeKey });
  const parameters = { ...payment, body: 61_000, levy: 1_000 };
  const made = await finance.post<any>('/commands', { type: 'createChargeback', parameters, reason: 'Банк сообщил' });
  if (made.status !== 201 && made.status !== 200) throw new Error(`the chargeback answered ${made.status}`);
  await untilBody(
    () => finance.get<any>(`/payments/${payment.invoiceID}/${payment.paymentID}`),
    ({ chargebacks }) => chargebacks.length === 1,
  );
  return payment;
}

/** A page copies after the press has ended. */
export async function untilCopied(page: Page, text: string): Promise<void> {
  await page.waitForFunction(async (copied) => (await navigator.clipboard.readText()) === copied, text);
}

/** Calls the API with the session of the page, as a script in it would. */
export async function callAs(page: Page, path: string, body: object = {}): Promise<number> {
  return page.evaluate(
    async (given) => {
      const { csrfToken } = (await (await fetch('/session')).json()) as { csrfToken: string };
      const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': csrfToken };
      const init = { method: 'POST', headers, body: JSON.stringify(given.body) };
      return (await fetch(`/api${given.path}`, init)).status;
    },
    { path, body },
  );
}

/** Saves the file of a button. */
export async function download(page: Page, name: RegExp): Promise<{ name: string; text: string }> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name }).first().click();
  const file = await saved;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** Gives the reason of an open dialog and sends it. */
export async function decide({ page }: BrowserPerson, button: string, reason = 'По заявке'): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Причина').fill(reason);
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The second person decides on the page of what was requested. */
export async function approve(person: BrowserPerson): Promise<void> {
  await person.page.getByRole('button', { name: 'Одобрить', exact: true }).first().click();
  await decide(person, 'Одобрить');
}

async function key(databaseUrl: string, name: string, roles: Role[]): Promise<{ secret: string }> {
  return anOperatorKey(databaseUrl, { name, roles });
}

export async function visit(
  { browser, url }: Pick<People, 'browser' | 'url'>,
  { viewport = DESKTOP, theme = 'light', language = 'ru' }: PersonOptions = {},
): Promise<BrowserPerson> {
  const context = await browser.newContext({ viewport, colorScheme: theme, acceptDownloads: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const page = await context.newPage();
  page.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
  const faults = recordFaults(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.addInitScript(
    (given) => {
      const noted = globalThis as unknown as { layoutShifts: string[] };
      noted.layoutShifts = [];
      const note = (list: PerformanceObserverEntryList): void => {
        for (const entry of list.getEntries() as unknown as LayoutShift[]) {
          const moved = entry.sources.map(({ node }) => (node as Element | null)?.className ?? '').join(', ');
          if (!entry.hadRecentInput) noted.layoutShifts.push(`${entry.value.toFixed(4)}: ${moved}`);
        }
      };
      new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
      localStorage.setItem('console-language', given.language);
      localStorage.setItem('console-theme', given.theme);
    },
    { language, theme },
  );
  return {
    ...{ page, context, faults, requests },
    open: async (path) => void (await page.goto(url + path)),
    picture: async (name) => {
      const device = page.viewportSize()?.width === PHONE.width ? 'phone' : 'desktop';
      await page.screenshot({ path: join(pictures, `${name}-${theme}-${device}.png`) });
    },
  };
}

async function signIn(
  parts: Pick<People, 'browser' | 'url'>,
  secret: string,
  options?: PersonOptions,
): Promise<BrowserPerson> {
  const person = await visit(parts, options);
  const { request } = person.context;
  // As the form does; one test fills in the form itself.
  const answer = await request.post(`${parts.url}/session`, { data: { key: secret }, headers: { Origin: parts.url } });
  if (!answer.ok()) throw new Error(`the sign-in answered ${answer.status()}`);
  return person;
}

import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import type { Platform } from '../../../tests/harness/platform';
import { service } from '../../../tests/harness/services';
import { DESKTOP, launchBrowser, openPage } from '../browser';
import { startSite, stopSites, type SiteProcess } from '../site-process';

export interface ConsoleStage {
  platform: Platform;
  site: SiteProcess;
  browser: Browser;
}

/** Starts the site as `npm start` does, with the demonstration shop's key. */
export async function openStage(platform: Platform): Promise<ConsoleStage> {
  await service('site');
  const { apiKey, shopID } = platform.demo;
  const environment = {
    API_URL: platform.apiUrl,
    CHECKOUT_DEMO_API_KEY: apiKey,
    CHECKOUT_DEMO_SHOP_ID: shopID,
    CONSOLE_DEMO: '1',
  };
  const [site, browser] = await Promise.all([startSite({ environment }), launchBrowser()]);
  return { platform, site, browser };
}

export async function closeStage({ browser }: ConsoleStage): Promise<void> {
  await browser.close();
  await stopSites();
}

export class Reader {
  /** Requests to the API without CORS preflights. */
  readonly requests: Request[] = [];
  private isThere = false;

  private constructor(
    private readonly stage: ConsoleStage,
    readonly page: Page,
    readonly context: BrowserContext,
    readonly messages: string[],
  ) {}

  static async arrive(stage: ConsoleStage, viewport = DESKTOP): Promise<Reader> {
    const { page, context, messages } = await openPage(stage.browser, { base: stage.site.url, viewport });
    await page.route(`${stage.platform.apiUrl}/**`, (route) => route.continue());
    const reader = new Reader(stage, page, context, messages);
    page.on('request', (request) => {
      const isCall = request.url().startsWith(stage.platform.apiUrl) && request.method() !== 'OPTIONS';
      if (isCall) reader.requests.push(request);
    });
    return reader;
  }

  async open(operation: string): Promise<void> {
    await this.page.goto(`${this.stage.site.url}/api/${operation}`);
    await this.page.getByRole('button', { name: 'Выполнить' }).click();
    if (!this.isThere) await this.takeKey();
    this.isThere = true;
  }

  async takeKey(): Promise<void> {
    await this.press('Взять тестовый ключ');
    await this.page.waitForFunction(() => document.querySelector<HTMLInputElement>('#console-key')?.value !== '');
  }

  async send(): Promise<number> {
    const answered = this.page.waitForResponse((response) => response.request().method() !== 'OPTIONS');
    await this.press('Отправить запрос');
    await answered;
    await this.page.locator('.console-status').waitFor();
    return Number((await this.page.locator('.console-status').innerText()).slice(0, 3));
  }

  async waitForMessage(text: string | RegExp): Promise<void> {
    await this.page.locator('.console-answer').getByText(text).waitFor();
  }

  press(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  get body() {
    return this.page.getByLabel('Тело запроса, JSON');
  }

  async answer<Body>(): Promise<Body> {
    return JSON.parse(await this.page.locator('.console-code pre').first().innerText()) as Body;
  }

  leave(): Promise<void> {
    return this.context.close();
  }
}

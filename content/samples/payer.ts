import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { noteCards } from '../../tests/harness/used-cards';

export interface Entry {
  cardNumber: string;
  expDate: string;
  cvv: string;
  cardHolder: string;
  email: string;
}

export const goodCard: Entry = {
  cardNumber: '4242 4242 4242 4242',
  expDate: '12/29',
  cvv: '737',
  cardHolder: 'IVAN IVANOV',
  email: 'payer@example.com',
};

const LABELS: Record<keyof Entry, string> = {
  cardNumber: 'Номер карты',
  expDate: 'Срок действия',
  cvv: 'CVV',
  cardHolder: 'Держатель карты',
  email: 'Почта для чека',
};

/** Drives a page of the guide's shop and records every URL that the browser requested or visited. */
export class Payer {
  readonly addresses: string[] = [];
  readonly requested: { method: string; path: string }[] = [];

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
  ) {
    page.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
    page.on('framenavigated', (frame) => this.addresses.push(frame.url()));
    page.on('request', (request) => {
      this.addresses.push(request.url(), request.headers()['referer'] ?? '');
      this.requested.push({ method: request.method(), path: new URL(request.url()).pathname });
    });
  }

  static async open(browser: Browser, viewport = { width: 1350, height: 940 }): Promise<Payer> {
    const context = await browser.newContext({ viewport });
    return new Payer(await context.newPage(), context);
  }

  async fill(changes: Partial<Entry> = {}): Promise<void> {
    const entry = { ...goodCard, ...changes };
    noteCards(JSON.stringify({ cardNumber: entry.cardNumber.replace(/\D/g, '') }));
    for (const [name, label] of Object.entries(LABELS))
      await this.page.getByLabel(label).fill(entry[name as keyof Entry]);
  }

  async pay(): Promise<void> {
    await this.page.getByRole('button', { name: 'Оплатить' }).click();
  }

  /** Tries every way to submit a form too early. */
  async tryToSend(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Оплатить' });
    if (await button.isVisible()) await button.click({ force: true, noWaitAfter: true });
    const cvv = this.page.getByLabel('CVV');
    if (await cvv.isVisible()) await cvv.press('Enter', { noWaitAfter: true });
    for (const method of ['requestSubmit', 'submit'])
      await this.page.evaluate(`document.querySelector('form').${method}()`);
  }

  async waitForText(text: string): Promise<void> {
    await this.page.getByRole('status').filter({ hasText: text }).waitFor();
  }

  /** Returns the URLs (page, history, requests, referrers) that contain a part of the entered card. */
  async leaks(log: string, entry: Entry = goodCard): Promise<string[]> {
    const client = await this.context.newCDPSession(this.page);
    const { entries } = await client.send('Page.getNavigationHistory');
    const all = [...this.addresses, ...entries.flatMap(({ url, userTypedURL }) => [url, userTypedURL]), log];
    return all.filter((address) => showsCard(decoded(address), entry));
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

function showsCard(address: string, { cardNumber, cvv, cardHolder, email }: Entry): boolean {
  const words = [cardNumber, cardNumber.replace(/\D/g, ''), cardHolder, email];
  // Three digits also occur within ids, so a CVV counts only as a separate word.
  return words.some((word) => address.includes(word)) || new RegExp(`(?<!\\w)${cvv}(?!\\w)`).test(address);
}

function decoded(address: string): string {
  return decodeURIComponent(address.replaceAll('+', ' '));
}

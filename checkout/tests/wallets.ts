import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { Client } from 'pg';
import { toFragment } from '../options';
import { startCheckout } from './checkout-process';
import { heading, payButton, PHONE, type Payers } from './payer';
import { ARRIVAL_TIMEOUT_MS } from '../../testing/timeouts';

/** What a wallet says of a card, as the wallet's own test environment gives it: the sandbox looks for the number in it. */
const CARD = { applepay: '4300000000000777', googlepay: '2222990905257051' };

/** The wallets of browsers, whose interfaces stand in Chromium as Safari and Chrome on Android provide them. */
export function wallets(payers: () => Payers): void {
  let checkout: Awaited<ReturnType<typeof startCheckout>>;
  let sessions: Awaited<ReturnType<typeof startSessions>>;

  beforeAll(async () => {
    sessions = await startSessions();
    checkout = await startCheckout({
      API_URL: payers().platform.apiUrl,
      CHECKOUT_GOOGLE_PAY_GATEWAY: 'holdfast-test',
      CHECKOUT_APPLE_PAY_SESSION_URL: sessions.url,
    });
    await takeWallets(payers());
  });

  afterAll(async () => {
    await checkout?.stop();
    sessions?.server.close();
  });

  /** Opens a page whose browser has an interface, and who hears of each request that the page makes. */
  async function openWith(wallet: { google?: 'agrees' | 'closes' | 'absent'; apple?: 'agrees' | 'closes' }) {
    const context = await payers().browser.newContext({ locale: 'ru-RU', viewport: PHONE });
    const page = await context.newPage();
    page.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    if (wallet.google) await page.addInitScript(googlePay, { does: wallet.google, number: CARD.googlepay });
    if (wallet.apple) await page.addInitScript(applePay, { does: wallet.apple, number: CARD.applepay });
    await page.goto(`${checkout.url}/pay#${toFragment(await payers().invoice({ amount: 199_990 }))}`);
    await payButton(page).waitFor();
    const known = [checkout.url, payers().platform.apiUrl, sessions.url].map((url) => new URL(url).origin);
    return { page, strangers: () => [...origins].filter((origin) => !known.includes(origin)), context };
  }

  test('Google Pay is asked by the browser’s own interface, and pays; nobody else hears of the payer', async () => {
    const { page, strangers, context } = await openWith({ google: 'agrees' });
    await page.getByRole('button', { name: 'Google Pay' }).click();
    await heading(page, 'Оплачено').waitFor();
    const asked = await heard(page);
    expect(asked).toMatchObject({
      total: { currency: 'RUB', value: '1999.90' },
      data: {
        environment: 'TEST',
        allowedPaymentMethods: [
          {
            parameters: { allowedCardNetworks: ['VISA', 'MASTERCARD'] },
            tokenizationSpecification: {
              parameters: { gateway: 'holdfast-test', gatewayMerchantId: 'wallet-merchant' },
            },
          },
        ],
        transactionInfo: { countryCode: 'RU', currencyCode: 'RUB', totalPrice: '1999.90' },
      },
      ended: 'success',
    });
    expect(strangers()).toEqual([]);
    await context.close();
  });

  test('Apple Pay gets its session from the provider’s service, and pays', async () => {
    const { page, strangers, context } = await openWith({ apple: 'agrees' });
    await page.getByRole('button', { name: 'Apple Pay' }).click();
    await heading(page, 'Оплачено').waitFor();
    expect(sessions.asked.at(-1)).toEqual({
      merchantID: 'wallet-merchant',
      merchantName: 'Чайная лавка',
      validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
      domain: '127.0.0.1',
    });
    expect(await heard(page)).toMatchObject({
      total: { amount: '1999.90' },
      networks: ['mir', 'visa', 'masterCard', 'maestro'],
      session: { nonce: 'of-the-service' },
      ended: 0,
    });
    expect(strangers()).toEqual([]);
    await context.close();
  });

  test('a wallet that is closed leaves the form as it was, and one that is not there after all says so', async () => {
    for (const wallet of [{ google: 'closes' }, { apple: 'closes' }] as const) {
      const { page, context } = await openWith(wallet);
      await page.locator('.wallet').click();
      await page.waitForFunction(() => (globalThis as unknown as { sheet: { isClosed?: boolean } }).sheet.isClosed);
      expect(await page.locator('.wallet-problem').innerText()).toBe('');
      expect(await payButton(page).isEnabled()).toBe(true);
      await context.close();
    }
    const { page, context } = await openWith({ google: 'absent' });
    await page.getByRole('button', { name: 'Google Pay' }).click();
    await page.getByRole('alert').filter({ hasText: 'Выберите другой' }).waitFor();
    await context.close();
  });

  test('nothing is offered that the provider has not set up', async () => {
    const { browser, invoice, platform } = payers();
    const context = await browser.newContext({ locale: 'ru-RU', viewport: PHONE });
    const page = await context.newPage();
    await page.addInitScript(googlePay, { does: 'agrees', number: CARD.googlepay } as const);
    await page.goto(`${platform.processes.checkout.url}/pay#${toFragment(await invoice())}`);
    await payButton(page).waitFor();
    expect(await page.locator('.wallet').count()).toBe(0);
    await context.close();
  });
}

const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { sheet: object }).sheet);

/** As Chrome on Android has it: `PaymentRequest` with Google's method. */
function googlePay({ does, number }: { does: 'agrees' | 'closes' | 'absent'; number: string }): void {
  const sheet: Record<string, unknown> = {};
  class Request {
    constructor(
      [{ supportedMethods, data }]: [{ supportedMethods: string; data: object }],
      { total }: { total: { amount: object } },
    ) {
      if (supportedMethods !== 'https://google.com/pay') throw new RangeError(supportedMethods);
      Object.assign(sheet, { data, total: total.amount });
    }
    show(): Promise<object> {
      if (!navigator.userActivation.isActive) return Promise.reject(new DOMException('', 'SecurityError'));
      if (does === 'absent') return Promise.reject(new DOMException('', 'NotSupportedError'));
      if (does === 'closes') {
        sheet['isClosed'] = true;
        return Promise.reject(new DOMException('', 'AbortError'));
      }
      const info = { cardNetwork: 'MASTERCARD', cardDetails: number.slice(-4) };
      const token = JSON.stringify({ protocolVersion: 'ECv2', signedMessage: number });
      const details = { apiVersion: 2, paymentMethodData: { type: 'CARD', info, tokenizationData: { token } } };
      return Promise.resolve({ details, complete: (result: string) => Promise.resolve((sheet['ended'] = result)) });
    }
  }
  Object.assign(window, { PaymentRequest: Request, sheet });
}

/** As Safari has it. */
function applePay({ does, number }: { does: 'agrees' | 'closes'; number: string }): void {
  const sheet: Record<string, unknown> = {};
  class Session {
    static STATUS_SUCCESS = 0;
    static STATUS_FAILURE = 1;
    static supportsVersion = () => true;
    static canMakePayments = () => true;
    onvalidatemerchant?: (event: object) => void;
    onpaymentauthorized?: (event: object) => void;
    oncancel?: () => void;
    constructor(_version: number, { total, supportedNetworks }: { total: object; supportedNetworks: string[] }) {
      Object.assign(sheet, { total, networks: supportedNetworks });
    }
    begin(): void {
      const validationURL = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';
      setTimeout(() => this.onvalidatemerchant?.({ validationURL }));
    }
    abort(): void {
      sheet['isAborted'] = true;
    }
    completeMerchantValidation(session: object): void {
      sheet['session'] = session;
      if (does === 'closes') {
        sheet['isClosed'] = true;
        return this.oncancel?.();
      }
      const paymentMethod = { network: 'Visa', displayName: `Visa ${number.slice(-4)}`, type: 'debit' };
      const token = { paymentMethod, paymentData: { version: 'EC_v1', data: number } };
      this.onpaymentauthorized?.({ payment: { token } });
    }
    completePayment({ status }: { status: number }): void {
      sheet['ended'] = status;
    }
  }
  Object.assign(window, { ApplePaySession: Session, sheet });
}

/** The provider's service that has the merchant's certificate; what Apple would answer it passes on. */
async function startSessions(): Promise<{ url: string; asked: unknown[]; server: Server }> {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
    if (request.method === 'OPTIONS') return void response.end();
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push(JSON.parse(body));
      response.setHeader('Content-Type', 'application/json').end('{"nonce":"of-the-service"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/session`, asked, server };
}

/** The demonstration shop takes wallets from now on. */
async function takeWallets({ platform }: Payers): Promise<void> {
  const client = new Client({ connectionString: platform.databaseUrl });
  await client.connect();
  const tokens = {
    tokenProviders: ['applepay', 'googlepay', 'yandexpay'],
    tokenProviderData: { merchantID: 'wallet-merchant', merchantName: 'Чайная лавка', realm: 'test' },
  };
  await client.query(
    `UPDATE shops SET terms = jsonb_set(terms::jsonb, '{paymentMethods}',
       (SELECT jsonb_agg(CASE WHEN method->>'method' = 'BankCard' THEN method || $2 ELSE method END)
        FROM jsonb_array_elements(terms::jsonb->'paymentMethods') method))
     WHERE id = $1`,
    [platform.demo.shopID, JSON.stringify(tokens)],
  );
  await client.end();
}

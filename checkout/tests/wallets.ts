import { createServer, type Server } from 'node:http';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { toFragment } from '../options';
import { copyShop } from './currencies';
import { startCheckout } from './checkout-process';
import { inspect } from './looks';
import { createAnswer, heading, payButton, type Payers } from './payer';
import { applePay, paymentRequest, type Will } from './wallet-interfaces';
import { listenLocally } from '../../tests/harness/local-server';

/** Card numbers in the wallets' test tokens, which the sandbox reads. */
const CARD = { applepay: '4300000000000777', googlepay: '2222990905257051' };

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

  /** Opens a page with a wallet interface and records requests to other origins. */
  async function openWith(
    wallet: { google?: Will; apple?: 'agrees' | 'closes'; card?: string },
    options: BrowserContextOptions = {},
    order: Parameters<Payers['invoice']>[0] = { amount: 199_990 },
  ) {
    const page = await payers().newPage(options);
    if (wallet.google)
      await page.addInitScript(paymentRequest, { does: wallet.google, google: wallet.card ?? CARD.googlepay });
    if (wallet.apple) await page.addInitScript(applePay, { does: wallet.apple, number: wallet.card ?? CARD.applepay });
    await page.goto(`${checkout.url}/pay#${toFragment(await payers().invoice(order))}`);
    await payButton(page).waitFor();
    const known = [checkout.url, payers().platform.apiUrl, sessions.url].map((url) => new URL(url).origin);
    const strangers = () => page.sent.map(({ url }) => new URL(url).origin).filter((origin) => !known.includes(origin));
    return Object.assign(page, { strangers });
  }

  test.concurrent(
    'Google Pay pays through the browser’s own interface, without requests to other origins',
    async () => {
      await using page = await openWith({ google: 'agrees' });
      await page.getByRole('button', { name: 'Google Pay' }).click();
      await heading(page, 'Оплачено').waitFor();
      const sheet = await readSheet(page);
      expect(sheet).toMatchObject({
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
      expect(page.strangers()).toEqual([]);
    },
  );

  test.concurrent('wallets receive the amount with the decimals of ISO 4217', async () => {
    await copyShop(payers(), { shopID: 'shop-of-wallets', currency: 'HUF' });
    const order = { amount: 150_000, shopID: 'shop-of-wallets', body: { currency: 'HUF' } };
    await using google = await openWith({ google: 'closes' }, {}, order);
    await google.getByRole('button', { name: 'Google Pay' }).click();
    const transactionInfo = { currencyCode: 'HUF', totalPrice: '1500.00' };
    expect(await readSheet(google)).toMatchObject({
      total: { currency: 'HUF', value: '1500.00' },
      data: { transactionInfo },
    });
    await using apple = await openWith({ apple: 'closes' }, {}, order);
    await apple.getByRole('button', { name: 'Apple Pay' }).click();
    expect(await readSheet(apple)).toMatchObject({ total: { amount: '1500.00' } });
  });

  test.concurrent.each([
    ['Apple Pay', { apple: 'agrees', card: '5000000000000009' }],
    ['Google Pay', { google: 'agrees', card: '2222405343248877' }],
  ] as const)('a declined card of %s is explained by the name of the wallet', async (name, wallet) => {
    await using page = await openWith(wallet);
    await page.getByRole('button', { name }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'Платёж не прошёл' });
    await problem.waitFor();
    expect((await problem.innerText()).replace(/\s/g, ' ')).toContain(`выберите в ${name} другую карту`);
  });

  test.concurrent('a wallet reports a failure when the payment was refused', async () => {
    await using page = await openWith({ google: 'agrees' });
    await page.route('**/payment-resources', createAnswer(401));
    await page.getByRole('button', { name: 'Google Pay' }).click();
    await heading(page, 'Ссылка устарела').waitFor();
    expect(await readSheet(page)).toMatchObject({ ended: 'fail' });
  });

  test.concurrent.each(['light', 'dark'] as const)(
    'the buttons are accessible in %s, fit every width, and shift nothing',
    async (colorScheme) => {
      await using page = await openWith({ google: 'closes' }, { colorScheme });
      await page.getByRole('button', { name: 'Google Pay' }).waitFor();
      expect(await page.locator('.wallet').count()).toBe(1);
      await page.getByRole('button', { name: 'Евросеть' }).waitFor();
      await inspect(page, `wallets-${colorScheme}`);
    },
  );

  test.concurrent('the page’s policy allows exactly the wallets’ requests of a real browser', async () => {
    await using page = await openWith({});
    const makes = (method: string) =>
      page.evaluate((supportedMethods) => {
        try {
          new PaymentRequest([{ supportedMethods }], {
            total: { label: 'x', amount: { currency: 'RUB', value: '1' } },
          });
          return 'made';
        } catch (error) {
          return (error as Error).name;
        }
      }, method);
    expect(await makes('https://google.com/pay')).toBe('made');
    expect(await makes('https://stranger.example/pay')).toBe('RangeError');
  });

  test.concurrent('Apple Pay gets its session from the provider’s service and pays', async () => {
    await using page = await openWith({ apple: 'agrees' });
    await page.getByRole('button', { name: 'Apple Pay' }).click();
    await heading(page, 'Оплачено').waitFor();
    expect(sessions.requested.at(-1)).toEqual({
      merchantID: 'wallet-merchant',
      merchantName: 'Чайная лавка',
      validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
      domain: '127.0.0.1',
    });
    expect(await readSheet(page)).toMatchObject({
      total: { amount: '1999.90' },
      networks: ['mir', 'visa', 'masterCard', 'maestro'],
      session: { nonce: 'of-the-service' },
      ended: 0,
    });
    expect(page.strangers()).toEqual([]);
  });

  test.concurrent('a closed wallet leaves the form unchanged, and a missing one shows an error', async () => {
    for (const wallet of [{ google: 'closes' }, { apple: 'closes' }] as const) {
      await using page = await openWith(wallet);
      await page.locator('.wallet').click();
      await page.waitForFunction(() => (globalThis as unknown as { sheet: { isClosed?: boolean } }).sheet.isClosed);
      expect(await page.locator('.wallet-problem').innerText()).toBe('');
      expect(await payButton(page).isEnabled()).toBe(true);
    }
    await using page = await openWith({ google: 'absent' });
    await page.getByRole('button', { name: 'Google Pay' }).click();
    await page.getByRole('alert').filter({ hasText: 'Выберите другой' }).waitFor();
  });

  test.concurrent('wallets without configuration are not offered', async () => {
    const { newPage, invoice, platform } = payers();
    await using page = await newPage();
    await page.addInitScript(paymentRequest, { does: 'agrees', google: CARD.googlepay } as const);
    await page.goto(`${platform.processes.checkout.url}/pay#${toFragment(await invoice())}`);
    await payButton(page).waitFor();
    expect(await page.locator('.wallet').count()).toBe(0);
  });
}

const readSheet = (page: Page) => page.evaluate(() => (globalThis as unknown as { sheet: object }).sheet);

async function startSessions(): Promise<{ url: string; requested: unknown[]; server: Server }> {
  const requested: unknown[] = [];
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
    if (request.method === 'OPTIONS') return void response.end();
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      requested.push(JSON.parse(body));
      response.setHeader('Content-Type', 'application/json').end('{"nonce":"of-the-service"}');
    });
  });
  return { url: `${await listenLocally(server)}/session`, requested, server };
}

async function takeWallets(payers: Payers): Promise<void> {
  const tokens = {
    tokenProviders: ['applepay', 'googlepay', 'samsungpay', 'yandexpay'],
    tokenProviderData: { merchantID: 'wallet-merchant', merchantName: 'Чайная лавка', realm: 'test' },
  };
  await payers.sql(
    `UPDATE shops SET terms = jsonb_set(terms::jsonb, '{paymentMethods}',
       (SELECT jsonb_agg(CASE WHEN method->>'method' = 'BankCard' THEN method || $2 ELSE method END)
        FROM jsonb_array_elements(terms::jsonb->'paymentMethods') method))
     WHERE id = $1`,
    [payers.platform.demo.shopID, JSON.stringify(tokens)],
  );
}

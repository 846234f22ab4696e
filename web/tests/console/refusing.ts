import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { accessibilityViolations } from '../../../tests/harness/axe';
import { DESKTOP, PHONE } from '../browser';
import { startSite } from '../site-process';
import { Reader, type ConsoleStage } from './stage';

const screenshots = resolve(__dirname, '../../../.cache/screenshots');

export function refusingTests(stage: () => ConsoleStage): void {
  let reader: Reader;
  beforeEach(async () => {
    reader = await Reader.arrive(stage());
  });
  afterEach(() => reader.leave());

  test.each([
    ['as it is', '"4000056655665556"'],
    ['in groups', '"4000 0566 5566 5556"'],
    ['in groups of two spaces', '"4000  0566  5566  5556"'],
    ['with narrow spaces', '"4000\u202f0566\u202f5566\u202f5556"'],
    ['after another number', '"12  4000056655665556"'],
    ['with escapes', '"\\u0034000056655665556"'],
    ['as a number', '4000056655665556'],
  ])('a card other than a test card is not sent, %s', async (_how, card) => {
    await reader.open('payments/createPaymentResource');
    const body = await reader.body.inputValue();
    await reader.body.fill(body.replace('"4242424242424242"', card));
    await reader.press('Отправить запрос');
    await reader.waitForMessage(/Это не тестовая карта/);
    // Also in operations without a card.
    await reader.open('payments/getInvoiceByExternalID');
    await reader.page.getByLabel('externalID').fill('4000-0566-5566-5556');
    await reader.press('Отправить запрос');
    await reader.waitForMessage(/Это не тестовая карта/);
    expect(reader.requests).toEqual([]);
  });

  test('a wrong key, a wrong field and invalid JSON are explained, the field with its place', async () => {
    const { page } = reader;
    await reader.open('payments/createInvoice');
    const body = await reader.body.inputValue();
    await reader.body.fill(body.slice(1));
    await reader.press('Отправить запрос');
    await reader.waitForMessage(/^Тело запроса – не JSON: ошибка в строке 2, столбце \d+\.$/);
    await reader.body.fill(body.replace('"amount": 10000', '"amount": -5'));
    expect(await reader.send()).toBe(400);
    await page.locator('.console-place').filter({ hasText: 'amount' }).click();
    const selected = await page.evaluate(() => {
      const field = document.activeElement as HTMLTextAreaElement;
      return field.value.slice(field.selectionStart, field.selectionEnd);
    });
    expect(selected).toBe('"amount": -5');
    await page.getByLabel('Ключ API').fill('wrong');
    expect(await reader.send()).toBe(401);
    await reader.waitForMessage(/Ключ или токен не подошёл/);
    await page.getByLabel('Ключ API').fill('');
    await reader.press('Отправить запрос');
    await reader.waitForMessage('Укажите ключ API.');
    await reader.takeKey();
    await reader.open('wallets/listWallets');
    await page.getByLabel('limit').fill('-1');
    expect(await reader.send()).toBe(400);
    expect(await page.getByLabel('limit').getAttribute('aria-invalid')).toBe('true');
  });

  test('a slow or unavailable platform is reported, and the request can be repeated', async () => {
    const { platform } = stage();
    await reader.open('payments/getMyParty');
    expect(await reader.send()).toBe(200);
    process.kill(platform.processes.api.pid(), 'SIGSTOP');
    try {
      await reader.press('Отправить запрос');
      await reader.waitForMessage(/отвечает дольше обычного/);
      await reader.press('Прервать');
      await reader.waitForMessage(/Ожидание прервано/);
    } finally {
      process.kill(platform.processes.api.pid(), 'SIGCONT');
    }
    await platform.processes.api.kill();
    await reader.press('Отправить запрос');
    await reader.waitForMessage(/Платформа не отвечает\. Проверьте/);
    await platform.processes.api.start();
    expect(await reader.send()).toBe(200);
  });

  test('the page can call only its own API', async () => {
    const { site, platform } = stage();
    const policy = (await fetch(site.url)).headers.get('content-security-policy');
    expect(policy).toContain(`connect-src 'self' ${platform.apiUrl};`);
    await reader.open('payments/getMyParty');
    const other = await reader.page.evaluate(
      (url) =>
        fetch(url).then(
          () => 'sent',
          () => 'refused',
        ),
      platform.sandboxUrl,
    );
    expect(other).toBe('refused');
  });

  test('the demonstration key is available only to pages of a local site that enables it', async () => {
    const { site, platform } = stage();
    const ask = (headers: Record<string, string>) =>
      fetch(`${site.url}/console-demo/key`, { method: 'POST', headers: { 'X-Console-Demo': '1', ...headers } });
    expect(await (await ask({})).json()).toEqual({ apiKey: platform.demo.apiKey, shopID: platform.demo.shopID });
    expect((await ask({ 'X-Forwarded-For': '203.0.113.7' })).status).toBe(403);
    expect((await fetch(`${site.url}/console-demo/key`, { method: 'POST' })).status).toBe(403);
    expect(await statusByName(site.url, 'evil.example')).toBe(403);
    const { apiKey, shopID } = platform.demo;
    const environment = { API_URL: platform.apiUrl, CHECKOUT_DEMO_API_KEY: apiKey, CHECKOUT_DEMO_SHOP_ID: shopID };
    const published = await startSite({ environment });
    const refused = await fetch(`${published.url}/console-demo/key`, {
      method: 'POST',
      headers: { 'X-Console-Demo': '1' },
    });
    expect(await refused.text()).not.toContain(apiKey);
    expect(await (await fetch(`${published.url}/api/payments/getMyParty`)).text()).not.toContain('console-demo');
    await published.stop();
  });

  test.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)(
    'on a %s the console has no accessibility violations or horizontal scrolling in both modes',
    async (device, viewport) => {
      mkdirSync(screenshots, { recursive: true });
      const guest = await Reader.arrive(stage(), viewport);
      const { page } = guest;
      await guest.open('payments/createPaymentResource');
      expect(await guest.send()).toBe(201);
      const found: string[] = [];
      for (const mode of ['light', 'dark']) {
        await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), mode);
        await page.screenshot({ path: join(screenshots, `console-${mode}-${device}.png`), fullPage: true });
        found.push(...(await accessibilityViolations(page)));
      }
      expect(found).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(guest.messages).toEqual([]);
      await guest.leave();
    },
  );
}

/** Requests with another Host name, as DNS rebinding does, and returns the status. */
async function statusByName(url: string, name: string): Promise<number> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const headers = { Host: name, 'X-Console-Demo': '1' };
    request(`${url}/console-demo/key`, { method: 'POST', headers }, (answer) => resolve(answer.statusCode ?? 0))
      .on('error', reject)
      .end();
  });
}

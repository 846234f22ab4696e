import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { Reader, type ConsoleStage } from './stage';

export function callingTests(stage: () => ConsoleStage): void {
  let reader: Reader;
  beforeEach(async () => {
    reader = await Reader.arrive(stage());
  });
  afterEach(() => reader.leave());

  test('a page loads no React before the first touch, which loads at most 25 KB', async () => {
    const { page } = reader;
    const scripts: string[] = [];
    page.on('response', (response) => {
      if (/\.js$/.test(new URL(response.url()).pathname)) scripts.push(response.url());
    });
    await page.goto(`${stage().site.url}/api/payments/createInvoice`);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(scripts.filter((url) => !url.includes('entry.client'))).toEqual([]);
    const read = scripts.length;
    await page.getByRole('button', { name: 'Выполнить' }).click();
    await page.getByLabel('Ключ API').waitFor();
    const sizes = scripts.slice(read).map(async (url) => {
      const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
      await answer.arrayBuffer();
      return Number(answer.headers.get('content-length'));
    });
    const sum = (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
    expect(sum).toBeGreaterThan(10_000);
    expect(sum).toBeLessThan(25_000);
  });

  test('an invoice is created with two clicks, and shown with status, headers, time and request samples', async () => {
    const { page } = reader;
    await reader.open('payments/createInvoice');
    expect(await reader.send()).toBe(201);
    expect(await page.locator('.console-status').innerText()).toMatch(/^201 создано за \d+ мс$/);
    expect(await page.locator('.console-code code i.k').first().innerText()).toBe('"invoice"');
    const { invoice } = await reader.answer<{ invoice: { shopID: string; dueDate: string } }>();
    expect(invoice).toMatchObject({ shopID: stage().platform.demo.shopID, dueDate: '2030-12-31T21:00:00Z' });
    await page.getByText(/^Заголовки ответа \(\d+\)$/).click();
    const [request] = reader.requests;
    expect(await page.locator('.console-headers').innerText()).toContain(request?.headers()['x-request-id'] ?? 'none');
    for (const [label, word] of [
      ['PHP', 'stream_context_create'],
      ['Node.js', 'await fetch'],
      ['Python', 'urllib.request'],
      ['curl', 'curl "$HOLDFAST_API_URL/v2/processing/invoices"'],
    ] as const) {
      await page.locator('.console-same label').getByText(label, { exact: true }).click();
      const code = await page.locator('.console-same pre:visible').innerText();
      expect(code).toContain(word);
      expect(code).toContain(stage().platform.demo.shopID);
      expect(code).not.toContain(stage().platform.demo.apiKey);
    }
    await page.screenshot({ path: '.cache/screenshots/console-answer.png', fullPage: true });
    expect(reader.messages).toEqual([]);
  });

  test('the language of samples is one for the page and its console', async () => {
    const { page } = reader;
    await reader.open('payments/getMyParty');
    await page.locator('.operation-samples label').getByText('PHP', { exact: true }).click();
    await reader.send();
    expect(await page.locator('.console-same pre:visible').innerText()).toContain('stream_context_create');
    await page.locator('.console-same label').getByText('Python', { exact: true }).click();
    expect(await page.locator('.operation-samples .samples pre:visible').innerText()).toContain('urllib.request');
  });

  test('each request and each invoice has its own id', async () => {
    await reader.open('payments/createInvoice');
    await reader.send();
    await reader.send();
    await reader.open('payments/createInvoice');
    await reader.send();
    const ids = reader.requests.map((request) => request.headers()['x-request-id']);
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id ?? ''))).toBe(true);
    const bodies = reader.requests.map((request) => (request.postDataJSON() as { externalID: string }).externalID);
    expect(new Set(bodies).size).toBe(2);
  });

  test('values of a response are offered to the next operations: an invoice is paid, read and captured', async () => {
    const { page } = reader;
    await reader.open('payments/createInvoice');
    await reader.send();
    const { invoice } = await reader.answer<{ invoice: { id: string } }>();
    expect(await page.locator('.console-answer p:has-text("Дальше") a').allInnerTexts()).toEqual([
      'Токенизировать платёжный инструмент',
      'Создать платёж',
    ]);
    await reader.open('payments/createPaymentResource');
    await page.getByLabel('Чем подписать запрос').selectOption({ label: 'Токен инвойса из последнего ответа' });
    await page.getByLabel('Тестовая карта').selectOption('5555555555554444');
    expect(await reader.send()).toBe(201);
    expect(reader.requests.at(-1)?.postDataJSON()).toMatchObject({ paymentTool: { cardNumber: '5555555555554444' } });
    await reader.open('payments/createPayment');
    expect(await page.getByLabel('invoiceID').inputValue()).toBe(invoice.id);
    expect(await reader.send()).toBe(201);
    await reader.open('payments/getPaymentByID');
    await untilStatus(reader, 'processed');
    await reader.open('payments/capturePayment');
    expect(await reader.send()).toBe(202);
    await reader.open('payments/getInvoiceByExternalID');
    expect(await reader.send()).toBe(200);
    expect(await reader.answer()).toMatchObject({ id: invoice.id });
  });

  test('missing values are requested with links to the operations that return them', async () => {
    const { page } = reader;
    await reader.open('payments/createPayment');
    await reader.press('Отправить запрос');
    await reader.waitForMessage('Заполните поле invoiceID.');
    expect(await page.getByLabel('invoiceID').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('invoiceID').fill('made-up');
    await reader.press('Отправить запрос');
    await reader.waitForMessage(/В теле вместо \$PAYMENT_TOOL_TOKEN нужно значение/);
    expect(reader.requests).toEqual([]);
    await page.locator('.console').getByRole('link').first().click();
    await page.waitForURL(/\/api\/payments\//);
  });

  test('the key is stored only in the tab', async () => {
    const { page, context } = reader;
    await reader.open('payments/getMyParty');
    await reader.send();
    const { apiKey } = stage().platform.demo;
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(apiKey);
    expect(
      await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie + location.href),
    ).not.toContain(apiKey);
    const other = await context.newPage();
    await other.goto(`${stage().site.url}/api/payments/getMyParty`);
    await other.getByRole('button', { name: 'Выполнить' }).click();
    expect(await other.getByLabel('Ключ API').inputValue()).toBe('');
  });

  test('taking the key fills empty values and keeps the others', async () => {
    const { page } = reader;
    await page.goto(`${stage().site.url}/api/payments/createInvoice`);
    await page.getByRole('button', { name: 'Выполнить' }).click();
    await reader.body.fill((await reader.body.inputValue()).replace('10000', '777'));
    await reader.takeKey();
    expect(JSON.parse(await reader.body.inputValue())).toMatchObject({
      amount: 777,
      shopID: stage().platform.demo.shopID,
    });
  });

  test('the console works with the keyboard alone', async () => {
    const { page } = reader;
    await page.goto(`${stage().site.url}/api/payments/getMyParty`);
    await page.getByRole('button', { name: 'Выполнить' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Ключ API').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(stage().platform.demo.apiKey);
    await page.keyboard.press('Enter');
    await page.locator('.console-status.s-2').waitFor();
  });
}

async function untilStatus(reader: Reader, status: string): Promise<void> {
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  for (;;) {
    expect(await reader.send()).toBe(200);
    if ((await reader.answer<{ status: string }>()).status === status) return;
    if (Date.now() > end) throw new Error(`the payment is not ${status}`);
    await reader.page.waitForTimeout(100);
  }
}

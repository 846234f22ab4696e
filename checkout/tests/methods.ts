import { execFileSync } from 'node:child_process';
import { accessibilityViolations } from '../../tests/harness/axe';
import { decideAt, heading, payButton, type Payers } from './payer';
import type { Page } from 'playwright-core';

/** Chooses a wallet whose service takes the whole window. */
const enterWallet = (page: Page) => page.getByLabel(/Номер кошелька/).fill('sandbox-redirect');

export function methods(payers: () => Payers): void {
  test.concurrent('a terminal shows a code, and the receipt when it was paid with', async () => {
    await using page = await chosen(payers(), 'Евросеть');
    await heading(page, 'Заплатите в терминале').waitFor();
    const code = (await page.locator('.copy-value').innerText()).trim();
    await page.reload();
    await heading(page, 'Заплатите в терминале').waitFor();
    expect((await page.locator('.copy-value').innerText()).trim()).toBe(code);
    await payByCode(payers(), code);
    await heading(page, 'Оплачено').waitFor();
  });

  test.concurrent('a QR code encodes the address, which can be copied', async () => {
    await using page = await chosen(payers(), 'Система быстрых платежей');
    await heading(page, 'Отсканируйте QR-код').waitFor();
    const link = (await page.getByRole('link', { name: 'Открыть на этом устройстве' }).getAttribute('href')) ?? '';
    expect(await readCode(page)).toBe(link);
    await page.getByText(/^Заплатить до \d/).waitFor();
    await page.screenshot({ path: '.cache/screenshots/checkout-qr.png', fullPage: true });
    await page.getByRole('button', { name: 'Скопировать' }).click();
    await page.getByRole('button', { name: 'Скопировано' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await decideAt(link, 'confirm');
    await heading(page, 'Оплачено').waitFor();
  });

  test.concurrent('on a phone a QR code is first a button that opens the bank', async () => {
    const { open, invoice } = payers();
    await using page = await open(await invoice(), { hasTouch: true, isMobile: true });
    await chooseWay(page, 'Система быстрых платежей');
    const button = page.getByRole('link', { name: 'Оплатить в приложении банка' });
    await heading(page, 'Оплатите в приложении банка').waitFor();
    const [bank, picture] = [await button.boundingBox(), await page.locator('svg.qr').boundingBox()];
    expect(bank?.y ?? Infinity).toBeLessThan(picture?.y ?? 0);
    expect(await readCode(page)).toBe(await button.getAttribute('href'));
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test.concurrent('a transfer of a cryptocurrency shows address, amount and code', async () => {
    await using page = await chosen(payers(), 'Криптовалюта');
    await heading(page, 'Переведите криптовалюту').waitFor();
    const [amount, address = ''] = await page.locator('.copy-value').allInnerTexts();
    expect(amount).toMatch(/^\d+\.\d+$/);
    expect(await readCode(page)).toBe(`bitcoin:${address.trim()}?amount=${amount}`);
    await page.getByText('Сеть: Bitcoin').waitFor();
    await page.getByText(/^Заплатить до \d/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.screenshot({ path: '.cache/screenshots/checkout-coin.png', fullPage: true });
    await payByCode(payers(), address.trim());
    await heading(page, 'Оплачено').waitFor();
  });

  test.concurrent('a wallet takes the whole window and brings the payer back', async () => {
    await using page = await chosen(payers(), 'QIWI Кошелёк', enterWallet);
    await page.waitForURL(`${payers().platform.sandboxUrl}/pay/**`);
    await page.getByRole('button').first().click();
    await heading(page, 'Оплачено').waitFor();
    expect(page.url()).toMatch(/\/pay#s=[0-9a-f]{32}$/);
  });

  test('a payer who returns before the bank’s result is not sent there again', async () => {
    const { platform } = payers();
    await using page = await chosen(payers(), 'QIWI Кошелёк', enterWallet);
    await page.waitForURL(`${platform.sandboxUrl}/pay/**`);
    // The response stays unread while the worker is stopped.
    process.kill(platform.processes.worker.pid(), 'SIGSTOP');
    try {
      await page.getByRole('button').first().click();
      await heading(page, 'Проводим платёж').waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Перейти к подтверждению' }).waitFor();
    } finally {
      process.kill(platform.processes.worker.pid(), 'SIGCONT');
    }
    await heading(page, 'Оплачено').waitFor();
  });

  test.concurrent('a phone number in any format pays', async () => {
    await using page = await chosen(payers(), 'Счёт телефона', (opened) =>
      opened.getByLabel(/^Номер телефона/).pressSequentially('8 (915) 111-11-11'),
    );
    await heading(page, 'Оплачено').waitFor();
  });

  test.concurrent('a bank’s request outside the page is explained', async () => {
    await using page = await chosen(payers(), 'Uzcard');
    await heading(page, 'Подтвердите оплату у своего банка').waitFor();
  });

  test.concurrent('a provider that is not known, or a method, hides only its own way', async () => {
    const { open, invoice } = payers();
    await using page = await open(await invoice());
    await page.route('**/checkout/v1/shop', async (route) => {
      const answer = await route.fetch();
      const shop = (await answer.json()) as { providers: { id: string }[] };
      const providers = shop.providers.filter(({ id }) => id !== 'qps' && id !== 'wechat');
      await route.fulfill({ response: answer, json: { ...shop, providers } });
    });
    await page.route('**/payment-methods', async (route) => {
      const answer = await route.fetch();
      const listed = (await answer.json()) as object[];
      await route.fulfill({ response: answer, json: [{ method: 'NotKnownYet', providers: ['x'] }, ...listed] });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Евросеть' }).waitFor();
    await payButton(page).waitFor();
    const names = await page.locator('.way-button > span:not(.way-mark)').allInnerTexts();
    expect(names).toEqual(expect.arrayContaining(['Alipay', 'Uzcard', 'QIWI Кошелёк', 'Криптовалюта']));
    expect(names.join()).not.toMatch(/быстрых|WeChat/);
  });
}

async function chosen(payers: Payers, way: string, fill?: (page: Page) => Promise<void>) {
  const page = await payers.open(await payers.invoice(), { permissions: ['clipboard-read', 'clipboard-write'] });
  await chooseWay(page, way, fill);
  return page;
}

export async function chooseWay(page: Page, way: string, fill?: (page: Page) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: way }).click();
  await fill?.(page);
  await page
    .locator('.way-form')
    .getByRole('button', { name: /^Оплатить/ })
    .click();
}

async function payByCode({ platform }: Payers, code: string): Promise<void> {
  const form = new URLSearchParams({ code });
  const answer = await fetch(`${platform.sandboxUrl}/pay`, { method: 'POST', body: form, redirect: 'manual' });
  await decideAt(new URL(answer.headers.get('location') ?? '', platform.sandboxUrl).href, 'confirm');
}

/** Decodes the QR code from its pixels, as a camera does. */
async function readCode(page: Page): Promise<string> {
  const { side, grey } = await page.locator('svg.qr').evaluate((svg) => {
    const size = Number((svg.getAttribute('viewBox') ?? '').split(' ')[2]);
    const side = size * 4;
    const context = new OffscreenCanvas(side, side).getContext('2d');
    if (!context) return { side: 0, grey: '' };
    context.fillStyle = '#fff';
    context.fillRect(0, 0, side, side);
    context.scale(4, 4);
    context.fillStyle = '#000';
    context.fill(new Path2D(svg.querySelector('path')?.getAttribute('d') ?? ''));
    const { data } = context.getImageData(0, 0, side, side);
    const dots = Array.from({ length: side * side }, (_, at) => ((data[at * 4] ?? 0) < 128 ? '1' : '0'));
    return { side, grey: dots.join('') };
  });
  // An ESM module, so a separate process imports it.
  const program = `
    import { readFileSync } from 'node:fs';
    import decodeQR from 'qr/decode.js';
    const grey = readFileSync(0, 'utf8');
    const data = Uint8Array.from({ length: grey.length * 4 }, (_, at) => at % 4 === 3 ? 255 : grey[at >> 2] === '1' ? 0 : 255);
    process.stdout.write(decodeQR({ width: ${side}, height: ${side}, data }));`;
  const args = ['--input-type=module', '--eval', program];
  return execFileSync(process.execPath, args, { input: grey, encoding: 'utf8' });
}

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../../tests/harness/axe';
import { aPdf, aPng } from '../../tests/harness/factories/document';
import type { CreatedPayment } from '../../tests/harness/factories/payment';
import { Keyboard } from './keyboard';
import { people, PHONE } from './people';

const HTML = '<img src=x onerror="document.title=1">.pdf';
const choose = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });

/** Documents against a chargeback: added and sent by a merchant, downloaded by an operator. */
export function evidence(): void {
  let disputed: CreatedPayment;
  let path: string;

  beforeAll(async () => {
    disputed = await people.disputed();
    path = `/chargebacks/${disputed.invoiceID}/${disputed.paymentID}/1`;
  });

  test('a merchant adds documents on a phone, reads why one is refused, removes one and sends the rest by keyboard', async () => {
    const { page, open, faults, picture } = await people.person(people.keys.merchant, { viewport: PHONE });
    await open('/chargebacks');
    await page.locator(`tbody a[href="${path}"]`).click();
    await page.getByText('Документы ещё не отправлены.').waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    const section = page.getByRole('region', { name: 'Документы' });
    await choose(page, HTML, aPdf());
    await section.getByRole('link', { name: /_img src=x onerror=_document.title=1__.pdf/ }).waitFor();
    await choose(page, 'сценарий.pdf', aPdf('4 0 obj\n<< /S /JavaScript /JS (x) >>\nendobj\n'));
    await section.locator('.danger', { hasText: 'сценарий.pdf' }).getByText('В PDF есть скрипты').waitFor();
    await choose(page, 'большой.png', Buffer.alloc(5 * 1024 * 1024 + 1));
    await section.locator('.danger', { hasText: 'большой.png' }).getByText('Файл больше 5 МБ').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('chargeback-phone');
    await page.evaluate(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'чек.png'));
        const target = document.querySelector('.file-drop');
        target?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [...aPng()],
    );
    await section.getByRole('link', { name: 'Скачать: чек.png' }).waitFor();
    await section.getByRole('button', { name: 'Удалить: чек.png' }).click();
    await section.getByRole('link', { name: 'Скачать: чек.png' }).waitFor({ state: 'detached' });

    const network = await page.context().newCDPSession(page);
    const speed = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
      });
    await speed(250_000);
    await choose(page, 'долгий.pdf', aPdf(`%${'x'.repeat(2_000_000)}\n`));
    const progress = section.getByRole('progressbar', { name: 'Загружаем: долгий.pdf' });
    await progress.waitFor();
    const seen = new Set<number>();
    while (await progress.isVisible()) {
      seen.add(Number(await progress.getAttribute('value', { timeout: 1_000 }).catch(() => 0)));
    }
    expect([...seen].filter((percent) => percent > 0 && percent < 100).length).toBeGreaterThan(1);
    await speed(-1);
    await section.getByRole('button', { name: 'Удалить: долгий.pdf' }).click();
    await section.getByRole('link', { name: 'Скачать: долгий.pdf' }).waitFor({ state: 'detached' });

    const keys = new Keyboard(page);
    await keys.activate(section.getByRole('button', { name: 'Отправить документы' }));
    await keys.activate(page.getByRole('dialog').getByRole('button', { name: 'Отправить документы' }));
    await section.getByText('Отправлено:').waitFor();
    expect(await page.locator('input[type=file]').count()).toBe(0);
    expect(await section.getByRole('button', { name: /Удалить|Отправить/ }).count()).toBe(0);
    // The browser reports the refused document itself.
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  });

  test('an operator sees in the queue that documents were sent, downloads them and contests the chargeback', async () => {
    const { page, open, faults, picture } = await people.person(people.keys.finance);
    const payment = `/payments/${disputed.invoiceID}/${disputed.paymentID}`;
    const refund = page.getByRole('button', { name: /^Вернуть/ });
    await open(payment);
    await page.getByRole('heading', { name: 'Чарджбэки' }).waitFor();
    expect(await refund.count()).toBe(0);
    await open('/queue/chargebacks');
    const card = page.locator('.card', { hasText: 'документы отправлены' }).first();
    await card.getByRole('link', { name: 'Открыть' }).click();
    await page.getByText('Эквайеру документы передаёте вы').waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Скачать/ }).click();
    const download = await saved;
    expect(await readFile(await download.path())).toEqual(aPdf());
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('chargeback-operator');
    await page.getByRole('button', { name: 'Оспорить' }).click();
    await page.getByRole('dialog').getByLabel('Причина').fill('Документы переданы');
    await page.getByRole('dialog').getByRole('button', { name: 'Оспорить' }).click();
    await page.getByText('отклонён').first().waitFor();
    await open(payment);
    await refund.waitFor();
    expect(faults).toEqual([]);
    const english = await people.person(people.keys.viewer, { language: 'en', theme: 'dark' });
    await english.open(path);
    await english.page
      .getByText('Documents are no longer accepted.')
      .or(english.page.getByText('Sent:'))
      .first()
      .waitFor();
    await english.picture('chargeback-english');
  });
}

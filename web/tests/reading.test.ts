import { PHONE } from './browser';
import { context, messages, open, page, visitSite } from './visit';

visitSite();

describe('a guide', () => {
  test('shows sections below the window at once for an anchor, and soon after the first paint otherwise', async () => {
    const hidden = () =>
      page
        .locator('.prose .later')
        .evaluateAll((all) => all.filter((one) => getComputedStyle(one).contentVisibility === 'hidden').length);
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () =>
        Object.assign(globalThis, { waiting: document.querySelectorAll('.arriving .below').length }),
      ),
    );
    const waitingAtFirst = () => page.evaluate(() => (globalThis as unknown as { waiting: number }).waiting);
    await open('/docs/integration/payments/payments-overview');
    expect(await waitingAtFirst()).toBeGreaterThan(5);
    await page.waitForFunction(() => document.querySelector('.arriving, .below') === null);
    expect(await hidden()).toBe(0);
    await page.goto('about:blank');
    await open('/docs/integration/payments/payments-overview#chardzhbek');
    expect(await waitingAtFirst()).toBe(0);
    expect(await hidden()).toBe(0);
    await page.waitForFunction(
      () => Math.abs(document.getElementById('chardzhbek')!.getBoundingClientRect().top - 80) < 40,
    );
  });

  test('copies code and confirms it for one second', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/docs/intro');
    const block = page.locator('.code').first();
    await block.hover();
    const button = block.getByRole('button', { name: 'Скопировать в буфер обмена' });
    await button.evaluate((element) => {
      const seen: [text: string, at: number][] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => seen.push([element.textContent ?? '', performance.now()])).observe(element, {
        childList: true,
      });
    });
    await button.click();
    await page.waitForFunction(() => (globalThis as unknown as { seen: unknown[] }).seen.length === 2);
    const [said, ended] = await page.evaluate(
      () => (globalThis as unknown as { seen: [text: string, at: number][] }).seen,
    );
    expect([said?.[0], ended?.[0]]).toEqual(['Скопировано', 'Скопировать']);
    expect(ended![1] - said![1]).toBeGreaterThan(990);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('HOLDFAST_API_URL');
  });

  test('copies the page as Markdown', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/docs/refs/postman');
    const button = page.locator('[data-copy-page]');
    await button.click();
    await page.locator('[data-copy-page][data-done]').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^# Postman\n/);
    expect(copied).not.toContain('<');
  });

  test('restores the label of the copy button after a second click', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/docs/refs/postman');
    const button = page.locator('[data-copy-page]');
    const label = await button.innerText();
    await button.dblclick();
    await page.locator('[data-copy-page][data-done]').waitFor();
    await page.waitForTimeout(1000);
    await button.click();
    await page.waitForTimeout(3500);
    expect(await button.innerText()).toBe(label);
  });

  test('shows the date of the last change, and sends the answer about the page', async () => {
    await open('/docs/refs/postman');
    await page.locator('.page-foot time[datetime^="20"]').waitFor();
    const sent = page.waitForResponse((response) => response.url().includes('/feedback'));
    await page.getByRole('button', { name: 'Да' }).click();
    expect([(await sent).status(), (await sent).url()]).toEqual([204, expect.stringContaining('helpful=yes')]);
    await page.getByText('Спасибо за ответ.').waitFor();
    expect(await context.cookies()).toEqual([]);
  });

  test('shows its buttons always, without covering code', async () => {
    await page.setViewportSize(PHONE);
    await open('/docs/intro');
    await page.locator('.code .code-tools').first().waitFor();
    const blocks = await page.locator('.code:has(.code-tools)').evaluateAll((all) =>
      all.map((block) => {
        const button = block.querySelector('.code-tools button')!;
        const code = block.querySelector('pre')!.getBoundingClientRect().top;
        return { opacity: getComputedStyle(button).opacity, isAbove: button.getBoundingClientRect().bottom <= code };
      }),
    );
    for (const block of blocks) expect(block).toEqual({ opacity: '1', isAbove: true });
  });

  test('shows the whole address of every command on a phone', async () => {
    await page.setViewportSize(PHONE);
    await open('/docs/integration/payments/payments-overview#5-podtverdite-platezh');
    const clipped = await page
      .locator('.code[data-lang=bash] pre')
      .evaluateAll((all) => all.filter((pre) => pre.scrollWidth > pre.clientWidth).length);
    expect(clipped).toBe(0);
  });

  test('breaks identifiers at humps only, and marks tables that scroll', async () => {
    await page.setViewportSize(PHONE);
    await open('/docs/integration/webhooks#tipy-sobytij');
    const tables = page.locator('.table');
    const broken = await tables.locator('td code').evaluateAll((all) =>
      all
        .flatMap((code) => [...code.childNodes])
        .filter((piece) => {
          const range = document.createRange();
          range.selectNodeContents(piece);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
        })
        .map(({ textContent }) => textContent),
    );
    expect(broken.filter((piece) => !piece?.includes(' '))).toEqual([]);
    const wide = await tables.evaluateAll((all) => {
      const [table] = all.filter((one) => one.scrollWidth > one.clientWidth);
      return table && getComputedStyle(table).backgroundAttachment;
    });
    expect(wide).toBe('local, local, scroll, scroll');
  });

  test('scrolls smoothly to a clicked anchor, and jumps to that of an address', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open('/docs/integration/webhooks');
    const behaviour = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    expect(await behaviour()).toBe('auto');
    await page.locator('.toc a').last().click();
    expect(await page.evaluate(() => document.documentElement.classList.contains('gliding') || scrollY > 0)).toBe(true);
    await page.waitForFunction(() => !document.documentElement.classList.contains('gliding'));
    expect(await behaviour()).toBe('auto');
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
  });

  test('wraps lines of code that are longer than their block', async () => {
    await page.setViewportSize(PHONE);
    await open('/docs/intro');
    const long = await page
      .locator('.code')
      .evaluateAll((all) => all.findIndex((one) => one.querySelector('pre')!.scrollWidth > one.clientWidth));
    const block = page.locator('.code').nth(long);
    await page.locator('.code .code-tools').nth(long).waitFor({ state: 'attached' });
    await block.hover();
    await block.getByRole('button', { name: 'Переключить перенос по строкам' }).click();
    expect(await block.locator('pre').evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
  });

  test('colours php and json on the server', async () => {
    await open('/docs/integration/payments/examples/php-kkt-cart-webhooks');
    expect(await page.locator('.code[data-lang=php] i.k').count()).toBeGreaterThan(3);
    await open('/docs/integration/payments/payments-overview');
    expect(await page.locator('.code[data-lang=json] i').count()).toBeGreaterThan(5);
  });

  test('marks the current heading in the table of contents', async () => {
    await open('/docs/integration/payments/payments-overview');
    await page.waitForFunction(() => document.querySelector('.arriving, .below') === null);
    const links = page.locator('.toc a');
    const isMarked = (name: string) =>
      page.waitForFunction(
        (text) => document.querySelector('.toc a[aria-current=location]')?.textContent === text,
        name,
      );
    await isMarked('Понятия');
    // Sections that fill the upper part of the window, so that the next heading stays below.
    for (const name of ['2. Токенизируйте карту', 'Чарджбэк', 'Как проходит платёж']) {
      await page.locator('.prose :is(h2, h3)', { hasText: name }).evaluate((heading) => {
        heading.scrollIntoView({ behavior: 'instant', block: 'start' });
      });
      await isMarked(name);
      expect(await page.locator('.toc a[aria-current]').count()).toBe(1);
    }
    expect(await links.count()).toBe(await page.locator('.prose :is(h2, h3)').count());
  });

  test('links its headings', async () => {
    await open('/docs/intro');
    const link = page.locator('h2 .hash-link').first();
    expect(await link.getAttribute('aria-label')).toContain('Прямая ссылка на');
    await link.focus();
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toMatch(/^#[a-z0-9-]+$/);
  });

  test('begins with a link that skips to its content', async () => {
    await open('/docs/intro');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Перейти к основному содержимому');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  test('keeps the sidebar’s categories open independently', async () => {
    await open('/docs/intro');
    expect(await page.locator('.tree details:not([open])').count()).toBe(0);
    await page.locator('.tree summary').last().click();
    expect(await page.locator('.tree details:not([open])').count()).toBe(1);
    await page.locator('.tree').getByRole('link', { name: '3-D Secure' }).click();
    await page.locator('h1', { hasText: '3-D Secure' }).waitFor();
    expect(await page.locator('.tree details:not([open])').count()).toBe(1);
  });
});

describe('a reference', () => {
  test('loads an operation when it is unfolded', async () => {
    await open('/api/payments');
    const operation = page.locator('details.operation#createInvoice');
    await operation.locator('summary').first().click();
    await operation.locator('.operation-samples').waitFor();
    expect(await operation.locator('.fields > li').count()).toBeGreaterThan(5);
  });

  test('shows a spinner, then an error and a retry button, when an operation does not load', async () => {
    let isDown = true;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/createInvoice\?_fragment/, async (route) => {
      if (!isDown) return route.fallback();
      await held;
      return route.abort();
    });
    await open('/api/payments');
    const operation = page.locator('details.operation#createInvoice');
    await operation.locator('summary').first().click();
    await operation.locator('.spinner').waitFor();
    letGo();
    const retry = operation.getByRole('button', { name: 'Повторить' });
    await retry.waitFor();
    isDown = false;
    await retry.click();
    await operation.locator('.operation-samples').waitFor();
  });

  test.each(['#createInvoice', '#operation/createInvoice'])('opens the operation of the link %s', async (hash) => {
    await open(`/api/payments${hash}`);
    await page.locator('details.operation#createInvoice[open] .operation-samples').waitFor();
  });

  test('scrolls to the group of an older reference’s link', async () => {
    await open('/api/payments#tag/Refunds');
    await page.waitForFunction(
      () => Math.abs(document.getElementById('Refunds')!.getBoundingClientRect().top - 80) < 60,
    );
  });

  test('explains every error code and links the specification', async () => {
    await open('/api/payments/createPayment');
    const refusal = page.locator('details.response#response-400');
    expect(await refusal.textContent()).toMatch(/invalidInvoiceStatus.{3,}[а-яё]{4}/);
    await open('/api/payments');
    const download = page.waitForEvent('download');
    await page.locator('main a[download]').first().click();
    expect((await download).suggestedFilename()).toBe('holdfast-payments.json');
  });

  test('remembers the language of samples on every page', async () => {
    await open('/api/payments/createInvoice');
    await page.locator('.samples label', { hasText: 'Node.js' }).click();
    await open('/api/payments/createPayment');
    expect(await page.locator('.samples .code:visible').getAttribute('data-lang')).toBe('node');
  });

  test('opens folded fields for a link', async () => {
    await open('/api/payments/createInvoice#cart.product');
    const field = page.locator('[id="cart.product"]');
    await field.waitFor({ state: 'visible' });
  });
});

describe('an address with invalid escapes', () => {
  test.each(['/docs/intro#100%', '/api/payments#100%'])('%s shows its page without exceptions', async (path) => {
    await open(path);
    const link = page.locator('.toc a, .tree a').first();
    await link.waitFor();
    await page.evaluate(() => {
      const own = Object.assign(document.createElement('a'), { href: '/docs/refs/testcards#50%' });
      document.querySelector('main')!.append(own);
      own.click();
    });
    await page.locator('h1', { hasText: 'Тестовые карты' }).waitFor();
    await page.goBack();
    await page.waitForURL(new RegExp(`${path}$`));
    await page.waitForFunction(() => !document.querySelector('h1')?.textContent?.includes('Тестовые карты'));
    expect(messages).toEqual([]);
  });
});

describe('a printed page', () => {
  test.each([
    '/docs/integration/payments/payments-overview',
    '/docs/integration/payments/checkout',
    '/docs/refs/testcards',
    '/docs/category/payments',
    '/api/payments',
    '/api/payments/createInvoice',
  ])('%s contains its text and no buttons', async (path) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    await open(path);
    await page.emulateMedia({ media: 'print' });
    const visible = await page
      .locator('nav, .sidebar, .footer, .skip-link, button:not(.copy-number), input, .hash-link, .console, .button')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
    expect(visible).toBe(0);
    const heights = await page
      .locator('.later, .below')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).contentVisibility));
    expect(new Set(heights)).toEqual(new Set(heights.length ? ['visible'] : []));
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    const overflow = await page.locator('pre').evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth + 1)); // prettier-ignore
    expect(overflow).toBe(false);
  });
});

test('the console’s button has space above and below', async () => {
  await open('/api/payments/createInvoice');
  const [above, button, below] = await Promise.all(
    ['.method-path', '.console-open', '.operation-details'].map((place) => page.locator(place).first().boundingBox()),
  );
  expect(button!.y - (above!.y + above!.height)).toBeGreaterThanOrEqual(12);
  expect(below!.y - (button!.y + button!.height)).toBeGreaterThanOrEqual(16);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { accessibilityViolations } from '../../tests/harness/axe';
import { httpClient, type HttpClient } from '../../tests/harness/http-client';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { Keyboard } from './keyboard';
import { callAs, people, PHONE, untilCopied, type BrowserPerson } from './people';

const KEYS = '/v2/processing/api-keys';

interface OwnKey {
  id: string;
  apiKey: string;
}

async function aKey(merchant: HttpClient, name: string, fields: object): Promise<OwnKey> {
  return (await merchant.post<OwnKey>(KEYS, { name, ...fields })).body;
}

/** A revoked key, one that expires, and one that the merchant may read with only. */
export async function endedKeys(merchant: HttpClient): Promise<void> {
  const { id } = await aKey(merchant, 'Прежний подрядчик', { scopes: ['read', 'payments'] });
  await merchant.post(`${KEYS}/${id}/revoke`, { reason: 'Договор закончился' });
  await aKey(merchant, 'Бухгалтерия', { scopes: ['read'], expiresAt: '2090-01-01T00:00:00Z' });
}

/** API processes cache keys for some seconds. */
async function untilRefused(merchant: HttpClient): Promise<void> {
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  while ((await merchant.get(KEYS)).status !== 401) {
    if (Date.now() > end) throw new Error('the revoked key still works');
    await sleep(200);
  }
}

const lineOf = ({ page }: BrowserPerson, name: string) => page.locator('.lines li', { hasText: name });

/** What a merchant does with its own API keys. */
export function ownKeys(): void {
  const as = (token: string): HttpClient => httpClient({ baseUrl: people.shop.platform.apiUrl, token });

  test.each([
    ['desktop', 'light', undefined],
    ['phone', 'dark', PHONE],
  ] as const)('a merchant creates, rotates and revokes a key by keyboard on a %s', async (device, theme, viewport) => {
    const options = viewport ? { theme, viewport } : { theme };
    const person = await people.person(people.shop.platform.demo.apiKey, options);
    const { page, open, picture, faults } = person;
    const keys = new Keyboard(page);
    const dialog = page.getByRole('dialog');
    const name = `Касса ${device}`;
    await open('/shops');
    if (viewport) await keys.activate(page.getByRole('button', { name: 'Меню' }));
    await keys.activate(page.getByRole('link', { name: 'API-ключи' }));
    await page.getByText('вы вошли этим ключом').waitFor();
    await keys.activate(page.getByRole('button', { name: 'Создать ключ' }));
    expect(await dialog.getByLabel('ключи', { exact: true }).isChecked()).toBe(false);
    await keys.fill(dialog.getByLabel('Имя ключа'), name);
    for (const scope of ['платежи', 'выводы', 'вебхуки']) {
      await keys.tabTo(dialog.getByLabel(scope, { exact: true }));
      await keys.press('Space');
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('own-key-new');
    await keys.activate(dialog.getByRole('button', { name: 'Создать ключ' }));
    const secret = (await dialog.locator('code').textContent()) ?? '';
    await keys.activate(dialog.getByRole('button', { name: /^Скопировать/ }));
    await untilCopied(page, secret);
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('own-key-secret');
    expect((await as(secret).get(KEYS)).body.result.find(({ isCurrent }: any) => isCurrent).scopes).toEqual(['read']);
    await keys.activate(dialog.getByRole('button', { name: 'Закрыть' }));
    expect(await page.content()).not.toContain(secret);

    await keys.activate(lineOf(person, name).getByRole('button', { name: 'Заменить' }));
    await dialog.getByLabel(/Прежний будет действовать/).selectOption({ label: 'час' });
    await keys.activate(dialog.getByRole('button', { name: 'Заменить' }));
    const next = (await dialog.locator('code').textContent()) ?? '';
    await keys.activate(dialog.getByRole('button', { name: 'Закрыть' }));
    for (const each of [secret, next]) expect((await as(each).get(KEYS)).status).toBe(200);
    // The list is read again after the secret is shown.
    await lineOf(person, name).nth(1).waitFor();
    expect(await lineOf(person, name).count()).toBe(2);

    await keys.activate(lineOf(person, name).first().getByRole('button', { name: 'Отозвать' }));
    expect(await accessibilityViolations(page)).toEqual([]);
    await keys.decide({ button: 'Отозвать', reason: 'Касса закрыта' });
    await untilRefused(as(next));
    await page.getByText(/Отозванные и истёкшие/).click();
    await lineOf(person, name).getByText('отозван').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('own-keys-ended');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(faults).toEqual([]);
  });

  test('a key without the scope sees the list and no buttons, and the API refuses it', async () => {
    const { apiKey } = await aKey(people.shop.merchant, 'Только платежи', { scopes: ['read', 'payments'] });
    const { page, open, picture } = await people.person(apiKey);
    await open('/keys');
    await page.getByText('нет права «ключи»').waitFor();
    expect(await page.locator('main button').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('own-keys-read-only');
    expect(await callAs(page, KEYS, { name: 'forged', scopes: ['read'] })).toBe(403);
  });

  test('a key offers its own scopes only, and does not replace keys with others', async () => {
    const fields = { scopes: ['read', 'keys'], expiresAt: '2089-01-01T00:00:00Z' };
    const { apiKey } = await aKey(people.shop.merchant, 'Старший кассир', fields);
    const person = await people.person(apiKey, { language: 'en' });
    const { page, open, faults } = person;
    await open('/keys');
    await page.getByText('you are signed in with it').waitFor();
    const demo = page.locator('.lines li', { hasText: 'payouts' }).first();
    await demo.getByText('your key lacks some of its scopes').waitFor();
    expect(await demo.getByRole('button').count()).toBe(1);
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/No later than your key, .*2089/).waitFor();
    expect(await dialog.locator('.check').allTextContents()).toEqual(['read', 'keys']);
    await dialog.getByLabel('Name of the key').fill('reader');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await dialog.locator('code').waitFor();
    const { body } = await people.shop.merchant.get(KEYS);
    expect(body.result[0]).toMatchObject({ name: 'reader', scopes: ['read'], expiresAt: '2089-01-01T00:00:00Z' });
    expect(faults).toEqual([]);
  });

  test('replacing or revoking the key of the session warns, and a revocation signs out', async () => {
    const { apiKey } = await aKey(people.shop.merchant, 'На один день', { scopes: ['read', 'keys'] });
    const person = await people.person(apiKey);
    const { page, open, picture } = person;
    await open('/keys');
    const line = lineOf(person, 'На один день');
    await line.getByRole('button', { name: 'Заменить' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Вы вошли этим ключом').waitFor();
    expect(await dialog.locator('option').allTextContents()).toEqual(['сутки', 'час', 'неделю']);
    await picture('own-key-rotate-current');
    await page.keyboard.press('Escape');
    await line.getByRole('button', { name: 'Отозвать' }).click();
    await dialog.getByText('сессия закончится').waitFor();
    expect(await dialog.getByText('Другого ключа').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('own-key-revoke-current');
    await new Keyboard(page).prepare({ reason: 'Уволился' });
    await dialog.getByRole('button', { name: 'Отозвать' }).click();
    await page.getByRole('heading', { name: 'Вход' }).waitFor();
    await untilRefused(as(apiKey));
  });

  test('a list that does not load says so and is tried again', async () => {
    const { page, open } = await people.person(people.shop.platform.demo.apiKey);
    await page.route(`**/api${KEYS}`, (route) => route.fulfill({ status: 400, json: { message: 'later' } }));
    await open('/keys');
    await page.getByRole('alert').locator('summary').click();
    await page.getByText('later').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.unroute(`**/api${KEYS}`);
    await page.getByRole('button', { name: 'Повторить' }).click();
    await page.locator('.lines li').first().waitFor();
  });
}

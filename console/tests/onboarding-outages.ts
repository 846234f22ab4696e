import type { Page } from 'playwright-core';
import { httpClient } from '../../tests/harness/http-client';
import { approveThrough } from '../../tests/harness/second-person';
import { people, type People } from './people';

/** The steps of a creation, and the table that each writes; the first waits for a second person. */
const STEPS = {
  'Участник, договор, магазин': 'operator_commands',
  'Лимиты запросов': 'request_limits',
  'API-ключ': 'api_keys',
} as const;
type Step = keyof typeof STEPS;

const REASON = 'Договор 18';
const ENTERED: Readonly<Record<string, string>> = {
  'party.id': 'orchard',
  'contract.contractor.email': 'owner@orchard.example',
  'shop.name': 'Сад',
  'shop.url': 'https://orchard.example',
  'shop.terms.fee': '1,5',
  'limit.perKey': '70',
  'limit.perToken': '7',
};

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const create = (page: Page) => page.getByRole('button', { name: /^(Создать|Продолжить)$/ });

async function fillForm(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(ENTERED)) await field(page, name).fill(value);
  await page.getByRole('checkbox', { name: /^sandbox / }).check();
  await page.getByRole('button', { name: 'Проверить' }).click();
  await page.getByLabel('Причина').fill(REASON);
}

/** The creation stops at the step and keeps the reason; the steps before it stay done. */
async function expectStopped(page: Page, step: Step): Promise<void> {
  await page.getByRole('alert').getByText('Платформа не отвечает').waitFor();
  const names = Object.keys(STEPS);
  const at = names.indexOf(step);
  const states = names.map((_, index) => (index < at ? 'готово' : index === at ? 'не получилось' : 'ждёт'));
  const shown = await page.locator('.onboarding .lines .status').allTextContents();
  expect([step, shown]).toEqual([step, states]);
  expect(await page.getByLabel('Причина').inputValue()).toBe(REASON);
}

/** Kills the API while the step waits in the database for a lock. */
async function killWithin({ shop }: People, page: Page, step: Step): Promise<void> {
  const { api } = shop.platform.processes;
  const table = STEPS[step];
  await shop.sql('BEGIN');
  await shop.sql(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  await create(page).click();
  const waiting = `SELECT FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`;
  while ((await shop.sql(waiting)).length === 0) await page.waitForTimeout(20);
  await api.kill();
  await shop.sql('ROLLBACK');
  await expectStopped(page, step);
  await api.start();
}

/** Kills the API after the next change of the step is made and before the page has the answer. */
async function killAfter({ shop }: People, page: Page, step: Step): Promise<void> {
  const { api } = shop.platform.processes;
  const statuses: number[] = [];
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    statuses.push((await route.fetch()).status());
    await api.kill();
    await route.abort('connectionreset');
  });
  await create(page).click();
  await expectStopped(page, step);
  await page.unroute('**/api/**');
  expect([step, statuses.map((status) => status < 300)]).toEqual([step, [true]]);
  await api.start();
}

/** Creations in the middle of which the API is killed. */
export function onboardingOutages(): void {
  test('a creation that is killed at each step makes one merchant and one valid key', async () => {
    const { platform } = people.shop;
    const { page, open } = await people.person(platform.demo.operatorKey);
    await open('/onboarding');
    await fillForm(page);
    for (const step of Object.keys(STEPS) as Step[]) {
      await killWithin(people, page, step);
      await killAfter(people, page, step);
      if (STEPS[step] === 'operator_commands') await approve(people);
    }
    // The replacement of the lost key is lost too.
    for (let times = 0; times < 2; times++) await killAfter(people, page, 'API-ключ');

    await page.getByRole('button', { name: 'Назад к форме' }).click();
    for (const [name, value] of Object.entries(ENTERED)) {
      expect([name, await field(page, name).inputValue()]).toEqual([name, value]);
    }
    await page.getByRole('button', { name: 'Проверить' }).click();
    await page.getByLabel('Причина').fill(REASON);
    await create(page).click();
    const secret = (await page.locator('.secret code').textContent()) ?? '';
    await expectOne(people, secret);
  });
}

/** The only command that waits: the lost answer and the repetition made no second one. */
async function approve({ shop, keys }: People): Promise<void> {
  const second = httpClient({ baseUrl: shop.platform.apiUrl, token: keys.configuration });
  const { body } = await second.get<any>('/operators/v1/commands?state=AwaitingApproval');
  const waiting = body.commands.filter(({ changes = [] }: any) =>
    changes.some(({ id }: any) => id.startsWith('orchard')),
  );
  expect(waiting).toHaveLength(1);
  expect(await approveThrough(second, { status: 202, body: waiting[0] })).toMatchObject({ state: 'Succeeded' });
}

async function expectOne({ operators, shop }: People, secret: string): Promise<void> {
  const created = httpClient({ baseUrl: shop.platform.apiUrl, token: secret });
  expect((await created.get('/v2/processing/me')).status).toBe(200);
  const { body: keys } = await operators.get<any>('/parties/orchard/api-keys');
  const isValid = ({ revokedAt, expiresAt }: any) =>
    revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
  expect(keys.keys.filter(isValid)).toHaveLength(1);
  const { body: limits } = await operators.get<any>('/request-limits');
  expect(limits.limits.filter(({ partyID }: any) => partyID === 'orchard')).toEqual([
    { partyID: 'orchard', perKey: 70, perToken: 7 },
  ]);
  const { body: shops } = await operators.get<any>('/configuration/shops?partyID=orchard');
  expect(shops.result).toMatchObject([
    { value: { name: 'Сад', terms: { fee: '1.5%', routes: [{ connector: 'sandbox' }] } } },
  ]);
  const { body: audit } = await operators.get<any>('/audit?limit=100');
  const own = audit.actions.filter(({ subjectID }: any) => /^orchard/.test(subjectID));
  const done = own.map(({ operation, subjectType }: any) => `${operation} ${subjectType}`).sort();
  expect(done).toEqual([
    'loadReferenceData contract',
    'loadReferenceData party',
    'loadReferenceData shop',
    'setRequestLimit party',
  ]);
}

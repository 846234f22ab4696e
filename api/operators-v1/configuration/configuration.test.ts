import { startApi, type TestApi } from '../../../tests/harness/api';
import { anOperator } from '../../../tests/harness/factories/operator';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';
import { requestConfiguration } from '../../../operators/configuration/request-configuration';
import { asOperator } from '../../../store/platform/audit/origin';
import { verifyAudit } from '../../../store/platform/audit/verify';
import { findShop } from '../../../store/merchants/shop/shop.queries';

let api: TestApi;
let operator: HttpClient;
let operatorID: string;

beforeAll(async () => {
  api = await startApi();
  const created = await anOperator(api.store.database, { name: 'alice', roles: ['configuration'] });
  ({ operatorID } = created);
  operator = httpClient({ baseUrl: `${api.url}/operators/v1`, token: created.secret });
});

afterAll(async () => api?.stop());

const REASON = 'Agreement 17';
const SHOP = '/configuration/shops/demo-shop';

const run = (text: string, values: unknown[] = []) => api.store.database.search<any>(text, values);

async function patch(path: string, changes: object, more: object = {}) {
  const { headers } = await operator.get(path);
  const body = { changes, reason: REASON, ...more };
  return operator.patch(path, body, { headers: { 'If-Match': headers.get('etag') ?? '' } });
}

const merchantFile = (id: string) => ({
  parties: [
    {
      id,
      contracts: [
        {
          id: `${id}-2026`,
          paymentInstitution: 1,
          contractor: { contractorType: 'RegisteredUser', email: 'owner@flowers.example' },
        },
      ],
      shops: [{ id: `${id}-web`, name: 'Цветы', url: 'https://flowers.example', category: 1 }],
    },
  ],
});

test('a changed fee is in the history with values before and after, the operator and the reason', async () => {
  expect((await patch(SHOP, { terms: { fee: '2.9%' } })).status).toBe(200);
  const changed = await patch(SHOP, { terms: { fee: '3.5%' } });
  expect(changed.body).toMatchObject({ isChanged: true, value: { terms: { fee: '3.5%', allocation: true } } });
  expect(changed.headers.get('etag')).toBe(`"${changed.body.version}"`);
  const { body } = await operator.get('/audit?subjectType=shop&subjectID=demo-shop&limit=1');
  expect(body.actions).toMatchObject([
    {
      caller: `operator/${operatorID}`,
      operation: 'changeConfigured',
      reason: REASON,
      before: { version: changed.body.version - 1, 'terms.fee': '2.9%' },
      after: { version: changed.body.version, 'terms.fee': '3.5%' },
    },
  ]);
  expect((await verifyAudit(api.store.database)).fault).toBeUndefined();
  expect(await findShop(api.store.database, api.own)).toMatchObject({ terms: { feeBasisPoints: 350 } });
});

test('a change without a version is refused, and a stale one is answered with what has changed', async () => {
  const body = { changes: { name: 'Второй' }, reason: REASON };
  expect(await operator.patch(SHOP, body)).toMatchObject({ status: 428, body: { code: 'versionRequired' } });
  const { body: read } = await operator.get(SHOP);
  expect((await patch(SHOP, { name: 'Первый' })).status).toBe(200);
  const stale = await operator.patch(SHOP, body, { headers: { 'If-Match': `"${read.version}"` } });
  expect(stale).toMatchObject({
    status: 412,
    body: {
      code: 'versionConflict',
      changes: [
        { version: read.version + 1, fields: ['name'], caller: `operator/${operatorID}`, at: expect.any(String) },
      ],
    },
  });
  expect(stale.body.changes[0].reason).toBe(REASON);
  expect((await operator.get(SHOP)).body.value.name).toBe('Первый');
});

test('one of 64 concurrent editors of a version wins', async () => {
  const { version } = (await operator.get(SHOP)).body;
  const editors = Array.from({ length: 64 }, (_, number) => number);
  const results = await Promise.allSettled(
    editors.map(async (number) => {
      const origin = { operation: 'changeConfigured', requestID: `r${number}`, paymentID: null };
      const order = {
        name: 'change',
        type: 'shop',
        id: 'demo-shop',
        version,
        changes: { description: `${number}` },
      } as const;
      const store = asOperator(api.store, origin, `operator/${number}`);
      return requestConfiguration(store, { operatorID, roles: ['configuration'] }, { order, reason: REASON });
    }),
  );
  const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(lost).toEqual(Array.from({ length: 63 }, () => 'versionConflict'));
  expect((await operator.get(SHOP)).body.version).toBe(version + 1);
});

test.each([
  [
    'a route to an unknown connector',
    { terms: { routes: [{ connector: 'sandbx' }] } },
    'changes.terms.routes[0].connector: no connector account',
  ],
  ['a misspelt field', { terms: { fees: [{ procent: '1%' }] } }, 'changes.terms.fees[0]'],
  ['an unknown contract', { contract: 'none' }, 'changes.contract: no contract (none)'],
  ['a fee without a currency of its amounts', { terms: { fees: [{ fixed: 5 }] } }, 'changes.terms.fees[0].currency'],
  [
    'tiers that do not ascend',
    {
      terms: {
        fees: [
          {
            currency: 'RUB',
            tiers: [
              { from: 0, percent: '1%' },
              { from: 0, percent: '2%' },
            ],
          },
        ],
      },
    },
    'changes.terms.fees[0].tiers',
  ],
  ['another id', { id: 'other' }, 'changes.id: unchangeable'],
  ['another party', { party: 'foreign-party' }, 'changes.party: unchangeable'],
  ['a list instead of terms', { terms: [1] }, 'changes.terms'],
  ['a name of a prototype', JSON.parse('{"__proto__": {"blocked": true}}'), 'changes'],
])('%s is refused with its place', async (_, changes, message) => {
  const { body: before } = await operator.get(SHOP);
  const refused = await patch(SHOP, changes);
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalidRequest' } });
  expect(refused.body.message).toContain(message);
  expect((await operator.get(SHOP)).body).toEqual(before);
});

test('scheduled terms come into force at their time, and terms are read as of a time', async () => {
  const validFrom = '2030-01-01T00:00:00Z';
  const { body } = await patch(SHOP, { terms: { fee: '4%' } }, { validFrom });
  expect(body).toMatchObject({
    value: { terms: { fee: '3.5%' } },
    scheduledTerms: [{ validFrom, terms: { fee: '4%' } }],
  });
  const later = await operator.get(`${SHOP}?asOf=2031-01-01T00:00:00Z`);
  expect(later.body.value.terms.fee).toBe('4%');
  expect(await findShop(api.store.database, api.own)).toMatchObject({ terms: { feeBasisPoints: 350 } });

  await run(`UPDATE shop_terms SET valid_from = now() WHERE valid_from = $1`, [validFrom]);
  await run(`UPDATE shops SET next_terms_at = now() WHERE id = 'demo-shop'`);
  expect(await findShop(api.store.database, api.own)).toMatchObject({ terms: { feeBasisPoints: 400 } });
  expect((await operator.get(SHOP)).body.value.terms.fee).toBe('4%');
  const renamed = await patch(SHOP, { name: 'Третий' });
  expect(renamed.body.value).toMatchObject({ name: 'Третий', terms: { fee: '4%' } });
  expect(await findShop(api.store.database, api.own)).toMatchObject({ terms: { feeBasisPoints: 400 } });
  const back = await patch(SHOP, { terms: { fee: '3.5%' } });
  expect(back.body.value.terms.fee).toBe('3.5%');
  expect(await findShop(api.store.database, api.own)).toMatchObject({ terms: { feeBasisPoints: 350 } });
});

test.each([
  ['a past time', SHOP, { terms: { fee: '1%' } }],
  ['other fields than terms', SHOP, { name: 'x' }],
])('%s cannot be scheduled', async (_, path, changes) => {
  const validFrom = 'name' in changes ? '2030-01-01T00:00:00Z' : '2020-01-01T00:00:00Z';
  expect(await patch(path, changes, { validFrom })).toMatchObject({ status: 400 });
});

test('a merchant is onboarded by one short file with defaults, and a repetition changes nothing', async () => {
  await patch('/configuration/institutions/1', { terms: { shopTerms: { fee: '2.8%', holdLifetime: '3d' } } });
  const data = merchantFile('flowers');
  const checked = await operator.post('/reference/check', { data });
  expect(checked.body.problems).toEqual([]);
  expect(checked.body.changes.map(({ type }: any) => type)).toEqual(['party', 'contract', 'shop']);
  const loaded = await operator.post('/reference/load', { data, reason: REASON });
  expect(loaded).toMatchObject({ status: 200, body: { isChanged: true } });
  const shop = await operator.get('/configuration/shops/flowers-web');
  expect(shop.body.value).toMatchObject({
    ...{ party: 'flowers', contract: 'flowers-2026', currency: 'RUB', blocked: false },
    terms: { fee: '2.8%', holdLifetime: '3d' },
  });
  await patch('/configuration/institutions/1', { terms: { shopTerms: { fee: '1%' } } });
  const again = await operator.post('/reference/load', { data, reason: REASON });
  expect(again.body).toMatchObject({ isChanged: false, changes: [] });
});

test('an exported configuration changes nothing when it is loaded', async () => {
  const { body: data } = await operator.get('/reference');
  expect(data.parties.length).toBeGreaterThan(1);
  delete data.parties[data.parties.findIndex(({ id }: any) => id === 'foreign-party')];
  const parties = data.parties.filter(Boolean);
  const { body } = await operator.post('/reference/check', { data: { ...data, parties } });
  expect(body).toEqual({ problems: [], changes: [] });
});

test('a file and an edit keep a block, and cannot take the shop of another party', async () => {
  await run(`UPDATE parties SET is_blocked = true WHERE id = 'demo-party'`);
  const data = { parties: [{ id: 'demo-party' }] };
  expect((await operator.post('/reference/load', { data, reason: REASON })).body.changes).toEqual([]);
  expect((await operator.get('/configuration/parties/demo-party')).body.value.blocked).toBe(true);
  const refused = await patch('/configuration/parties/demo-party', { blocked: false });
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalidRequest' } });
  expect(refused.body.message).toContain('holdfast party unblock demo-party');
  const unblocking = { parties: [{ id: 'demo-party', blocked: false }] };
  expect((await operator.post('/reference/load', { data: unblocking, reason: REASON })).status).toBe(400);
  await run(`UPDATE parties SET is_blocked = false WHERE id = 'demo-party'`);

  const theft = merchantFile('thief');
  theft.parties[0]!.shops[0]!.id = 'demo-shop';
  const { body } = await operator.post('/reference/check', { data: theft });
  expect(body.problems).toContainEqual({
    place: ['parties', '0', 'shops', '0', 'id'],
    ...{ rule: 'ofAnotherParty', values: ['demo-shop'] },
  });
  expect((await operator.post('/reference/load', { data: theft, reason: REASON })).status).toBe(400);
});

test('a load beside an edit loses neither, or refuses the edit', async () => {
  const file = (name: string) => ({ ...merchantFile('busy'), categories: [{ id: 90, name }] });
  const load = async (round: number) => operator.post('/reference/load', { data: file(`${round}`), reason: REASON });
  await load(0);
  let editCount = 0;
  for (let round = 1; round <= 5; round++) {
    // The file has no description, so a load between the editor's read and change clears it.
    const [loaded, edited] = await Promise.all([
      load(round),
      patch('/configuration/shops/busy-web', { description: `${round}` }),
    ]);
    expect(loaded.status).toBe(200);
    expect([200, 412]).toContain(edited.status);
    if (edited.status === 200) editCount += 1;
    else expect(edited.body.changes[0]).toMatchObject({ fields: ['description'], caller: `operator/${operatorID}` });
  }
  expect((await operator.get('/configuration/categories/90')).body.value.name).toBe('5');
  const { body } = await operator.get('/audit?subjectType=shop&subjectID=busy-web');
  const edits = body.actions.filter(({ operation }: any) => operation === 'changeConfigured');
  expect(edits).toHaveLength(editCount);
  const { body: shop } = await operator.get('/configuration/shops/busy-web');
  expect(shop.version).toBe(body.actions.length);
  expect((await verifyAudit(api.store.database)).fault).toBeUndefined();
});

test('entities are listed by filters and pages', async () => {
  const first = await operator.get('/configuration/shops?limit=2');
  const rest = await operator.get(`/configuration/shops?continuationToken=${first.body.continuationToken}`);
  const ids = [...first.body.result, ...rest.body.result].map(({ id }: any) => id);
  expect(ids).toEqual([...ids].sort());
  expect(ids).toContain('foreign-shop');
  expect(new Set(ids).size).toBe(ids.length);
  expect(rest.body.continuationToken).toBeUndefined();
  const listIDs = async (path: string) => (await operator.get(path)).body.result.map(({ id }: any) => id);
  expect(await listIDs('/configuration/shops?partyID=flowers')).toEqual(['flowers-web']);
  expect(await listIDs('/configuration/shops?institution=1&partyID=flowers')).toEqual(['flowers-web']);
  expect(await listIDs('/configuration/shops?institution=2')).toEqual([]);
  expect(await listIDs('/configuration/contracts?institution=1&partyID=demo-party')).toEqual(['demo-contract']);
  expect(await listIDs('/configuration/institutions?realm=live')).toEqual(['2']);
  expect(await listIDs('/configuration/wallet-providers')).toContain('test');
  expect(await listIDs('/configuration/parties?blocked=true')).toEqual([]);
  expect(await listIDs('/configuration/categories?limit=2')).toEqual(['1', '2']);
  for (const id of ['none', '99999999999', '-1'])
    expect((await operator.get(`/configuration/categories/${id}`)).status).toBe(404);
});

test.each([
  ['/configuration/categories', { id: 70, name: 'Книги' }],
  ['/configuration/institutions', { id: 70, name: 'Банк', residences: ['RUS'], realm: 'test' }],
  ['/configuration/parties', { id: 'created' }],
  [
    '/configuration/shops',
    { party: 'flowers', id: 'created', name: 'Киоск', url: 'https://kiosk.example', category: 1 },
  ],
])('%s: a creation is repeatable and never overwrites', async (path, value) => {
  const created = await operator.post(path, { value, reason: REASON });
  expect(created.body).toMatchObject({ id: String(value.id), version: 1, isChanged: true });
  expect((await operator.post(path, { value, reason: REASON })).body).toMatchObject({ version: 1, isChanged: false });
  const other = path === '/configuration/parties' ? { ...value, blocked: true } : { ...value, name: 'Другое' };
  expect((await operator.post(path, { value: other, reason: REASON })).status).toBe(412);
});

test('an operator without the role reads and does not change', async () => {
  const { secret } = await anOperator(api.store.database, { name: 'eve', roles: ['viewer'] });
  const viewer = operator.as(secret);
  expect((await viewer.get(SHOP)).status).toBe(200);
  const body = { changes: { name: 'x' }, reason: REASON };
  expect((await viewer.patch(SHOP, body, { headers: { 'If-Match': '"1"' } })).status).toBe(403);
  expect((await viewer.post('/reference/load', { data: {}, reason: REASON })).status).toBe(403);
});

test('a viewer sees neither contacts of contractors nor what operators did', async () => {
  const data = merchantFile('masked');
  expect((await operator.post('/reference/load', { data, reason: REASON })).status).toBeLessThan(300);
  const { secret } = await anOperator(api.store.database, { name: 'vera', roles: ['viewer'] });
  const viewer = operator.as(secret);
  const readAll = async (client: HttpClient) => {
    const paths = ['/configuration/contracts', '/configuration/contracts/masked-2026', '/reference', '/commands'];
    const answers = await Promise.all(paths.map((path) => client.get(path)));
    const checked = await client.post('/reference/check', { data: merchantFile('other') });
    return [...answers, checked].map(({ status, body }) => ({ status, text: JSON.stringify(body) }));
  };
  expect((await readAll(operator)).filter(({ text }) => text.includes('owner@flowers.example')).length).toBeGreaterThan(
    3,
  );
  for (const { status, text } of await readAll(viewer)) {
    expect(status).toBe(200);
    expect(text).not.toMatch(/[^*]@flowers\.example/);
  }
  expect((await viewer.get('/audit')).status).toBe(403);
});

test.each([
  [null],
  [[]],
  [{ parties: {} }],
  [{ parties: [null] }],
  [{ parties: [{ id: 5, shops: 'all' }] }],
  [{ parties: [{ id: 'a', shops: [[]] }] }],
  [{ shops: [] }],
  [{ categories: Array.from({ length: 3_000 }, (_, id) => ({ id: id + 1_000, name: '' })) }],
  [{ categories: [{ id: 2 ** 40, name: 'x' }] }],
  [{ categories: [{ id: 1, name: 'x\u0000' }] }],
])('a worst file is refused: %#', async (data) => {
  const { status, body } = await operator.post('/reference/load', { data, reason: REASON });
  expect([status, typeof body.message]).toEqual([400, 'string']);
});

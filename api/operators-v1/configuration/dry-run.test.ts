import { CardCountries, toBounds } from '../../../domain/payments/inspection/card-countries';
import { createConnectorAccount } from '../../../operators/connector-accounts/connector-accounts';
import { dryRunConfiguration } from '../../../operators/configuration/dry-run';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { makeManyPayments } from '../../../tests/harness/factories/many-payments';
import { anOperator } from '../../../tests/harness/factories/operator';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';

let api: TestApi;
let operator: HttpClient;

const DAY_MS = 86_400_000;
const REASON = 'Agreement 17';
const YESTERDAY = new Date((Math.floor(Date.now() / DAY_MS) - 1) * DAY_MS);

beforeAll(async () => {
  api = await startApi({ cards: new CardCountries([{ ...toBounds('555555'), country: 'DEU', line: 2 }]) });
  await createConnectorAccount(api.store, {
    ...{ id: 'sandbox-backup', connector: 'sandbox', name: 'Backup', reason: 'test' },
    ...{ credentials: { secret: 'another secret of the sandbox' }, settings: { url: 'http://127.0.0.1:9' } },
  });
  const { secret } = await anOperator(api.store.database, { name: 'anna', roles: ['configuration'] });
  operator = httpClient({ baseUrl: `${api.url}/operators/v1`, token: secret });
  // A year of payments, of which yesterday is a day.
  await makeManyPayments(api.store.database, {
    ...{ partyID: 'demo-party', shopID: 'demo-shop', count: 3_000 },
    since: new Date(YESTERDAY.getTime() - 364 * DAY_MS + DAY_MS),
  });
});
afterAll(() => api?.stop());

const rows = (text: string) => api.store.database.search<any>(text, []);

/** Payments, their sum and captured sums of yesterday by `condition`. */
async function recorded(condition = 'true'): Promise<{ payments: number; amount: number }> {
  const [row] = await rows(`SELECT count(*)::int AS payments, coalesce(sum(authorised_amount), 0)::float8 AS amount
    FROM payments WHERE shop_id = 'demo-shop' AND created_at >= '${YESTERDAY.toISOString()}'
      AND created_at < '${new Date(YESTERDAY.getTime() + DAY_MS).toISOString()}' AND ${condition}`);
  return row;
}

async function aChange(changes: object): Promise<{ type: string; parameters: object }> {
  const { version } = (await operator.get<any>('/configuration/shops/demo-shop')).body;
  return { type: 'changeConfiguration', parameters: { type: 'shop', id: 'demo-shop', version, changes } };
}

async function dryRun(body: object): Promise<any> {
  const answer = await operator.post<any>('/reference/dry-run', body);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body;
}

/** Recurrent payments stay with the account that issued their token. */
const IS_FREE = `payer ->> 'type' = 'PaymentResourcePayer'`;

test('new routes are compared with those on record for each payment of yesterday', async () => {
  const all = await recorded();
  const small = await recorded(`authorised_amount <= 100000 AND ${IS_FREE}`);
  expect(small.payments).toBeGreaterThan(0);
  const routes = [{ connector: 'sandbox-backup', maxAmount: 100_000 }, { connector: 'sandbox' }];
  const before = (await operator.get('/reference')).body;
  const body = await dryRun(await aChange({ terms: { routes } }));
  expect(body).toMatchObject({
    ...{ from: `${YESTERDAY.toISOString().slice(0, 10)}T00:00:00Z`, isCut: false },
    ...{ payments: all.payments, movedPayments: small.payments },
    accounts: [
      {
        ...{ account: 'sandbox', currency: 'RUB', before: all },
        after: { payments: all.payments - small.payments, amount: all.amount - small.amount },
      },
      { account: 'sandbox-backup', currency: 'RUB', before: { payments: 0, amount: 0 }, after: small },
    ],
  });
  expect((await operator.get('/reference')).body).toEqual(before);
});

test('a payment without a route after the change is counted without an account', async () => {
  const free = await recorded(IS_FREE);
  const { accounts } = await dryRun(
    await aChange({ terms: { routes: [{ connector: 'sandbox', currencies: ['USD'] }] } }),
  );
  expect(accounts[0]).toEqual({ currency: 'RUB', before: { payments: 0, amount: 0 }, after: free });
});

test('new fees are computed from captured amounts, in exact minor units', async () => {
  const [{ before, after }] = await rows(`SELECT
      sum(round(amount::numeric * coalesce((s.terms ->> 'feeBasisPoints')::numeric, 0) / 10000))::float8 AS before,
      sum(least(amount, round(amount::numeric * 333 / 10000) + 7))::float8 AS after
    FROM payments p JOIN shops s ON s.id = p.shop_id WHERE p.shop_id = 'demo-shop' AND p.status = 'captured'
      AND p.created_at >= '${YESTERDAY.toISOString()}'
      AND p.created_at < '${new Date(YESTERDAY.getTime() + DAY_MS).toISOString()}'`);
  const body = await dryRun(await aChange({ terms: { fees: [{ currency: 'RUB', percent: '3.33%', fixed: 7 }] } }));
  expect(body.fees).toEqual([{ currency: 'RUB', before, after }]);
  expect(body.movedPayments).toBe(0);
});

const LARGE = [{ minAmount: 100_000 }, 'authorised_amount >= 100000'] as const;
const GERMAN = [{ cardCountries: ['DEU'] }, `payer #>> '{toolDetails,bin}' = '555555'`] as const;

test.each([['reject', ...LARGE] as const, ['review', ...LARGE] as const, ['reject', ...GERMAN] as const])(
  'rules that %s by %j are tried on seven days, and the answer says what of theirs was paid',
  async (action, conditions, condition) => {
    const from = new Date(YESTERDAY.getTime() - 6 * DAY_MS).toISOString();
    const [week] = await rows(`SELECT count(*)::int AS payments,
      count(*) FILTER (WHERE ${condition})::int AS met,
      count(*) FILTER (WHERE ${condition} AND status IN ('captured', 'refunded', 'charged_back'))::int AS paid
    FROM payments WHERE shop_id = 'demo-shop' AND created_at >= '${from}'
      AND created_at < '${new Date(YESTERDAY.getTime() + DAY_MS).toISOString()}'`);
    expect(week.paid).toBeGreaterThan(0);
    const inspection = [{ id: 'tried', action, ...conditions }];
    const body = await dryRun(await aChange({ terms: { inspection } }));
    expect(body).toMatchObject({ from: from.replace('.000Z', 'Z'), payments: week.payments });
    expect(body.rules).toMatchObject([
      { rule: 'tried', before: { payments: 0 }, after: { payments: week.met }, paid: { payments: week.paid } },
    ]);
  },
);

test.each([
  [{ emails: ['no address'] }, 'wrongFormat'],
  [{ ips: ['203.0.113.0/33'] }, 'wrongFormat'],
  [{ ips: ['127'] }, 'wrongFormat'],
  [{ countries: ['RU'] }, 'notCountry'],
  [{ cardCountries: ['DE'] }, 'notCountry'],
  [{ bins: ['42'] }, 'wrongFormat'],
  [{ velocity: { by: 'ip', windowMinutes: 5 } }, 'required'],
  [{ velocity: { by: 'ip', windowMinutes: 20_000, attempts: 1 } }, 'tooBig'],
  [{ minAmount: 2, maxAmount: 1 }, 'minimumAboveMaximum'],
  [{ action: 'review', reviewMinutes: 26 }, 'tooBig'],
  [{ reviewMinutes: 5 }, 'unknownField'],
  [{ bins: ['4242'], id: 'other' }, 'alreadyDefined'],
])('a wrong rule is refused with its place: %j', async (conditions, problem) => {
  const inspection = [
    { id: 'other', action: 'allow', bins: ['4242'] },
    { id: 'wrong', action: 'reject', ...conditions },
  ];
  const answer = await dryRunAnswer(await aChange({ terms: { inspection } }));
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain('terms.inspection[1]');
  expect(JSON.stringify(answer.body)).toContain(problem);
});

test('routes of an institution are compared for its shops without routes of their own', async () => {
  const { body: known } = await operator.get<any>('/configuration/institutions/1');
  const parameters = {
    ...{ type: 'paymentInstitution', id: '1', version: known.version },
    changes: { terms: { routes: [{ connector: 'sandbox-backup' }] } },
  };
  const body = await dryRun({ type: 'changeConfiguration', parameters });
  const { value } = (await operator.get<any>('/configuration/shops/demo-shop')).body;
  const free = await recorded(IS_FREE);
  expect([body.payments, body.movedPayments]).toEqual([
    (await recorded()).payments,
    value.terms?.routes ? 0 : free.payments,
  ]);
});

test('a waiting command and a file are compared as they were requested', async () => {
  const { headers } = await operator.get('/configuration/shops/demo-shop');
  const waiting = await operator.patch<any>(
    '/configuration/shops/demo-shop',
    { changes: { terms: { routes: [{ connector: 'sandbox-backup' }] } }, reason: REASON },
    { headers: { 'If-Match': headers.get('etag') ?? '' } },
  );
  expect(waiting.status).toBe(202);
  const { type, parameters } = waiting.body;
  const compared = await dryRun({ type, parameters });
  expect(compared.movedPayments).toBe((await recorded(IS_FREE)).payments);
  const shop = { id: 'demo-shop', name: 'x', url: 'https://x.example', category: 1 };
  const file = { parties: [{ id: 'demo-party', shops: [{ ...shop, ...parameters.changes }] }] };
  const ofFile = await dryRun({ type: 'loadReferenceData', parameters: { data: file } });
  expect(ofFile.movedPayments).toBe(compared.movedPayments);
  const stale = await dryRunAnswer({ type, parameters: { ...parameters, version: parameters.version + 1 } });
  expect(stale).toMatchObject({ status: 412, body: { code: 'versionConflict' } });
  expect((await dryRunAnswer({ type, parameters: { nonsense: 1 } })).status).toBe(400);
});

async function dryRunAnswer(body: object): Promise<any> {
  return operator.post<any>('/reference/dry-run', body);
}

test('no more payments than the limit are compared, and the answer says so', async () => {
  const change = await aChange({ terms: { fee: '5%' } });
  const cut = await dryRunConfiguration(api.store, change as never, 3);
  expect([cut.isCut, cut.sums.payments]).toEqual([true, 3]);
  const count = (await recorded()).payments;
  const whole = await dryRunConfiguration(api.store, change as never, count);
  expect([whole.isCut, whole.sums.payments]).toEqual([false, count]);
});

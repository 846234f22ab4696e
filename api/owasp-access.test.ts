import { createHmac, randomBytes } from 'node:crypto';
import { KEY_SCOPES } from '../domain/merchants/api-key/scopes';
import { createApiKey } from '../store/merchants/api-key/api-key.create';
import { revokeApiKey } from '../store/merchants/api-key/api-key.transitions';
import { anOperator } from '../tests/harness/factories/operator';
import { altered } from '../tests/harness/altered';
import {
  ask,
  everyOperation,
  startAttackedApi,
  type AttackedApi,
  type AttackedOperation,
} from '../tests/harness/attacked-api';
import { namesInBodies } from '../tests/harness/specifications';

/* Access risks of the OWASP API Security Top 10 (2023): every operation by every kind of caller, every id of another party. */

let api: AttackedApi;

beforeAll(async () => {
  api = await startAttackedApi();
});

afterAll(() => api?.stop());

const named = Object.fromEntries(everyOperation);
const isOpen = ({ table, operation }: AttackedOperation) => table[operation.operationID]?.includes('anyone') ?? false;
const parseScopes = ({ table, operation }: AttackedOperation) =>
  (table[operation.operationID] ?? []).flatMap((kind) => /^apiKey:(.+)$/.exec(kind)?.[1] ?? []);
const ABSENT = 'no-such-thing';

describe('API1 broken object level authorisation', () => {
  /** Ids of public data, and ids within another entity. */
  const PUBLIC = /^(category|country|tradeBloc|serviceProvider|paymentInstitution|provider|currency)ID$|^residence$/;
  const WITHIN = /^(paymentID|refundID|chargebackID|adjustmentID|eventID|externalID|month)$/;
  const cases = everyOperation.flatMap(([name, one]) =>
    [...one.operation.path.matchAll(/\{(\w+)\}/g)]
      .map(([, parameter = '']) => parameter)
      .filter((parameter) => !PUBLIC.test(parameter) && !WITHIN.test(parameter))
      .map((parameter): [string, string, AttackedOperation] => [name, parameter, one]),
  );

  test.each(cases)('%s: another party’s %s is answered as an unknown one', async (_, parameter, one) => {
    const { foreign, own } = api.values;
    const key = one.document === 'wallets' && parameter === 'webhookID' ? 'walletWebhookID' : parameter;
    expect(foreign[key]).toEqual(expect.any(String));
    expect(foreign[key]).not.toBe(own[key]);
    const as = async (id: string) => ask(api, one, { token: api.own.apiKey, swapped: { [parameter]: id } });
    const theirs = await as(foreign[key] ?? '');
    const none = await as(parameter === 'reportID' ? '999999999' : ABSENT);
    expect([theirs.status, theirs.body]).toEqual([none.status, none.body]);
    expect(JSON.stringify(theirs.body ?? '')).not.toContain(foreign[key]);
  });

  type Swap = (theirs: Record<string, string>) => object;
  const getShop: Swap = ({ shopID }) => ({ shopID });
  const getParty: Swap = ({ partyID }) => ({ partyID });
  /** The body fields that name an entity of a party; a test compares them with the specifications. */
  const FIELDS: [string, string, Swap][] = [
    ['payments createInvoice', 'shopID', getShop],
    ['payments createInvoice', 'partyID', getParty],
    ['payments createInvoiceTemplate', 'shopID', getShop],
    ['payments createInvoiceTemplate', 'partyID', getParty],
    ['payments createCustomer', 'shopID', getShop],
    ['payments createCustomer', 'partyID', getParty],
    ['payments createWebhook', 'partyID', getParty],
    [
      'payments createWebhook',
      'scope.shopID',
      ({ shopID }) => ({ scope: { topic: 'InvoicesTopic', shopID, eventTypes: ['InvoicePaid'] } }),
    ],
    [
      'payments createPayment',
      'payer.customerID',
      ({ customerID }) => ({ payer: { payerType: 'CustomerPayer', customerID } }),
    ],
    [
      'payments createPayment',
      'payer.recurrentParentPayment.invoiceID, paymentID',
      ({ invoiceID }) => ({
        payer: {
          payerType: 'RecurrentPayer',
          recurrentParentPayment: { invoiceID, paymentID: '1' },
          contactInfo: { email: 'anna@example.com' },
        },
      }),
    ],
    ['wallets createWallet', 'identity', ({ identityID }) => ({ identity: identityID })],
    ['wallets createDestination', 'identity', ({ identityID }) => ({ identity: identityID })],
    ['wallets createIdentity', 'partyID', getParty],
    ['wallets createWithdrawal', 'wallet', ({ walletID }) => ({ wallet: walletID })],
    ['wallets createWithdrawal', 'destination', ({ destinationID }) => ({ destination: destinationID })],
    ['wallets createQuote', 'walletID', ({ walletID }) => ({ walletID })],
    ['wallets createQuote', 'destinationID', ({ destinationID }) => ({ destinationID })],
    ['wallets createW2WTransfer', 'sender', ({ walletID }) => ({ sender: walletID })],
    ['wallets createWebhook', 'identityID', ({ identityID }) => ({ identityID })],
    [
      'wallets createWebhook',
      'scope.walletID',
      ({ walletID }) => ({ scope: { topic: 'WithdrawalsTopic', walletID, eventTypes: ['WithdrawalStarted'] } }),
    ],
  ];

  test.each(FIELDS)('%s: another party’s %s in the body is answered as an unknown one', async (name, _, swap) => {
    const one = named[name];
    if (!one) throw new Error(`there is no ${name}`);
    const absent = new Proxy({}, { get: () => ABSENT }) as Record<string, string>;
    const as = async (ids: Record<string, string>) =>
      ask(api, one, { token: api.own.apiKey, body: { ...(api.bodies[name] as object), ...swap(ids) } });
    const [theirs, none] = [await as(api.values.foreign), await as(absent)];
    expect([theirs.status, theirs.body]).toEqual([none.status, none.body]);
    expect([400, 404, 409, 422]).toContain(theirs.status);
  });

  /** Body fields that name no entity of a party, or are tested elsewhere. */
  const ELSEWHERE = [
    ...['externalID', 'documentId', 'taxID', 'merchantID', 'gatewayMerchantID', 'serviceID', 'referenceID'],
    ...['paymentToken', 'paymentSession', 'paymentToolToken', 'quoteToken', 'senderToken', 'receiverToken', 'receiver'],
    // Of statements: store/merchants/settlement/statement.test.ts.
    'batchID',
  ];

  test('the table covers every body field that names an entity', () => {
    const known = new Set([...FIELDS.flatMap(([, field]) => field.split(/[., ]+/)), ...ELSEWHERE]);
    const fields = ['payments', 'wallets'].flatMap((document) => namesInBodies(document));
    expect(fields.length).toBeGreaterThan(20);
    expect([...new Set(fields)].filter((field) => !known.has(field))).toEqual([]);
  });
});

/** A JWT forged by an attacker. */
function jwt(header: object, payload: object, key = ''): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${key === '' ? '' : createHmac('sha256', key).update(text).digest('base64url')}`;
}

describe('API2 broken authentication', () => {
  let strangers: [string, string | undefined][];

  beforeAll(async () => {
    const { partyID, shopID } = api.own;
    const key = async (fields: object = {}) => createApiKey(api.store.database, { partyID, name: 'test', ...fields });
    const revoked = await key();
    await revokeApiKey(api.store.database, revoked.id);
    const claims = { kind: 'invoice', party: partyID, shop: shopID, iss: 'holdfast', sub: api.values.own['invoiceID'] };
    const wallet = `/wallet/v0/wallets/${api.values.own['walletID']}/grants`;
    const grant = await api.own.merchant.post(wallet, api.bodies['wallets issueWalletGrant']);
    const quote = await api.own.merchant.post('/wallet/v0/withdrawal-quotes', api.bodies['wallets createQuote']);
    strangers = [
      ['no value', undefined],
      ['an expired key', (await key({ expiresAt: new Date(Date.now() - 1_000) })).secret],
      ['a revoked key', revoked.secret],
      ['a key with another ending', altered(api.own.apiKey)],
      ['the id of a key', revoked.id],
      ['an operator’s key', (await anOperator(api.store.database, { name: 'test' })).secret],
      ['a token that says it needs no signature', jwt({ alg: 'none', typ: 'JWT' }, claims)],
      ['a token signed with a guess', jwt({ alg: 'HS256', typ: 'JWT' }, claims, 'secret')],
      ['a token that is over', await api.token({ kind: 'invoice', id: 'x', partyID, shopID }, new Date(0))],
      ['a wallet’s grant', grant.body?.token],
      ['a quote', quote.body?.quoteToken ?? quote.body?.token],
      ['a card’s token', api.values.own['token']],
    ];
  });

  test.each(everyOperation)('%s: only a valid key or token is accepted', async (_, one) => {
    for (const [who, token] of strangers) {
      const { status, body } = await ask(api, one, { token });
      if (!isOpen(one)) expect([who, status, body]).toEqual([who, 401, undefined]);
    }
  });

  test('the response time of a wrong key does not depend on a valid one', async () => {
    const times = { near: [] as number[], far: [] as number[] };
    const one = named['payments getMyParty'];
    for (let count = 0; one && count < 100; count++) {
      const near = api.own.apiKey.slice(0, -4) + randomBytes(3).toString('base64url');
      for (const [name, token] of [
        ['near', near],
        ['far', `hf_${randomBytes(32).toString('base64url')}`],
      ] as const) {
        const began = performance.now();
        await ask(api, one, { token });
        times[name].push(performance.now() - began);
      }
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[values.length / 2] ?? 0;
    const ratio = median(times.near) / median(times.far);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });
});

describe('API5 broken function level authorisation', () => {
  test.each(everyOperation)('%s: a key without the scope is refused before any lookup', async (_, one) => {
    if (isOpen(one)) return;
    const needed = parseScopes(one);
    expect(needed.length).toBeGreaterThan(0);
    const scopes = KEY_SCOPES.filter((scope) => !needed.includes(scope));
    const { secret } = await createApiKey(api.store.database, { partyID: api.own.partyID, name: 'other', scopes });
    const message = `the key lacks the scope ${needed.join(' or ')}`;
    for (const swapped of [{}, api.values.foreign]) {
      const { status, body } = await ask(api, one, { token: secret, swapped });
      expect([status, body]).toEqual([403, one.document === 'payments' ? { message } : undefined]);
    }
  });

  test('a read-only key can change nothing; it may order a file of what it may read', () => {
    for (const [, one] of everyOperation) {
      const { method, operationID } = one.operation;
      if (method === 'get' || isOpen(one)) continue;
      const isRead = ['downloadFile', 'orderRegistry', 'searchOwn'].includes(operationID);
      expect([operationID, parseScopes(one).includes('read')]).toEqual([operationID, isRead]);
    }
  });
});

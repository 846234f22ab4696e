import { randomBytes } from 'node:crypto';
import type { AccessTokenScope } from '../../security/access-tokens';
import { altered } from '../../tests/harness/altered';
import { startApi, type TestApi } from '../../tests/harness/api';
import { PAYMENTS_ACCESS as table } from '../../tests/harness/expected-access';
import { httpClient, type HttpAnswer } from '../../tests/harness/http-client';
import { acceptedBodies, oneOfEverything, type PathValues } from '../../tests/harness/factories/everything';
import { OperationTable, type RoutedOperation } from '../http/operations';
import { readSpecification } from '../http/specification';

/* The whole access table: every operation by every kind of caller, with valid paths and bodies, so that only access refuses. */

const { operations } = new OperationTable(readSpecification('payments'), '');
const cases = operations.map((operation): [string, RoutedOperation] => [operation.operationID, operation]);
const QUERIES: Record<string, string> = {
  addChargebackEvidence: 'fileName=a.png',
  getInvoiceEvents: 'limit=10',
  getCustomerEvents: 'limit=10',
};
const SEARCHED = 'fromTime=2020-01-01T00:00:00Z&toTime=2100-01-01T00:00:00Z&limit=10';

let api: TestApi;
let values: PathValues;
let bodies: Record<string, unknown>;
let foreignBodies: Record<string, unknown>;

beforeAll(async () => {
  api = await startApi();
  values = await oneOfEverything(api);
  bodies = await acceptedBodies(api, api.own.shopID);
  foreignBodies = await acceptedBodies(api, api.own.shopID);
});

afterAll(async () => api?.stop());

async function call(operation: RoutedOperation, token: string | undefined, given = bodies): Promise<HttpAnswer<any>> {
  const { method, operationID } = operation;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`nothing is known to be a ${name}`);
    return encodeURIComponent(value);
  });
  const query = operationID.startsWith('search') ? SEARCHED : (QUERIES[operationID] ?? 'externalID=the-refund');
  const client = httpClient({ baseUrl: api.url, token });
  const url = `/v2${path}?${query}`;
  if (method === 'get') return client.get(url);
  if (method === 'delete') return client.delete(url);
  return method === 'put' ? client.put(url, given[operationID]) : client.post(url, given[operationID]);
}

/** Expects a refusal by access: 401 without a body, or 404 for a read of one entity. */
function expectRefused(operation: RoutedOperation, answer: HttpAnswer<any>): void {
  if (operation.method !== 'get' || !operation.looksUp)
    return expect([answer.status, answer.body]).toEqual([401, undefined]);
  expect([answer.status, answer.body]).toEqual([404, { message: expect.stringMatching(/ not found$/) }]);
}

const SCOPES = {
  invoiceToken: ['invoice', 'invoiceID'],
  customerToken: ['customer', 'customerID'],
  invoiceTemplateToken: ['invoiceTemplate', 'invoiceTemplateID'],
} as const;
type TokenKind = keyof typeof SCOPES;
const TOKEN_KINDS = Object.keys(SCOPES) as TokenKind[];

async function readToken(kind: TokenKind, fields: Partial<AccessTokenScope> = {}, now?: Date): Promise<string> {
  const { partyID, shopID } = api.own;
  const [scope, parameter] = SCOPES[kind];
  return api.token({ kind: scope, id: values[parameter] ?? '', partyID, shopID, ...fields }, now);
}

const isOpen = ({ operationID }: RoutedOperation): boolean => table[operationID]?.includes('anyone') ?? false;

test('the access table has exactly the operations of the specification', () => {
  expect(Object.keys(table).sort()).toEqual(operations.map(({ operationID }) => operationID).sort());
});

test.each(cases)('%s: without a valid key or token only public operations are answered', async (_, operation) => {
  const longAgo = new Date(Date.now() - 30 * 24 * 3_600_000);
  const bearers = [undefined, 'nonsense', `hf_${randomBytes(32).toString('base64url')}`];
  const expired = await readToken('invoiceToken', {}, longAgo);
  const forged = altered(await readToken('invoiceToken'));
  for (const bearer of [...bearers, expired, forged]) {
    const { status, body } = await call(operation, bearer);
    if (isOpen(operation)) expect(status).toBe(200);
    else expect([status, body]).toEqual([401, undefined]);
  }
});

test.each([
  ['invoiceToken', '/v2/processing/invoices/'],
  ['customerToken', '/v2/processing/customers/'],
] as const)('%s: after three days it is over', async (kind, root) => {
  const path = root + values[SCOPES[kind][1]];
  const issuedAgo = (seconds: number) => readToken(kind, {}, new Date(Date.now() - seconds * 1_000));
  const read = async (token: string) => (await httpClient({ baseUrl: api.url, token }).get(path)).status;
  expect(await read(await issuedAgo(259_200 - 30))).toBe(200);
  expect(await read(await issuedAgo(259_200))).toBe(401);
});

test.each(cases)('%s: a token of a wrong kind is refused', async (_, operation) => {
  for (const kind of TOKEN_KINDS) {
    if (isOpen(operation) || table[operation.operationID]?.includes(kind)) continue;
    expectRefused(operation, await call(operation, await readToken(kind)));
  }
});

test.each(cases)('%s: a token for another entity or party is refused', async (_, operation) => {
  for (const kind of TOKEN_KINDS) {
    const [, parameter] = SCOPES[kind];
    if (!table[operation.operationID]?.includes(kind) || !operation.path.includes(`{${parameter}}`)) continue;
    expectRefused(operation, await call(operation, await readToken(kind, { id: 'another' })));
    const { status } = await call(operation, await readToken(kind, { partyID: 'foreign-party' }));
    expect(status).toBe(404);
  }
});

/** Responses to a foreign key where the path names no entity: its own lists, or refusals of the body. */
const FOREIGN_ANSWERS: Record<string, unknown> = {
  searchOwn: 200,
  createInvoice: 'invalidShopID',
  createCustomer: 'invalidShopID',
  createInvoiceTemplate: 'invalidShopID',
  createWebhook: 'invalidShopID',
  orderRegistry: 'invalidShopID',
  createPaymentResource: 201,
  getMyParty: 200,
  activateMyParty: 204,
  suspendMyParty: 204,
  getShops: 200,
  listRegistries: 200,
  listApiKeys: 200,
  createApiKey: 201,
  getContracts: 200,
  getWebhooks: 200,
  getWebhooksForParty: 401,
  getCategories: 200,
  getCategoryByRef: 200,
  getPaymentInstitutions: 200,
  getPaymentInstitutionByRef: 200,
  getPaymentInstitutionPaymentTerms: 200,
};

test.each(cases)('%s: another party’s key finds nothing', async (_, operation) => {
  const { status, body } = await call(operation, api.foreign.apiKey, foreignBodies);
  const expected = isOpen(operation) ? 200 : (FOREIGN_ANSWERS[operation.operationID] ?? 404);
  expect([operation.operationID, typeof expected === 'string' ? body.code : status]).toEqual([
    operation.operationID,
    expected,
  ]);
  if (status === 200) expect(JSON.stringify(body)).not.toMatch(/demo-(party|shop)/);
});

const reads = cases.filter(([, { method }]) => method === 'get');

test.each(reads)('%s: the own key and allowed tokens can read', async (operationID, operation) => {
  const isLookup = /ByExternalID/.test(operationID) && !/Refund/.test(operationID);
  const expected = isLookup ? 404 : 200;
  const allowed = TOKEN_KINDS.filter((kind) => table[operationID]?.includes(kind));
  const bearers = [api.own.apiKey, ...(await Promise.all(allowed.map((kind) => readToken(kind))))];
  for (const bearer of bearers) expect((await call(operation, bearer)).status).toBe(expected);
});

test.each(cases.filter(([, { method }]) => method !== 'get'))(
  '%s: authorised callers can change it',
  async (operationID, operation) => {
    const allowed = TOKEN_KINDS.filter((kind) => table[operationID]?.includes(kind));
    for (const kind of allowed) expect((await call(operation, await readToken(kind))).status).not.toBe(401);
    if (/delete|suspend/.test(operationID)) return;
    expect((await call(operation, api.own.apiKey)).status).not.toBe(401);
  },
);

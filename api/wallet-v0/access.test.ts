import { randomBytes } from 'node:crypto';
import { PAYMENT_RESOURCES_ACCESS, WALLETS_ACCESS } from '../../tests/harness/expected-access';
import { httpClient, type HttpAnswer } from '../../tests/harness/http-client';
import { startWalletApi, WALLET, type WalletApi } from '../../tests/harness/factories/wallet';
import { oneOfEveryWalletThing, walletBodies, walletQuery } from '../../tests/harness/factories/wallet-everything';
import { OperationTable, type RoutedOperation } from '../http/operations';
import { readSpecification } from '../http/specification';

/* The whole access tables: every operation by every kind of caller, with valid paths and bodies, so that only access refuses. */

const APIS = [
  { document: 'wallets', base: WALLET, table: WALLETS_ACCESS },
  { document: 'payres', base: '/payres/v0', table: PAYMENT_RESOURCES_ACCESS },
];

interface Case {
  base: string;
  operation: RoutedOperation;
}

const cases = APIS.flatMap(({ document, base }) => {
  const { operations } = new OperationTable(readSpecification(document), '');
  return operations.map((operation): [string, Case] => [`${document} ${operation.operationID}`, { base, operation }]);
});

let api: WalletApi;
let values: Record<string, string>;

beforeAll(async () => {
  api = await startWalletApi();
  values = await oneOfEveryWalletThing(api.store, api.integrator);
});

afterAll(() => api?.stop());

async function call({ base, operation }: Case, token: string | undefined): Promise<HttpAnswer<any>> {
  const { method, operationID } = operation;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`nothing is known to be a ${name}`);
    return encodeURIComponent(value);
  });
  const url = `${base}${path}?${walletQuery(operationID, values)}`;
  const client = httpClient({ baseUrl: api.url, token });
  if (method === 'get') return client.get(url);
  return method === 'delete' ? client.delete(url) : client.post(url, walletBodies(values)[operationID]);
}

test.each(APIS)(
  'the table of $document knows every operation of its specification, and no other',
  ({ document, table }) => {
    const { operations } = new OperationTable(readSpecification(document), '');
    expect(Object.keys(table).sort()).toEqual(operations.map(({ operationID }) => operationID).sort());
  },
);

test.each(cases)('%s: a valid key is required', async (_, one) => {
  for (const bearer of [undefined, 'nonsense', `hf_${randomBytes(32).toString('base64url')}`]) {
    const { status, body } = await call(one, bearer);
    expect([status, body]).toEqual([401, undefined]);
  }
});

test.each(cases)('%s: access tokens of /v2 are refused', async (_, one) => {
  const scope = { id: 'some', partyID: api.own.partyID, shopID: api.own.shopID };
  for (const kind of ['invoice', 'customer', 'invoiceTemplate'] as const) {
    const { status, body } = await call(one, await api.token({ kind, ...scope }));
    const { method, looksUp } = one.operation;
    expect([status, body]).toEqual([method === 'get' && looksUp ? 404 : 401, undefined]);
  }
  const over = await api.token({ kind: 'invoice', ...scope }, new Date(Date.now() - 30 * 24 * 3_600_000));
  expect((await call(one, over)).status).toBe(401);
});

/** Statuses for another party's key, if not 404: public data, its own entities, empty lists, or refusals. */
const FOREIGN_ANSWERS: Record<string, number> = {
  getCurrency: 200,
  getResidence: 200,
  listProviders: 200,
  getProvider: 200,
  listIdentities: 200,
  listWallets: 200,
  listDestinations: 200,
  listWithdrawals: 200,
  listDeposits: 200,
  listDepositReverts: 200,
  listDepositAdjustments: 200,
  createIdentity: 201,
  storeBankCard: 201,
  createWallet: 422,
  createDestination: 422,
  createWithdrawal: 422,
  createQuote: 422,
  createW2WTransfer: 422,
  createWebhook: 422,
  getWebhooks: 422,
  getWebhookByID: 422,
  deleteWebhookByID: 422,
  createReport: 400,
  getReports: 400,
  getWithdrawalMethods: 400,
};

test.each(cases)('%s: another party’s key finds nothing', async (_, one) => {
  const { status, body } = await call(one, api.foreign.apiKey);
  expect(status).toBe(FOREIGN_ANSWERS[one.operation.operationID] ?? 404);
  if (status === 404) expect(body).toBeUndefined();
  for (const id of ['identityID', 'walletID', 'destinationID', 'withdrawalID']) {
    expect(JSON.stringify(body ?? {})).not.toContain(values[id]);
  }
});

test.each(cases)('%s: the own key is accepted', async (_, one) => {
  const { operationID, method } = one.operation;
  const { status } = await call(one, api.own.apiKey);
  const finds = /ByExternalID$/.test(operationID) ? 404 : 200;
  if (method === 'get') expect(status).toBe(finds);
  else if (method === 'delete') expect(status).toBe(204);
  else expect([201, 202]).toContain(status);
});

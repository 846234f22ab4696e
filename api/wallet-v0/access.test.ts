import { randomBytes } from 'node:crypto';
import { httpClient, type HttpAnswer } from '../../testing/http-client';
import {
  aCardToken,
  anAuthorisedDestination,
  anIdentity,
  aWallet,
  fund,
  RUB_ACCOUNT,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../testing/factories/wallet';
import { completeReport } from '../../store/report/report.transitions';
import type { CallerKind } from '../http/access';
import { OperationTable, type Operation } from '../http/operations';
import { readSpecification } from '../http/specification';
import { access as payresAccess } from '../payres-v0/access';
import { access } from './access';

/*
 * The tables of access of both wallet documents, walked whole: every operation by every kind of caller, with paths of
 * things that exist and bodies that are accepted, so that whatever is refused is refused for who asks.
 */

const APIS = [
  { document: 'wallets', base: WALLET, table: access as Record<string, readonly CallerKind[]> },
  { document: 'payres', base: '/payres/v0', table: payresAccess as Record<string, readonly CallerKind[]> },
];

interface Case {
  base: string;
  operation: Operation;
}

const cases = APIS.flatMap(({ document, base }) => {
  const { operations } = new OperationTable(readSpecification(document), '');
  return operations.map((operation): [string, Case] => [`${document} ${operation.operationID}`, { base, operation }]);
});

const TIME = { past: '2020-01-01T00:00:00Z', future: '2100-01-01T00:00:00Z' };
const CARD = '4242424242424242';

let api: WalletApi;
let values: Record<string, string>;

beforeAll(async () => {
  api = await startWalletApi();
  const { store, integrator } = api;
  const identityID = await anIdentity(integrator);
  const walletID = await aWallet(integrator, { identity: identityID });
  const receiver = await aWallet(integrator, { identity: identityID });
  await fund(store, walletID, 10_000_000);
  const destinationID = await anAuthorisedDestination(store, integrator, { identity: identityID });
  values = { identityID, walletID, receiver, destinationID, providerID: 'test', currencyID: 'RUB', residence: 'RUS' };
  const made = async (path: string, body: unknown): Promise<any> => (await integrator.post(path, body)).body;
  const withdrawal = await made(`${WALLET}/withdrawals`, bodies()['createWithdrawal']);
  const report = await made(`${WALLET}/identities/${identityID}/reports`, bodies()['createReport']);
  await completeReport(store, report.id, [{ format: 'csv', key: 'nothing' }]);
  const finished = await integrator.get(`${WALLET}/identities/${identityID}/reports/${report.id}`);
  Object.assign(values, {
    withdrawalID: withdrawal.id,
    eventID: '1',
    externalID: 'nobody-has-this',
    token: await aCardToken(integrator, CARD),
    w2wTransferID: (await made(`${WALLET}/w2w/transfers`, bodies()['createW2WTransfer'])).id,
    reportID: String(report.id),
    fileID: finished.body.files[0].id,
    webhookID: (await made(`${WALLET}/webhooks`, bodies()['createWebhook'])).id,
  });
});

afterAll(() => api?.stop());

function bodies(): Record<string, unknown> {
  const { identityID: identity, walletID: wallet, destinationID: destination, receiver } = values;
  const asset = { amount: 1_000, currency: 'RUB' };
  return {
    createIdentity: { name: 'Ivan', provider: 'test' },
    createWallet: { name: 'Main', identity, currency: 'RUB' },
    createDestination: { name: 'To', identity, currency: 'RUB', resource: RUB_ACCOUNT },
    createWithdrawal: { wallet, destination, body: asset },
    createQuote: { walletID: wallet, currencyFrom: 'RUB', currencyTo: 'USD', cash: { amount: 9_000, currency: 'RUB' } },
    createW2WTransfer: { sender: wallet, receiver, body: asset },
    createReport: { reportType: 'withdrawalRegistry', fromTime: TIME.past, toTime: TIME.future },
    createWebhook: {
      identityID: identity,
      scope: { topic: 'DestinationsTopic', eventTypes: ['DestinationCreated'] },
      url: 'https://integrator.example/hooks',
    },
    issueWalletGrant: { asset, validUntil: TIME.future },
    issueDestinationGrant: { validUntil: TIME.future },
    storeBankCard: { type: 'BankCard', cardNumber: CARD },
  };
}

const QUERIES: Record<string, () => string> = {
  getReports: () => `fromTime=${TIME.past}&toTime=${TIME.future}`,
  getWalletByExternalID: () => `externalID=${values['externalID']}`,
  getWebhooks: () => `identityID=${values['identityID']}`,
  getWebhookByID: () => `identityID=${values['identityID']}`,
  deleteWebhookByID: () => `identityID=${values['identityID']}`,
};

async function call({ base, operation }: Case, token: string | undefined): Promise<HttpAnswer<any>> {
  const { method, operationID } = operation;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`nothing is known to be a ${name}`);
    return encodeURIComponent(value);
  });
  const url = `${base}${path}?${QUERIES[operationID]?.() ?? 'limit=10'}`;
  const client = httpClient({ baseUrl: api.url, token });
  if (method === 'get') return client.get(url);
  return method === 'delete' ? client.delete(url) : client.post(url, bodies()[operationID]);
}

test.each(APIS)(
  'the table of $document knows every operation of its specification, and no other',
  ({ document, table }) => {
    const { operations } = new OperationTable(readSpecification(document), '');
    expect(Object.keys(table).sort()).toEqual(operations.map(({ operationID }) => operationID).sort());
  },
);

test.each(cases)('%s: nobody without a good key', async (_, one) => {
  for (const bearer of [undefined, 'nonsense', `hf_${randomBytes(32).toString('base64url')}`]) {
    const { status, body } = await call(one, bearer);
    expect([status, body]).toEqual([401, undefined]);
  }
});

test.each(cases)('%s: no access token of the payments half, good or over', async (_, one) => {
  const scope = { id: 'some', partyID: api.own.partyID, shopID: api.own.shopID };
  for (const kind of ['invoice', 'customer', 'invoiceTemplate'] as const) {
    const { status, body } = await call(one, await api.token({ kind, ...scope }));
    const { method, looksUp } = one.operation;
    expect([status, body]).toEqual([method === 'get' && looksUp ? 404 : 401, undefined]);
  }
  const over = await api.token({ kind: 'invoice', ...scope }, new Date(Date.now() - 30 * 24 * 3_600_000));
  expect((await call(one, over)).status).toBe(401);
});

/** What another party's key gets: what belongs to everybody, its own things, empty lists, or refusals; else 404. */
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

test.each(cases)('%s: another party’s key finds nothing of ours', async (_, one) => {
  const { status, body } = await call(one, api.foreign.apiKey);
  expect(status).toBe(FOREIGN_ANSWERS[one.operation.operationID] ?? 404);
  if (status === 404) expect(body).toBeUndefined();
  for (const id of ['identityID', 'walletID', 'destinationID', 'withdrawalID']) {
    expect(JSON.stringify(body ?? {})).not.toContain(values[id]);
  }
});

test.each(cases)('%s: our own key is let through', async (_, one) => {
  const { operationID, method } = one.operation;
  const { status } = await call(one, api.own.apiKey);
  const finds = /ByExternalID$/.test(operationID) ? 404 : 200;
  if (method === 'get') expect(status).toBe(finds);
  else if (method === 'delete') expect(status).toBe(204);
  else expect([201, 202]).toContain(status);
});

import { OperationTable, type RoutedOperation } from '../../api/http/operations';
import { readSpecification } from '../../api/http/specification';
import type { AccessTable } from '../../api/http/access';
import { access as payresAccess } from '../../api/payres-v0/access';
import { access as v2Access } from '../../api/v2/access';
import { access as walletAccess } from '../../api/wallet-v0/access';
import { startApi, type Tenant, type TestApi } from './api';
import { acceptedBodies, oneOfEverything, type PathValues } from './factories/everything';
import { oneOfEveryWalletThing, walletBodies, walletQuery } from './factories/wallet-everything';
import { httpClient, type HttpAnswer } from './http-client';

/** One of every entity of two parties, to call each operation across parties. */
export type AttackedApi = TestApi & { values: Record<'own' | 'foreign', PathValues>; bodies: Record<string, unknown> };

export type AttackedOperation = { document: string; base: string; table: AccessTable; operation: RoutedOperation };

const DOCUMENTS: readonly { document: string; base: string; table: AccessTable }[] = [
  { document: 'payments', base: '/v2', table: v2Access },
  { document: 'wallets', base: '/wallet/v0', table: walletAccess },
  { document: 'payres', base: '/payres/v0', table: payresAccess },
];

/** Every operation of the parties' APIs, with a name for `test.each`. */
export const everyOperation = DOCUMENTS.flatMap(({ document, base, table }) =>
  new OperationTable(readSpecification(document), '').operations.map((operation): [string, AttackedOperation] => [
    `${document} ${operation.operationID}`,
    { document, base, table, operation },
  ]),
);

/** Starts the API with production settings: webhooks may only target the public internet. */
export async function startAttackedApi(): Promise<AttackedApi> {
  const api = await startApi({ allowedNetworks: [] });
  const own = await readValues(api, api.own);
  const foreign = await readValues(api, api.foreign);
  return { ...api, values: { own, foreign }, bodies: await readBodies(api, own) };
}

async function readValues(api: TestApi, tenant: Tenant): Promise<PathValues> {
  const payments = await oneOfEverything({ ...api, own: tenant });
  const wallets = await oneOfEveryWalletThing(api.store, tenant.merchant);
  return {
    ...payments,
    ...wallets,
    webhookID: payments['webhookID'] ?? '',
    walletWebhookID: wallets['webhookID'] ?? '',
  };
}

async function readBodies(api: TestApi, own: PathValues): Promise<Record<string, unknown>> {
  const wallets = Object.entries(walletBodies(own)).map(([id, body]) => [`wallets ${id}`, body]);
  const payments = Object.entries(await acceptedBodies(api, api.own.shopID)).map(([id, body]) => [
    `payments ${id}`,
    body,
  ]);
  const card = { 'payres storeBankCard': walletBodies(own)['storeBankCard'] };
  return { ...Object.fromEntries([...payments, ...wallets]), ...card };
}

/** Overrides of a call; the default is the own party. */
export type AttackRequest = { token: string | undefined; swapped?: PathValues; body?: unknown };

const SEARCHED = 'fromTime=2020-01-01T00:00:00Z&toTime=2100-01-01T00:00:00Z&limit=10';

export async function ask(
  api: AttackedApi,
  { document, base, operation }: AttackedOperation,
  { token, swapped = {}, body }: AttackRequest,
): Promise<HttpAnswer<any>> {
  const { method, operationID } = operation;
  const all: PathValues = { ...api.values.own, ...swapped };
  const isWallet = document === 'wallets';
  const named: PathValues =
    isWallet && !swapped['webhookID'] ? { ...all, webhookID: all['walletWebhookID'] ?? '' } : all;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(named[name] ?? 'none'));
  const payments = operationID.startsWith('search') ? SEARCHED : 'externalID=the-refund&limit=10';
  const url = `${base}${path}?${isWallet ? walletQuery(operationID, named) : payments}`;
  const client = httpClient({ baseUrl: api.url, token });
  if (method === 'get') return client.get(url);
  if (method === 'delete') return client.delete(url);
  const given = body ?? api.bodies[`${document} ${operationID}`];
  if (method === 'patch') return client.patch(url, given);
  return method === 'put' ? client.put(url, given) : client.post(url, given);
}

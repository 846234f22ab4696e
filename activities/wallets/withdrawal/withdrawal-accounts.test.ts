import { AccountConnectors } from '../../../connectors/account-connectors';
import { createConnectorAccount } from '../../../operators/connector-accounts/connector-accounts';
import type { Sandbox } from '../../../sandbox/server';
import { aSandbox, TEST_SECRET } from '../../../sandbox/testing';
import { accountSource } from '../../../store/payments/connector-account/account-source';
import { setAccountEnabled } from '../../../store/payments/connector-account/connector-account.change';
import { authoriseDestination } from '../../../store/wallets/destination/destination.transitions';
import {
  anIdentity,
  aWallet,
  fund,
  RUB_ACCOUNT,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';
import { createWithdrawalActivities } from './withdrawal.activities';

/* Payouts through two accounts of one connector. */

let api: WalletApi;
let wallet: string;
let destination: string;
const acquirers: Record<string, Sandbox> = {};
beforeAll(async () => {
  api = await startWalletApi();
  const { integrator } = api;
  const identity = await anIdentity(integrator);
  wallet = await aWallet(integrator, { identity });
  await fund(api.store, wallet, 1_000_000);
  const given = { name: 'To', identity, currency: 'RUB', resource: RUB_ACCOUNT };
  destination = (await integrator.post(`${WALLET}/destinations`, given)).body.id;
  await authoriseDestination(api.store, destination);
  for (const id of ['first', 'second']) {
    const acquirer = await aSandbox();
    acquirers[id] = acquirer;
    const access = { credentials: { secret: TEST_SECRET }, settings: { url: acquirer.url } };
    await createConnectorAccount(api.store, { id, connector: 'sandbox', name: id, ...access, reason: 'test' });
  }
});
afterAll(async () => {
  await api?.stop();
  for (const acquirer of Object.values(acquirers)) await acquirer.stop();
});

async function routed(routes: object[]): Promise<void> {
  const text = `UPDATE wallet_providers SET terms = terms || jsonb_build_object('routes', $1::jsonb) RETURNING id`;
  await api.store.database.search(text, [JSON.stringify(routes)]);
}

async function aWithdrawal(amount = 10_000): Promise<{ id: string; status: string }> {
  const body = { amount, currency: 'RUB' };
  return (await api.integrator.post(`${WALLET}/withdrawals`, { wallet, destination, body })).body;
}

const readAccount = async (id: string) =>
  (await api.store.database.search<{ connector: string }>('SELECT connector FROM withdrawals WHERE id = $1', [id]))[0];

async function seen(acquirer: string, id: string): Promise<number> {
  const operationID = encodeURIComponent(`withdrawal/${id}/payOut`);
  return (await fetch(`${acquirers[acquirer]?.url}/operations/${operationID}`)).status;
}

const pay = (withdrawalID: string) => {
  const connectors = new AccountConnectors(accountSource(api.store));
  return createWithdrawalActivities({ store: api.store, vault: api.vault, apiUrl: 'http://api', connectors }).payOut({
    withdrawalID,
  });
};

test('a withdrawal is paid by the account of its route and by no other', async () => {
  await routed([{ connector: 'first', maxAmount: 50_000 }, { connector: 'second' }]);
  const [small, large] = [await aWithdrawal(10_000), await aWithdrawal(60_000)];
  expect(await readAccount(small.id)).toEqual({ connector: 'first' });
  expect(await readAccount(large.id)).toEqual({ connector: 'second' });
  for (const { id } of [small, large]) expect(await pay(id)).toEqual({ status: 'Succeeded' });
  expect([await seen('first', small.id), await seen('second', small.id)]).toEqual([200, 404]);
  expect([await seen('first', large.id), await seen('second', large.id)]).toEqual([404, 200]);
});

test('a disabled account pays what it began and gets no new withdrawals', async () => {
  await routed([{ connector: 'first' }, { connector: 'second' }]);
  const begun = await aWithdrawal();
  await setAccountEnabled(api.store, { id: 'first', isEnabled: false, reason: 'test' });
  expect(await readAccount((await aWithdrawal()).id)).toEqual({ connector: 'second' });
  expect(await pay(begun.id)).toEqual({ status: 'Succeeded' });
  expect(await seen('first', begun.id)).toBe(200);
  await routed([{ connector: 'first' }]);
  expect(await aWithdrawal()).toMatchObject({ status: 'Failed' });
  await setAccountEnabled(api.store, { id: 'first', isEnabled: true, reason: 'test' });
});

import { FixedConnectors } from '../../../tests/harness/fixed-connectors';
import { accountSource } from '../../../store/payments/connector-account/account-source';
import { MockActivityEnvironment } from '@temporalio/testing';
import { authoriseDestination } from '../../../store/wallets/destination/destination.transitions';
import type { HttpClient } from '../../../tests/harness/http-client';
import {
  aCardToken,
  anIdentity,
  aWallet,
  fund,
  RUB_ACCOUNT,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';
import { ConnectorMisuse, type Connector, type PayOutRequest } from '../../../connectors/connector';
import type { WithdrawalActivities } from '../../../workflows/wallets/withdrawal/withdrawal.contract';
import { createWithdrawalActivities } from './withdrawal.activities';

/* Payout requests to a recording connector, for withdrawals made over HTTP. */

const CARD = '4242424242424242';
const AUTH_DATA = { type: 'SenderReceiverAuthData', senderToken: 'from', receiverToken: 'to' };
const ANNA = { customer: { firstName: 'Анна' }, billingAddress: { city: 'Пермь' } };
const IVAN = { customer: { lastName: 'Иванов' }, billingAddress: { city: 'Омск', countryCode: 'RU' } };

let api: WalletApi;
let integrator: HttpClient;
let identity: string;
let wallet: string;
let requests: PayOutRequest[];
let activities: WithdrawalActivities;

beforeAll(async () => {
  api = await startWalletApi();
  integrator = api.integrator;
  identity = await anIdentity(integrator);
  wallet = await aWallet(integrator, { identity });
  await fund(api.store, wallet, 1_000_000);
  const listener: Pick<Connector, 'payOut' | 'lookUpPayOut'> = {
    lookUpPayOut: () => Promise.resolve({ kind: 'notFound' }),
    payOut: (request) => {
      requests.push(request);
      return Promise.resolve({ kind: 'approved', connectorReference: 'reference' });
    },
  };
  activities = createWithdrawalActivities({
    store: api.store,
    vault: api.vault,
    apiUrl: 'http://api',
    connectors: new FixedConnectors({ sandbox: listener as Connector }, accountSource(api.store)),
  });
});

afterAll(() => api?.stop());

beforeEach(() => void (requests = []));

async function withdrawal(to: object, fields: object = {}): Promise<string> {
  const given = { name: 'To', identity, currency: 'RUB', resource: RUB_ACCOUNT, ...to };
  const { body: destination } = await integrator.post(`${WALLET}/destinations`, given);
  await authoriseDestination(api.store, destination.id);
  const body = { amount: 10_000, currency: 'RUB' };
  const made = await integrator.post(`${WALLET}/withdrawals`, { wallet, destination: destination.id, body, ...fields });
  expect(made.body.status).toBe('Pending');
  return made.body.id;
}

async function paidOut(to: object, fields: object = {}): Promise<PayOutRequest[]> {
  expect(await activities.payOut({ withdrawalID: await withdrawal(to, fields) })).toEqual({ status: 'Succeeded' });
  return requests;
}

test('a payout request contains the destination and its receiver', async () => {
  const id = await withdrawal({ ...ANNA, additionalAuthData: AUTH_DATA });
  await activities.payOut({ withdrawalID: id });
  expect(requests).toEqual([
    {
      operationID: `withdrawal/${id}/payOut`,
      timeoutMs: expect.any(Number) as number,
      amount: 9_900n,
      askedAmount: 10_000n,
      currency: 'RUB',
      description: `withdrawal ${id}`,
      callbackUrl: 'http://api/callbacks/sandbox/sandbox',
      destination: { ...RUB_ACCOUNT, ...ANNA, additionalAuthData: AUTH_DATA },
    },
  ]);
});

test('a payout rejected as invalid fails and releases the money', async () => {
  const refusing: Pick<Connector, 'payOut' | 'lookUpPayOut'> = {
    payOut: () => Promise.reject(new ConnectorMisuse('The connector answers 400')),
    lookUpPayOut: () => Promise.resolve({ kind: 'notFound' }),
  };
  const connectors = new FixedConnectors({ sandbox: refusing as Connector }, accountSource(api.store));
  const steps = createWithdrawalActivities({ store: api.store, vault: api.vault, apiUrl: 'http://api', connectors });
  const withdrawalID = await withdrawal({});
  const held = (await integrator.get(`${WALLET}/wallets/${wallet}/account`)).body;
  expect(await new MockActivityEnvironment().run(() => steps.payOut({ withdrawalID }))).toEqual({ status: 'Failed' });
  const { body } = await integrator.get(`${WALLET}/withdrawals/${withdrawalID}`);
  expect(body).toMatchObject({ status: 'Failed', failure: { code: 'PreauthorizationFailed' } });
  const free = (await integrator.get(`${WALLET}/wallets/${wallet}/account`)).body;
  expect(free.available.amount - held.available.amount).toBe(10_000);
});

test('the receiver of a withdrawal overrides that of its destination', async () => {
  const contactInfo = { email: 'ivan@example.com', phoneNumber: '+79161234567' };
  const [request] = await paidOut(ANNA, { ...IVAN, contactInfo });
  expect(request?.destination).toEqual({ ...RUB_ACCOUNT, ...IVAN, contactInfo });
});

test('missing receiver fields come from the destination', async () => {
  const [request] = await paidOut(ANNA, { customer: IVAN.customer });
  expect(request?.destination).toEqual({ ...RUB_ACCOUNT, ...ANNA, customer: IVAN.customer });
});

test('a payout request without receiver data has only the resource', async () => {
  const [request] = await paidOut({});
  expect(request?.destination).toEqual(RUB_ACCOUNT);
});

test('a payout request contains placeholders of the card, not its number or token', async () => {
  const token = await aCardToken(integrator, CARD);
  const [request] = await paidOut({ resource: { type: 'BankCardDestinationResource', token } });
  const number = expect.stringMatching(/^\{\{card\.c[0-9a-f]{30}\.number\}\}$/) as string;
  expect(request?.destination).toMatchObject({ type: 'BankCardDestinationResource', cardNumber: number });
  expect(request?.destination).not.toHaveProperty('token');
  expect(request).toHaveProperty('cardTransport');
});

test('a completed withdrawal is not paid out again', async () => {
  const id = await withdrawal({});
  await activities.payOut({ withdrawalID: id });
  expect(await activities.payOut({ withdrawalID: id })).toEqual({ status: 'Succeeded' });
  expect(requests).toHaveLength(1);
});

test('a payout that needs consent is sent once and then looked up', async () => {
  const request = { requestType: 'BrowserGetRequest', uriTemplate: 'https://provider.example/consent' } as const;
  const interaction = { interactionType: 'Redirect', request } as const;
  const waiting = { kind: 'interactionRequired', connectorReference: 'reference', interaction } as const;
  const lookUps: string[] = [];
  const asking: Pick<Connector, 'payOut' | 'lookUpPayOut'> = {
    payOut: async (payOut) => {
      requests.push(payOut);
      return waiting;
    },
    lookUpPayOut: async ({ operationID }) => {
      lookUps.push(operationID);
      return waiting;
    },
  };
  const connectors = new FixedConnectors({ sandbox: asking as Connector }, accountSource(api.store));
  const careful = createWithdrawalActivities({ store: api.store, vault: api.vault, apiUrl: 'http://api', connectors });
  const withdrawalID = await withdrawal({});
  for (let time = 0; time < 3; time++) expect(await careful.payOut({ withdrawalID })).toEqual({ status: 'Pending' });
  expect([requests.length, lookUps.length]).toEqual([1, 2]);
  const { body: events } = await integrator.get(`${WALLET}/withdrawals/${withdrawalID}/events?limit=10`);
  expect(events).toHaveLength(2);
});
